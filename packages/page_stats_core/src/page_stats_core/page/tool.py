"""The tool's name, its description for models, and all limits.

Paragraph numbers (§) refer to spec/page-stats.md.
"""

from __future__ import annotations

from typing import Final

TOOL_NAME: Final = "page_stats"
TOOL_TITLE: Final = "Page Stats"
# The name of the parameter that holds the subject of a call: the URL of the page.
SUBJECT: Final = "url"
TOOL_DESCRIPTION: Final = (
    "Check a web page before reading it: fetch an http or https URL and return the page's title, the number of words "
    "in its visible text (word_count) and how many of them are in links (link_word_count). word_count - "
    "link_word_count is the better guess at how much there is to read. Few or no words often mean that scripts render "
    "the page, or that it shows a consent or login form first. truncated means that only the beginning of the page was "
    "counted. A failure gives its cause in error_code and message; retry only if retryable is true."
)

MAX_BYTES_DEFAULT: Final = 2_000_000
MAX_BYTES_MAX: Final = 20_000_000
USER_AGENT_MAX: Final = 256
URL_MAX: Final = 8_000
FINAL_URL_MAX: Final = 2_048
TITLE_MAX: Final = 300
CONTENT_TYPE_MAX: Final = 200
MAX_REDIRECTS: Final = 10
RETRY_AFTER_MAX: Final = 86_400

# The Fetch Standard, section 2.9, "Port blocking".
BAD_PORTS: Final = frozenset(
    {
        *(0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104),
        *(109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526),
        *(530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659),
        *(4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080),
    }
)
