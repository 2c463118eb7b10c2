r"""Regular expressions for markup, each below a comment with its rule (§7.1 to §7.7; HTML Standard, "Tokenization").

They are possessive, so that no character is matched twice. They match only tags and comments that are complete within
the slice, since a tag or comment at the end of the slice may continue in the next slice.
"""

from __future__ import annotations

import re
from typing import Final

from page_stats_core.page.patterns import possessive

BLANK: Final = r"\t\n\f\r "
# A tag name ends at a blank, "/" or ">" (§7.1). "<" starts markup only if a character of MARKUP follows; otherwise, "<"
# is text (§7.7).
NAME: Final = rf"[a-zA-Z][^{BLANK}/>]*+"
MARKUP: Final = r"[a-zA-Z/!?]"

# Quotes are delimiters only at the start of a value; "=" at the start of a name belongs to the name (§7.2).
VALUE: Final = rf"""(?:"[^"]*+"|'[^']*+'|[^{BLANK}>"'][^{BLANK}>]*+(?!\Z)|(?=>))"""
BEFORE_ATTRIBUTE: Final = rf"[{BLANK}/]*+"
ATTRIBUTE_ITSELF: Final = rf"[^{BLANK}/>][^{BLANK}/>=]*+(?:[{BLANK}]*+=[{BLANK}]*+{VALUE}|(?![{BLANK}]*+(?:=|\Z)))"
ATTRIBUTE: Final = BEFORE_ATTRIBUTE + ATTRIBUTE_ITSELF
# Characters allowed between the attributes and ">".
CLOSING: Final = rf"[{BLANK}/]*+"

# "<!-->" and "<!--->" are complete; other comments end with "-->" or "--!>" (§7.5).
COMMENT: Final = rf"!--(?:-?+>|[^-]*+{possessive('-(?!-!?>)[^-]*+')}--!?>)"
# Bogus comments end with the next ">", and "</>" is dropped (§7.4, §7.6).
BOGUS_COMMENT: Final = r"/(?![a-zA-Z])[^>]*+>|\?[^>]*+>|!(?!--)[^>]*+>"
BOGUS_COMMENT_BUT_CDATA: Final = r"/(?![a-zA-Z])[^>]*+>|\?[^>]*+>|!(?!--|\[CDATA\[)[^>]*+>"


def has_attribute(name: str) -> str:
    """Return a pattern that matches the attributes of a tag through the name of the attribute *name*."""
    return up_to_attribute(f"(?i:{name})") + rf"{BEFORE_ATTRIBUTE}(?i:{name})[{BLANK}/>=]"


def up_to_attribute(name: str) -> str:
    """Return a pattern for the attributes of a tag that come before an attribute whose name matches *name*."""
    return possessive(rf"{BEFORE_ATTRIBUTE}(?!(?:{name})[{BLANK}/>=]){ATTRIBUTE_ITSELF}")


def pattern(text: str) -> re.Pattern[str]:
    """Compile *text*; case-insensitive parts fold only ASCII letters (§7)."""
    return re.compile(text, re.A)
