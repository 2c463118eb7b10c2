"""Generate URLs, addresses and arguments."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

SCHEMES: Final = (
    "http://",
    "https://",
    "http://",
    "https://",
    "HTTP://",
    "hTTps://",
    "http:/",
    "http:",
    "//",
    "/",
    "",
    "ftp://",
    "javascript:",
    "http:\\\\",
)
USERS: Final = ("", "", "", "", "", "", "user@", "user:pass@", "@", ":@", "%40@", "a@b@")
HOSTS: Final = (
    *(
        "example.com",
        "EXAMPLE.com",
        "example.com.",
        "a.b-c.d_e",
        "localhost",
        "bücher.example",
        "例え.jp",
        "ß.de",
        "xn--bcher-kva.example",
    ),
    *(
        "xn--a",
        "xn--",
        "a..b",
        ".",
        "-a-.b",
        "a%41",
        "a%2e",
        "%e2%84%aa",
        "ＡＢ.com",
        "a\u00adb",
        "a\u200db",
        "☃",
        "1.2.3.4",
        "1.2.3.4.",
    ),
    *(
        "1.2.3",
        "0x7f.1",
        "017700000001",
        "1.2.3.256",
        "01.2.3.4",
        "4294967295",
        "4294967296",
        "0x",
        "1.2.3.08",
        "1.2.3.4.5",
        "1.a",
    ),
    *(
        "[::1]",
        "[::ffff:1.2.3.4]",
        "[1:2:3:4:5:6:7:8]",
        "[::1%eth0]",
        "[::1",
        "::1",
        "[1::2::3]",
        "[fe80::A]",
        "[]",
        "",
        "a b",
        "a<b",
    ),
    *(
        "a|b",
        "a^b",
        "a`b",
        "a{b}",
        "a[b",
        "a,b",
        "a!b$c&d'e(f)g*h+i;j=k~l",
        "١.٢.٣.٤",
        "۱",
        "0.0.0.0",
        "a\0b",
        "a\tb",
        "a\ud800b",
    ),
)
PORTS: Final = (
    "",
    "",
    "",
    "",
    ":80",
    ":443",
    ":8080",
    ":0",
    ":22",
    ":65535",
    ":65536",
    ":",
    ":a",
    ":080",
    ":6000",
    ":10080",
    ":-1",
    ":１",
)
PATHS: Final = (
    *(
        "",
        "/",
        "/a/b",
        "/../a",
        "/./",
        "/%2e%2E/x",
        "/a b",
        "/é",
        "/海",
        "/%zz",
        "/%",
        "/a\\b",
        "/\x7f",
        "/\x85",
        "/\x00",
        "/😀",
        "/\udc00",
    ),
    *(
        "?",
        "?a=b&c",
        "?é",
        "?'\"<>",
        "#",
        "#f",
        "#é `",
        "/?#",
        "/a;b",
        "/a|b^c`d{e}",
        "/" + "x" * 300,
        "//b",
        "/a//b",
        "?a#b?c",
        "/\n",
    ),
)
LOCATIONS: Final = (
    "",
    "a",
    "../a",
    "/a",
    "//b.example/c",
    "?q",
    "#f",
    "http:a",
    "https:a",
    "http:///a",
    "\\a",
    "\\\\b\\c",
    " a ",
    "\ta",
    "a:b",
    "data:,",
    "mailto:a@b",
)
ADDRESSES: Final = (
    "1.2.3.4",
    "10.0.0.1",
    "::1",
    "::ffff:10.0.0.1",
    "64:ff9b::a00:1",
    "2002:a00:1::",
    "2001:0:a00:1::f5ff:fffe",
    "fe80::1%a",
    "2001:db8::1",
    "1.2.3",
    "",
)
ALLOWED: Final[Sequence[list[str]]] = (
    [],
    ["10.0.0.0/8"],
    ["::/0"],
    ["example.com"],
    ["fc00::/7", "127.0.0.1"],
    ["198.18.0.0/15"],
)
SECONDS: Final[Sequence[Any]] = (
    1,
    10,
    60,
    0,
    61,
    -1,
    30.0,
    30.5,
    "30",
    "30.0",
    "30.",
    "030",
    "0030",
    "٣",
    "3_0",
    " 3",
    "",
    "soon",
    "1e1",
    None,
    True,
    False,
    [],
    {},
    10**30,
    1e300,
    "60.000",
    "61",
    "+1",
    "１",
)
VALUES: Final[Sequence[Any]] = (None, 1, "", "a", [], {}, True, 0.5, "https://example.com/")
NAMES: Final = (
    "URL",
    "timeout",
    "",
    "\ud800",
    "\uffff",
    "😀",
    "\ue000",
    "a\nb",
    "x" * 70,
    "ｕｒｌ",
    "__proto__",
    "constructor",
    "toString",
    "\u202e",
    " ",
)


def url_input(random: Random) -> dict[str, Any]:
    """Return a URL, or a redirect target and its base URL."""
    url = _url(random)
    if random.random() < 0.7:
        return {"url": url}
    return {
        "url": random.choice((url, random.choice(LOCATIONS) + random.choice(PATHS))),
        "base": "http://example.com/x/y?z",
    }


def _url(random: Random) -> str:
    host = random.choice(HOSTS)
    if random.random() < 0.2:
        host = f"{random.choice(HOSTS)}.{host}"
    scheme, user, port = _mostly(random, "https://", SCHEMES), _mostly(random, "", USERS), _mostly(random, "", PORTS)
    url = scheme + user + host + port + random.choice(PATHS) + random.choice(PATHS)
    if random.random() < 0.1:
        place = random.randint(0, len(url))
        url = (
            url[:place]
            + random.choice(
                ("\t", "\n", " ", "\\", "%", "@", "\u3002", "/", ":", "#", "\u00df", chr(random.randrange(0x3000)))
            )
            + url[place:]
        )
    return url


def _mostly(random: Random, usual: str, others: Sequence[str]) -> str:
    return usual if random.random() < 0.7 else random.choice(others)


def address_input(random: Random) -> dict[str, Any]:
    """Return a host's addresses, and a configuration."""
    addresses = [_address(random) for _ in range(random.choice((1, 1, 2)))]
    config = {"allowed_hosts": random.choice(ALLOWED), "allow_private_network": random.random() < 0.2}
    return {
        "addresses": addresses,
        "host": random.choice(("example.com", "a.example", "example.com.")),
        "config": config,
    }


def _address(random: Random) -> str:
    kind = random.random()
    if kind < 0.4:
        return random.choice(ADDRESSES)
    if kind < 0.7:
        first = random.choice((0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 255, random.randrange(256)))
        return ".".join(
            map(str, (first, *(random.choice((0, 16, 18, 64, 168, 254, 255, random.randrange(256))) for _ in range(3))))
        )
    start = random.choice(
        ("::", "64:ff9b:", "2001:", "2002:", "fd00:", "fe80:", "ff02:", "3fff:", f"{random.randrange(65536):x}:")
    )
    return start + ":".join(
        f"{random.choice((0, 1, random.randrange(65536))):x}" for _ in range(random.choice((1, 6, 7)))
    )


def arguments_input(random: Random) -> dict[str, Any]:
    """Return arguments that an agent host might pass, valid or not."""
    arguments: dict[str, Any] = {}
    if random.random() < 0.9:
        arguments["url"] = random.choice(("https://example.com/", _url(random), random.choice(VALUES)))
    if random.random() < 0.7:
        arguments["timeout_seconds"] = random.choice(SECONDS)
    for _ in range(random.choice((0, 0, 0, 1, 2, 3))):
        arguments[random.choice(NAMES)] = random.choice(VALUES)
    return {"arguments": arguments}
