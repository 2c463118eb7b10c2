"""Redirects that set cookies, and pages that show the cookies which the client sends."""

from __future__ import annotations

from harness.servers.answers import answer, titled
from harness.servers.connection import Connection
from harness.servers.paths.redirects import location
from harness.servers.routes import Visit, route

# Set-Cookie headers, by the rest of the path.
COOKIES: dict[str, list[bytes]] = {
    "": [b"tide=low; Path=/"],
    "plain": [b"tide=low"],
    "blanks": [b"  tide  =  low water  ;  Path  =  /  "],
    "no-equals": [b"tide; Path=/", b"wind=west"],
    "no-name": [b"=low", b"wind=west"],
    "no-value": [b"tide="],
    "two-equals": [b"tide=low=water"],
    "quoted": [b'tide="low; water"'],
    "replaced": [b"tide=low", b"wind=west", b"tide=high"],
    "two-paths": [b"tide=low; Path=/", b"tide=high; Path=/cookie", b"wind=west; Path=/cookie/echo"],
    "path": [b"a=1; Path=/cookie/", b"b=2; Path=/cookie/ec", b"c=3; Path=/cookie/echo", b"d=4; Path=/Cookie"],
    "path-last": [b"a=1; Path=/elsewhere; path = /cookie", b"b=2; Path=/cookie; Path=/elsewhere"],
    "path-relative": [b"a=1; Path=cookie", b"b=2; Path=/elsewhere; Path=", b"c=3; Path"],
    "domain": [b"a=1; Domain=elsewhere.test", b"b=2; Domain=.0.2", b"c=3; Domain=127.0.0.2"],
    "secure": [b"a=1; Secure", b"b=2; secure=no", b"c=3; Path=/cookie; SECURE ", b"d=4; Insecure"],
    "prefix": [b"__Host-a=1; Path=/", b"__Secure-b=2", b"__SECURE-c=3", b"__Other-d=4", b"_Host-e=5"],
    "control": [b"a=1\t2", b"b=2\x80", b"caf\xc3\xa9=3", b"d=4; Comment=\xff", b"e=5 ~"],
    "max-age": [b"a=1; Max-Age=60", b"b=2; max-age = 060 ", b"c=3; Max-Age=99999999999999999999999"],
    "max-age-past": [b"a=1; Max-Age=0", b"b=2; Max-Age=-1", b"c=3; Max-Age=000", b"d=4; Max-Age=-9", b"e=5"],
    "max-age-invalid": [b"a=1; Max-Age=", b"b=2; Max-Age=-", b"c=3; Max-Age=0x", b"d=4; Max-Age=+0", b"e=5;Max-Age=0."],
    "max-age-first": [
        b"a=1; Max-Age=60; Expires=Sun, 06 Nov 1994 08:49:37 GMT",
        b"b=2; Max-Age=0; Expires=Fri, 31 Dec 2999 23:59:59 GMT",
        b"c=3; Max-Age=0; Max-Age=60",
        b"d=4; Max-Age=60; Max-Age=0",
        b"e=5; Max-Age=60; Max-Age=soon",
    ],
    "deleted": [b"a=1", b"b=2", b"a=; Max-Age=0", b"b=3; Max-Age=0; Path=/"],
    "set-again": [b"a=1", b"b=2", b"a=; Max-Age=0", b"a=3"],
    "expires": [
        b"a=1; Expires=Fri, 31 Dec 2999 23:59:59 GMT",
        b"b=2; Expires=Sun, 06 Nov 1994 08:49:37 GMT",
        b"c=3; Expires=Sunday, 06-Nov-94 08:49:37 GMT",
        b"d=4; Expires=Sun Nov  6 08:49:37 1994",
        b"e=5; Expires=Friday, 31-Dec-2999 23:59:59",
        b"f=6; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
        b"g=7; Expires=0",
    ],
    "expires-lenient": [
        b"a=1; Expires=6 november 1994ad 8:49:37pm",
        b"b=2; Expires=1994 6 Nov 08:49:37",
        b"c=3; Expires=08:49:37/1994/NOVEMBER/6th",
        b"d=4; Expires=06 Nov 69 08:49:37",
        b"e=5; Expires=06 Nov 70 08:49:37",
        b"f=6; Expires=06 Nov 99 08:49:37 2999",
        b"g=7; Expires=06 Nov 1600 08:49:37",
        b"h=8; Expires=06 Nov 1601 08:49:37",
    ],
    "expires-invalid": [
        b"a=1; Expires=31 Feb 1994 08:49:37",
        b"b=2; Expires=32 Nov 1994 08:49:37",
        b"c=3; Expires=06 Nov 1994 24:00:00",
        b"d=4; Expires=06 Nov 1994 08:60:37",
        b"e=5; Expires=06 Nov 1994 08:49:60",
        b"f=6; Expires=06 Nov 1994 08:49",
        b"g=7; Expires=06 Nov 19945 08:49:37",
        b"h=8; Expires=06 11 1994 08:49:37",
        b"i=9; Expires=00 Nov 1994 08:49:37",
        b"j=0; Expires=06 Nov 1994 08:49:37; Expires=never",
    ],
    "fifty-one": [b"c%d=" % number for number in range(51)],
    "fifty-and-one-again": [*(b"c%d=" % number for number in range(50)), b"c0=1"],
    "8-kilobytes": [b"a=" + b"1" * 8186, b"b=", b"c=", b"d="],
    "more-than-8-kilobytes": [b"a=" + b"1" * 8191, b"b=2"],
    "8-kilobytes-again": [b"a=" + b"1" * 4000, b"a=" + b"2" * 8190],
    "back": [b"tide=high"],
}


# The locations to which the route redirects, by name.
_PLACES = {
    "": b"/cookie/echo",
    "root": b"/echo/field/cookie",
    "deep": b"/cookie/echo/deep",
    "longer": b"/cookie/echoes",
    "secure": b"{tls}/cookie/echo",
    "insecure": b"{base}/cookie/echo",
    "other-host": b"http://tls.test:{port}/cookie/echo",
    "other-host-and-back": b"http://tls.test:{port}/cookie/back?to=first-host",
    "first-host": b"http://public.test:{port}/cookie/echo",
}


@route("cookie", COOKIES)
def cookie(connection: Connection, visit: Visit) -> None:
    """Set the cookies in COOKIES that the path names, such as cookie/plain, and redirect to a page that shows them.

    The title of that page is the Cookie header that the client sends. The page is cookie/echo, or the page in _PLACES
    that the query names, such as cookie/plain?to=secure.
    """
    name, _, place = visit.rest.partition("/to=")
    if name.startswith("echo"):
        connection.send(titled(_shown(visit.request.field("cookie") or "")))
        return
    fields = [b"Set-Cookie: " + value for value in COOKIES[name]]
    connection.send(answer(b"", *fields, location(visit, _PLACES[place or ("" if name else "root")]), status=302))


@route("cookie-gate")
def cookie_gate(connection: Connection, visit: Visit) -> None:
    """Set a cookie and redirect to the same URL, which then sends the ordinary page."""
    if visit.request.field("cookie") == "gate=open":
        connection.send(answer())
    else:
        connection.send(answer(b"", "Set-Cookie: gate=open", "Location: /cookie-gate", status=302))


@route("cookie-wall")
def cookie_wall(connection: Connection, _: Visit) -> None:
    """Set the same cookie and redirect to the same URL, again and again."""
    connection.send(answer(b"", "Set-Cookie: gate=open", "Location: /cookie-wall", status=302))


@route("cookie-counter", ("10", "11"))
def cookie_counter(connection: Connection, visit: Visit) -> None:
    """Redirect to the same URL until the count in a cookie is the number in the path, such as cookie-counter/10."""
    count = int((visit.request.field("cookie") or "count=0").removeprefix("count="))
    if count == int(visit.rest):
        connection.send(answer())
    else:
        connection.send(
            answer(b"", f"Set-Cookie: count={count + 1}", f"Location: /cookie-counter/{visit.rest}", status=302)
        )


def _shown(cookies: str) -> str:
    """Return *cookies* as a title: as sent if short, otherwise their number and the length of the header."""
    return cookies if len(cookies) <= 100 else f"{len(cookies.split('; '))} cookies, {len(cookies)} characters"
