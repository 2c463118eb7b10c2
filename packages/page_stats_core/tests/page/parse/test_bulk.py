"""The fast path of the parser, which reads only ordinary markup."""

from __future__ import annotations

import pytest
from page_stats_core.page.parse.bulk import PATIENCE_MAX, PATIENCE_MIN, Bulk
from page_stats_core.page.parse.content import Content
from page_stats_core.page.parse.source import SLICE, Source


def _read(text: str, *, in_template: bool = False) -> tuple[str, Content]:
    """Run the fast path once; return the text that it did not read, and the content."""
    source, content = Source(iter([text])), Content(xhtml=False)
    content.templates = int(in_template)
    source.fill()
    Bulk(source, content).read()
    return source.text[source.at :], content


class TestRead:
    @pytest.mark.parametrize(
        "other",
        [
            "<script>",
            "<STYLE ",
            "<title/",
            "<textarea>",
            "<template>",
            "<xmp>",
            "<iframe>",
            "<noembed>",
            "<noframes>",
            "<noscript>",
            "<plaintext>",
            "<svg>",
            "<svg/>",
            "<svg ",
            "<svg><path/>",
            "<svg>a</svg>",
            "<svg><a></svg>",
            "<svg><g hidden=a/></svg\n>",
            "<svg><title><b></title></svg>",
            "<script>a",
            "<script></script",
            "<script><!--</script>",
            "<style></style a>",
            "<math\n",
            "<p hidden>",
            "<p HIDDEN=x>",
            "<p id=1 hidden>",
            "<p style='x;Display:none'>",
            "<p style='x;VISIBILITY:hidden'>",
            "<p style='d&#105;splay:none'>",
            "<p style=x>",
            "<p popover>",
            "<audio>",
            "<canvas>",
            "<datalist>",
            "<dialog>",
            "<METER>",
            "<progress>",
            "<rp>",
            "<video>",
            "<input type=hidden>",
            "<input value='>' Type = 'HIDDEN'>",
            "<input type=&#104;idden>",
            "<p style>",
            "<p id='",
            "<p",
            "<!--",
            "</p",
            "<!",
            "</",
            "<",
        ],
    )
    def test_stops_before_what_is_not_ordinary(self, other):
        """The fast path stops before incomplete markup, and before tags that can hide text or have special content."""
        left, content = _read(f"a<br>b &amp; <i title='<p hidden>' style=\"color:red\">c</i><!-- x -->{other}")
        assert left == other
        assert content.text.counts.total() == 4

    @pytest.mark.parametrize(
        "ordinary",
        [
            *("<p>", "</script>", "</svg>", "</template>", "<styles>", "<s>", "<hidden>", "<p/>", "<a b=c/>"),
            *("<p x-hidden data-style=display:none>", "<p style='d:e;v:&quot;' hiddenx>", "< ", "<3", "<é>"),
            *("<input type=text>", "</dialog>", "</>", "</3>", "<?x>", "<!x>", "<![CDATA[>", "<!-->"),
            *(
                "<script>a<b </scripts></SCRIPT >",
                "<STYLE media='>'><!-- <b hidden></style>",
                "<noscript><p></noscript>",
            ),
            *("<svg></svg>", "<Svg a='>'><path d='M0'/>\n<G></g></svg>b<svg><title>c</title></svg>"),
        ],
    )
    def test_reads_what_is_ordinary(self, ordinary):
        """The fast path reads ordinary markup."""
        assert _read(f"{ordinary}a")[0] == ""

    def test_in_template(self):
        """Text within a template does not count, and the template's end tag is left to the tokenizer."""
        left, content = _read("a<p>b</p></TEMPLATE>c", in_template=True)
        assert left == "</TEMPLATE>c"
        assert content.text.counts.total() == 0

    def test_notes_tags(self):
        """The fast path records which elements are open, because the tokenizer needs them."""
        content = _read("<DIV><p></p></section>")[1]
        assert [content.outside.has(name) for name in ("p", "section", "div")] == [False, False, True]

    def test_a_slice_at_most(self):
        """One call of ``read`` reads at most one slice."""
        source, content = Source(iter(["<b>x" * 100_000])), Content(xhtml=False)
        bulk = Bulk(source, content)
        while source.fill():
            before, text = source.at, source.text
            bulk.read()
            assert source.text is text
            assert 0 < source.at - before <= SLICE
        assert content.text.counts.total() == 1


class TestPatience:
    def test_grows_while_stretches_are_short(self):
        """The fast path is tried less often as long as each attempt reads only a few characters."""
        source, content = Source(iter(["<p>a<rp></rp>" * 20 + "<p>a" * 100])), Content(xhtml=False)
        bulk = Bulk(source, content)
        source.fill()
        for _ in range(20):
            bulk.read()
            source.at += len("<rp></rp>")
        assert bulk.patience == PATIENCE_MAX
        bulk.read()
        assert bulk.patience == PATIENCE_MIN
