"""Reading the declarations of a style attribute."""

from __future__ import annotations

import pytest
from page_stats_core.page.parse.style import Style, read_style

NONE, SHOWN = Style("none", ""), Style("block", "")
NOTHING = Style("", "")


class TestReadStyle:
    @pytest.mark.parametrize("length", [1, 2, 3, 5, 7, 1000])
    @pytest.mark.parametrize(
        ("style", "expected"),
        [
            *(("", NOTHING), ("display", NOTHING), ("display none", NOTHING), ("x-display:none", NOTHING)),
            *((" Display\t:\nNONE ", NONE), ("display:none! \n important;", NONE), ("display:none;color:red", NONE)),
            *(("display:block;display:none", NONE), ("display:none;display:block", SHOWN)),
            *(("display:none;display:", NONE), ("display:none;display:x", NONE), ("display:none x", NOTHING)),
            *(("display:block!important;display:none", SHOWN), ("display:none!important!important", NOTHING)),
            *(("display:block!important;display:none!important", NONE), ("display:none!importan", NOTHING)),
            *(("display:none;display:VAR(--x", Style("var(", "")), ("display:none;display:revert-layer", NOTHING)),
            *(("display:none;display:flow  inline list-item", Style("flow inline list-item", "")),),
            *(("display:none;display:flex list-item", NONE), ("display:none;display:block inline", NONE)),
            *(("display&#58;none&semi;display&colon;block", SHOWN), ("display:none&semi", NOTHING)),
            *(("display:none&#59", NONE), ("display:none&#59;display:block", SHOWN), ("display:none\0", NOTHING)),
            *(("/**/display:none", NOTHING), (f"display:none;display:block{' ' * 999};", SHOWN)),
            *((f"display:none;display:var({'x' * 239})", Style("var(", "")),),
            *((f"display:none;display:var({'x' * 244})", NONE),),
            *(("visibility:hidden", Style("", "hidden")), ("visibility:hidden;visibility:x", Style("", "hidden"))),
            *(("visibility:collapse", Style("", "hidden")), ("visibility:initial", Style("", "visible"))),
            *(("visibility:hidden;visibility:inherit", NOTHING), ("visibility:hidden;visibility:var(--x)", NOTHING)),
            *(("visibility:visible!important;visibility:hidden;display:none", Style("none", "visible")),),
        ],
    )
    def test_declarations(self, style, expected, length):
        """The last valid declaration counts, important ones first, however the value is split into pieces."""
        pieces = [style[start : start + length] for start in range(0, len(style), length)]
        assert read_style(pieces) == expected
