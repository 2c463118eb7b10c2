"""The requests that proxies receive, and failing calls through proxies (§4.8, §5.17, §5.18)."""

from __future__ import annotations

import pytest

from harness.servers import Servers

FIELDS = ["Host", "Connection", "User-Agent", "Accept", "Accept-Language", "Accept-Encoding"]


@pytest.fixture
def seen(servers: Servers):
    """Return the list of the requests that the test proxies receive during the test."""
    servers.seen.clear()
    return servers.seen


def names(request) -> list[str]:
    """Return the header names of a request."""
    return [name for name, _ in request.fields]


def test_http(look, servers: Servers, seen) -> None:
    """An http URL is requested in absolute form, with exactly the headers of §5.1."""
    assert look("/ok", proxy=servers.places["proxy"])["ok"]
    assert [request.target for request in seen] == [servers.places["base"] + "/ok"]
    assert names(seen[0]) == FIELDS


def test_http_credentials(look, servers: Servers, seen) -> None:
    """Every http request to the proxy has the proxy's credentials, including requests after a redirect."""
    assert look("/moved/301", proxy=servers.places["proxy_unlocked"])["ok"]
    assert [names(request) for request in seen] == [[*FIELDS, "Proxy-Authorization"]] * 2


def test_https(look, servers: Servers, seen) -> None:
    """For an https URL, the proxy receives only a CONNECT request, which has the credentials."""
    assert look("{tls}/ok", proxy=servers.places["proxy_unlocked"])["reason"] == "tls"  # untrusted certificate
    assert [(request.method, names(request)) for request in seen] == [("CONNECT", ["Host", "Proxy-Authorization"])]
    assert seen[0].target == servers.places["tls"].removeprefix("https://")


@pytest.mark.parametrize(
    "url", ["{internal}/", "http://localhost:{internal_port}/", "http://a.localhost/", "http://wiki.internal/"]
)
def test_private_hosts_do_not_reach_the_proxy(look, servers: Servers, seen, url: str) -> None:
    """Hosts that are private by address or name are never requested from the proxy."""
    assert look(url, proxy=servers.places["proxy"])["error_code"] == "blocked_address"
    assert seen == []


@pytest.mark.parametrize("proxy", ["refusing", "closing", "garbage", "endless"])
def test_useless_for_https(look, servers: Servers, proxy: str) -> None:
    """A call fails with reason connect if the proxy does not answer CONNECT properly."""
    assert look("{tls}/ok", proxy=servers.places[f"proxy_{proxy}"])["reason"] == "connect"


@pytest.mark.parametrize(
    ("proxy", "wanted"),
    [
        ("refusing", ("http_error", None)),
        ("closing", ("unreachable", "reset")),
        ("garbage", ("unreachable", "protocol")),
        ("endless", ("unreachable", "protocol")),
    ],
)
def test_useless_for_http(look, servers: Servers, proxy: str, wanted: tuple[str, str | None]) -> None:
    """A proxy's response to an http request is treated as the server's response."""
    payload = look("/ok", proxy=servers.places[f"proxy_{proxy}"])
    assert (payload["error_code"], payload.get("reason")) == wanted


@pytest.mark.parametrize("url", ["/ok", "{tls}/ok"])
def test_silent(look, servers: Servers, url: str) -> None:
    """A proxy that never answers causes a timeout."""
    assert look(url, 1, proxy=servers.places["proxy_hanging"])["error_code"] == "timeout"


@pytest.mark.parametrize("url", ["/ok", "{tls}/ok"])
def test_absent(look, servers: Servers, url: str) -> None:
    """If the proxy cannot be reached, the call fails with reason connect and a message about the proxy."""
    payload = look(url, proxy=servers.places["refused"])
    assert payload["reason"] == "connect"
    assert "proxy" in payload["message"]


def test_environment_is_not_asked(look, servers: Servers, seen, monkeypatch: pytest.MonkeyPatch) -> None:
    """Proxy settings in the environment are ignored."""
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, servers.places["proxy"])
    assert look("/ok")["ok"]
    assert seen == []
