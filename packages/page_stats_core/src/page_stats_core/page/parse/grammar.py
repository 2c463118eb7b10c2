r"""Markup as patterns, each under the rule that it renders (§7.1 to §7.7; HTML Standard, "Tokenization").

They are possessive, so that nothing is tried twice, and match only what is complete within the slice: where it ends,
a tag or a comment might go on.
"""

from __future__ import annotations

import re
from typing import Final

from page_stats_core.page.patterns import possessive

BLANK: Final = r"\t\n\f\r "
# A name runs to a blank, "/" or ">" (§7.1). "<" before anything but these is text (§7.7).
NAME: Final = rf"[a-zA-Z][^{BLANK}/>]*+"
MARKUP: Final = r"[a-zA-Z/!?]"

# Quotes matter only at the beginning of a value; a "=" where a name begins belongs to the name (§7.2).
VALUE: Final = rf"""(?:"[^"]*+"|'[^']*+'|[^{BLANK}>"'][^{BLANK}>]*+(?!\Z)|(?=>))"""
ATTRIBUTE: Final = rf"[{BLANK}/]*+[^{BLANK}/>][^{BLANK}/>=]*+(?:[{BLANK}]*+=[{BLANK}]*+{VALUE}|(?![{BLANK}]*+(?:=|\Z)))"
# What may stand between the attributes and ">".
CLOSING: Final = rf"[{BLANK}/]*+"

# "<!-->" and "<!--->" are whole; else a comment ends with "-->" or "--!>" (§7.5).
COMMENT: Final = rf"!--(?:-?+>|[^-]*+{possessive('-(?!-!?>)[^-]*+')}--!?>)"
# Bogus comments end with the next ">", and "</>" vanishes (§7.4, §7.6).
BOGUS_COMMENT: Final = r"/(?![a-zA-Z])[^>]*+>|\?[^>]*+>|!(?!--)[^>]*+>"
BOGUS_COMMENT_BUT_CDATA: Final = r"/(?![a-zA-Z])[^>]*+>|\?[^>]*+>|!(?!--|\[CDATA\[)[^>]*+>"


def pattern(text: str) -> re.Pattern[str]:
    """Compile *text*, in which only ASCII letters are folded (§7)."""
    return re.compile(text, re.A)
