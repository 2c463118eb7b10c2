"""Count idioms that make readers stumble, and fail if a count rises. Run it with ``python -m dev.lint.language``.

``language.toml`` holds the allowed counts. ``--write`` lowers them to the present counts. ``--show IDIOM`` lists where
an idiom occurs.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from lib.repository import ROOT, tracked

ALLOWED: Final = Path(__file__).with_name("language.toml")
GENERATED: Final = re.compile(r"docs/(contracts|frameworks|benchmarks)\.md|.*/generated/.*|spec/cases/.*")

# Maps the name of each idiom to the pattern that finds it and the usual wording.
IDIOMS: Final[Mapping[str, tuple[str, str]]] = {
    "is no": (
        r"(?<!there )\b(?:is|are|was|were|be) no (?!(?:longer|more|one|different|matter)\b)\w+",
        "is not a …",
    ),
    "told": (r"\b(?:tells?|told|telling)\b", "returns, receives, reports"),
    "what": (r"(?:^|(?<=[.!?:] )|(?<=\| ))What (?!is\b.*\?|are\b.*\?|\w+.*\?)", "subject, verb, object"),
    "beside": (r"\bbeside\b", "compared with, next to"),
    "stands": (r"\bstands?\b(?!-in| for)", "is in"),
    "anew": (r"\banew\b|\balone\b|\bby itself\b|\bto the letter\b", "again, only, exactly"),
    "is asked": (r"\b(?:is|are|was|were) asked\b", "is sent, is called"),
    "fronted": (r"(?:^|(?<=[.!?] ))(?:Where|Of|By|From|With|Whoever|Whatever) \w+", "subject first"),
    "hand over": (r"\bhand(?:s|ed|ing)? (?:it |them )?over\b|\bbe had\b|\bstrangers?\b", "passes, is available"),
}
MARKDOWN_CODE: Final = re.compile(r"```.*?```|`[^`]*`|<!--.*?-->", re.DOTALL)
BLOCK_COMMENT: Final = re.compile(r"/\*\*(.*?)\*/", re.DOTALL)


def markdown(source: str) -> Iterator[str]:
    """Yield the prose of a document, without code."""
    yield MARKDOWN_CODE.sub(" ", source)


def settings(source: str) -> Iterator[str]:
    """Yield the comments of a TOML or YAML file."""
    yield from re.findall(r"(?m)#\s(.+)$", source)


def python(source: str) -> Iterator[str]:
    """Yield docstrings, comments and messages."""
    docstrings = set[int]()
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and (
            docstring := ast.get_docstring(node)
        ):
            docstrings.add(id(node.body[0].value))  # type: ignore[attr-defined]
            yield docstring
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value if node.value.count(" ") > 3 else ""
    yield from re.findall(r"(?m)(?:^|  )# (.+)$", source)


def typescript(source: str) -> Iterator[str]:
    """Yield comments."""
    yield from (re.sub(r"(?m)^\s*\* ?", "", block) for block in BLOCK_COMMENT.findall(source))
    yield from re.findall(r"(?m)(?:^|\s)// (.+)$", source)


READERS: Final[Mapping[str, Callable[[str], Iterator[str]]]] = {
    ".md": markdown,
    ".py": python,
    ".ts": typescript,
    ".mts": typescript,
    ".toml": settings,
    ".yml": settings,
}


def texts() -> Iterator[tuple[str, str]]:
    """Yield every hand-written text, with its file."""
    for name in tracked("."):
        path = ROOT / name
        if (reader := READERS.get(path.suffix)) and not GENERATED.fullmatch(name) and path.is_file():
            yield from ((name, text) for text in reader(path.read_text("utf-8")))


def found() -> Iterator[tuple[str, str, str]]:
    """Yield each occurrence of an idiom: its name, the file, and the words around it."""
    for file, text in texts():
        for name, (pattern, _) in IDIOMS.items():
            for match in re.finditer(pattern, text, re.MULTILINE):
                around = text[max(0, match.start() - 30) : match.end() + 40]
                yield name, file, " ".join(around.split())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", choices=IDIOMS, help="list the places of this idiom")
    parser.add_argument("--write", action="store_true", help="lower the allowed counts to the current ones")
    options = parser.parse_args()
    places = [*found()]
    counts = Counter(dict.fromkeys(IDIOMS, 0)) + Counter()
    counts.update(name for name, _, _ in places)
    if options.show:
        print("\n".join(f"{file}: … {words} …" for name, file, words in places if name == options.show))
    allowed: dict[str, int] = tomllib.loads(ALLOWED.read_text("utf-8"))["allowed"]
    risen = {name for name in IDIOMS if counts[name] > allowed[name]}
    for name in sorted(risen):
        print(f"{name!r}: {counts[name]} times, {allowed[name]} allowed: write {IDIOMS[name][1]!r} (--show {name!r})")
    if options.write and not risen:
        lines = "".join(f'"{name}" = {counts[name]}\n' for name in IDIOMS)
        head, _, _ = ALLOWED.read_text("utf-8").partition("[allowed]\n")
        ALLOWED.write_text(f"{head}[allowed]\n{lines}", "utf-8")
    return int(bool(risen))


if __name__ == "__main__":
    sys.exit(main())
