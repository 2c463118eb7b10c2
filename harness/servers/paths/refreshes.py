"""Pages that refresh to other URLs."""

from __future__ import annotations

from harness.servers.answers import answer, head
from harness.servers.connection import Connection
from harness.servers.routes import Visit, route

# The value of a refresh, by the rest of the path. `{name}` is the entry `name` of servers.Servers.places.
VALUES: dict[str, str] = {
    "plain": "0;url=/ok",
    "upper": "0;URL=/ok",
    "comma": "0,url=/ok",
    "blank": "0 url=/ok",
    "blanks": " \t0 ; url = /ok",
    "no-url": "0;/ok",
    "no-url-blank": "0 /ok",
    "quoted": "0;url='/ok' and more",
    "quoted-open": "0;url='/ok",
    "quoted-alone": "0; '/ok'",
    "quote-in-url": "0;url=/echo/line/o'k",
    "fraction": "5.9;url=/ok",
    "point": ".;url=/ok",
    "points": "1.2.3;url=/ok",
    "five": "5;url=/ok",
    "zeros": "0000000000;url=/ok",
    "absolute": "0;url={base}/ok",
    "fragment": "0;url=/ok#part",
    "secure": "0;url={tls}/ok",
    "no-equals": "0;url /ok",
    "only-u": "0;u'k'",
    "latin": "0;url=/echo/line/caf\u00e9?q=\u00e9",
    "redirect": "0;url=/moved/302",
    "pdf": "0;url=/pdf",
    "redirect-to-pdf": "0;url=/refresh-moved/pdf",
    "missing": "0;url=/status/404",
    "broken": "0;url=/reply/http-0.9",
    "private": "0;url={internal}/",
    "private-number": "0;url=http://2130706433:{internal_port}/",
    "six": "6;url=/ok",
    "late": "99999999999999999999;url=/ok",
    "empty": "",
    "no-delay": ";url=/ok",
    "negative": "-1;url=/ok",
    "no-separator": "0url=/ok",
    "letters": "now;url=/ok",
    "only-delay": "0",
    "only-semicolon": "0;",
    "empty-url": "0;url=",
    "self": "0;url=/refresh/self",
    "self-fragment": "0;url=#part",
    "script": "0;url=javascript:alert(1)",
    "data": "0;url=data:text/html,x",
    "file": "0;url=file:///etc/hostname",
    "user": "0;url=http://me:secret@127.0.0.2:{port}/ok",
    "bad-port": "0;url=http://127.0.0.2:22/",
    "invalid": "0;url=http://exa mple/",
    "too-long": "0;url=/ok?" + "a" * 8192,
    "private-not-followed": "6;url={internal}/",
}

_META = '<meta http-equiv=refresh content="0;url=/ok">'
_TO_PDF = '<meta http-equiv=refresh content="0;url=/pdf">'
_LATER = '<meta http-equiv=refresh content="300">'
_PAD = " " * 70_000

# Markup of a page, by the rest of the path.
MARKUP: dict[str, str] = {
    "case": '<META HTTP-EQUIV="ReFresh" CONTENT="0;URL=/ok">',
    "after-title": f"<title>Other</title>{_META}",
    "in-body": f"<body><p>Stay.{_META}",
    "in-hidden": f"<div hidden>{_META}</div>",
    "in-display-none": f'<div style="display:none">{_META}</div>',
    "in-table": f"<table><tr><td>{_META}</table>",
    "after-comment": f"<!-- a -->{_META}",
    "after-template": f"<template></template>{_META}",
    "after-svg": f"<svg><g/></svg>{_META}",
    "self-closing": '<meta http-equiv="refresh" content="0;url=/ok"/>',
    "references": "<meta http-equiv=&#114;efresh content=0&semi;url&equals;&quot;/ok&quot;>",
    "reference-in-url": '<meta http-equiv=refresh content="0;url=/echo/line/a?b=c&amp;copy=d&copy=e&lt">',
    "nul": '<meta http-equiv=refresh content="0;url=/echo/line/a\0b">',
    "two": f'{_META}<meta http-equiv=refresh content="0;url=/pdf">',
    "second": f'{_LATER}<meta http-equiv=refresh content="0;url=javascript:a">{_META}{_TO_PDF}',
    "repeated-attribute": '<meta http-equiv=refresh http-equiv=x content="0;url=/ok" content="0;url=/pdf">',
    "base": '<base href="/echo/"><meta http-equiv=refresh content="0;url=line/b">',
    "base-host": '<base href="{tls}"><meta http-equiv=refresh content="0;url=ok">',
    "base-first": '<base target=x><base href=/echo/><base href="/pdf/"><meta http-equiv=refresh content="0;url=line">',
    "base-no-url": '<base href="/ok"><meta http-equiv=refresh content=0><meta http-equiv=refresh content="0;">',
    "base-empty-url": '<base href="/ok"><meta http-equiv=refresh content="0;url=">',
    "base-after": '<meta http-equiv=refresh content="0;url=../ok"><base href="/pdf/">',
    "base-data": '<base href="data:x"><meta http-equiv=refresh content="0;url=../ok">',
    "base-invalid": '<base href="http://exa mple/"><meta http-equiv=refresh content="0;url=../ok">',
    "base-in-template": '<template><base href="/pdf/"></template><meta http-equiv=refresh content="0;url=../ok">',
    "base-other-scheme": f'<base href="ftp://127.0.0.2/"><meta http-equiv=refresh content="0;url=ok">{_LATER}',
    "base-references": '<base href="&#47;echo&sol;"><meta http-equiv=refresh content="0;url=line/b">',
    "long-tag": f'<meta http-equiv=refresh data-x="{"x" * 40_000}" content="0;url=/ok">',
    "near-the-end": f"{_PAD[:65_000]}{_META}",
    "exact-end": f"{' ' * (65_536 - len('<!doctype html><title>Stay</title>') - len(_META))}{_META}",
    "past-the-end": f"{' ' * (65_537 - len('<!doctype html><title>Stay</title>') - len(_META))}{_META}",
    "in-noscript": f"<noscript>{_META}</noscript>",
    "in-template": f"<template>{_META}</template>",
    "in-shadow-root": f"<div><template shadowrootmode=open>{_META}</template></div>",
    "in-templates": f"<template><template></template>{_META}</template>",
    "in-svg": f"<svg>{_META}</svg>",
    "in-foreign-object": f"<svg><foreignObject>{_META}</foreignObject></svg>",
    "in-math": f"<math><mi>{_META}</mi></math>",
    "in-comment": f"<!-- {_META} -->",
    "in-script": f"<script>{_META}</script>",
    "in-textarea": f"<textarea>{_META}</textarea>",
    "in-iframe": f"<iframe>{_META}</iframe>",
    "no-content": "<meta http-equiv=refresh>",
    "no-equiv": '<meta name=refresh content="0;url=/ok">',
    "other-equiv": '<meta http-equiv="refresh " content="0;url=/ok">',
    "other-element": '<link http-equiv=refresh content="0;url=/ok">',
    "end-tag": '</meta http-equiv=refresh content="0;url=/ok">',
}


def filled(text: str, places: dict[str, str]) -> bytes:
    """Return *text* in UTF-8 with its placeholders replaced."""
    for name, place in places.items():
        text = text.replace(f"{{{name}}}", place)
    return text.encode()


def page(markup: bytes) -> bytes:
    """Return the body of a page whose title is "Stay" and whose only word is behind *markup*."""
    return b"<!doctype html><title>Stay</title>" + markup + b"<p>Stay."


@route("refresh", VALUES)
def refresh(connection: Connection, visit: Visit) -> None:
    """Send a page with a meta refresh whose value the path names, such as refresh/plain; see VALUES."""
    value = filled(VALUES.get(visit.rest.partition("/")[0], ""), visit.places)
    connection.send(answer(page(b'<meta http-equiv=refresh content="%s">' % value)))


@route("refresh-header", VALUES)
def refresh_header(connection: Connection, visit: Visit) -> None:
    """Send a page with a Refresh header whose value the path names, such as refresh-header/plain; see VALUES."""
    value = filled(VALUES.get(visit.rest.partition("/")[0], ""), visit.places).decode().encode("latin-1")
    connection.send(answer(page(b'<base href="/pdf/">'), b"Refresh: " + value))


@route("refresh-markup", MARKUP)
def refresh_markup(connection: Connection, visit: Visit) -> None:
    """Send the entry of MARKUP that the path selects: refresh-markup/base sends the entry "base"."""
    connection.send(answer(page(filled(MARKUP[visit.rest], visit.places))))


@route("refresh-encoded", ("utf-16le", "utf-16be", "iso-2022-jp", "xhtml"))
def refresh_encoded(connection: Connection, visit: Visit) -> None:
    """Send a page with a meta refresh, in the encoding that the path names (refresh-encoded/utf-16le) or as XHTML."""
    if visit.rest == "xhtml":
        body = page(b'<template/><noscript/><svg/><meta http-equiv="refresh" content="0;url=/ok"/>')
        connection.send(answer(body, kind="application/xhtml+xml"))
    elif visit.rest == "iso-2022-jp":
        body = page(b'<meta ht\x1b(Btp-equiv=refresh content="0;url=/ok">')
        connection.send(answer(body, kind="text/html; charset=iso-2022-jp"))
    else:
        body = page(_META.encode()).decode().encode(visit.rest)
        connection.send(answer(body, kind=f"text/html; charset={visit.rest}"))


@route("refresh-both", ("", "later"))
def refresh_both(connection: Connection, visit: Visit) -> None:
    """Send a page with two Refresh headers and a meta refresh.

    The second header leads to a PDF. In refresh-both/later, the delay of the first header is long.
    """
    first, meta = ("300;url=/pdf", _META) if visit.rest else ("0;url=/ok", _TO_PDF)
    connection.send(answer(page(meta.encode()), f"Refresh: {first}", "Refresh: 0;url=/pdf"))


@route("refresh-missing")
def refresh_missing(connection: Connection, _: Visit) -> None:
    """Answer with 404 and a Refresh header."""
    connection.send(answer(page(_META.encode()), "Refresh: 0;url=/ok", status=404))


@route("refresh-moved", ("pdf",))
def refresh_moved(connection: Connection, _: Visit) -> None:
    """Redirect to a PDF in a response that also has a Refresh header."""
    connection.send(answer(b"", "Location: /pdf", "Refresh: 0;url=/ok", status=302))


@route("refresh-hops", ("10", "11"))
def refresh_hops(connection: Connection, visit: Visit) -> None:
    """Refresh as often as the path says, such as refresh-hops/10, then send the ordinary page."""
    left = int(visit.rest)
    markup = b'<meta http-equiv=refresh content="0;url=/refresh-hops/%d">' % (left - 1)
    connection.send(answer(page(markup)) if left else answer())


@route("refresh-loop", ("1",))
def refresh_loop(connection: Connection, visit: Visit) -> None:
    """Refresh from refresh-loop/1 to refresh-loop/2 and back."""
    other = b"2" if visit.rest == "1" else b"1"
    connection.send(answer(page(b"<p>%s<meta http-equiv=refresh content=0;url=/refresh-loop/%s>" % (other, other))))


@route("refresh-cookie")
def refresh_cookie(connection: Connection, _: Visit) -> None:
    """Set a cookie and refresh to a page that shows it."""
    body = page(b'<meta http-equiv=refresh content="0;url=/echo/field/cookie">')
    connection.send(answer(body, "Set-Cookie: tide=low; Path=/"))


@route("refresh-endless")
def refresh_endless(connection: Connection, _: Visit) -> None:
    """Send an endless page that refreshes to the ordinary page."""
    connection.send(head(), page(_META.encode()))
    while True:
        connection.send(b"stay " * 8000)
