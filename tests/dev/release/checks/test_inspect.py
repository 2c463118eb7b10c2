"""Every defect of an artefact is found and named."""

from __future__ import annotations

import io
import stat
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from dev.release import build
from dev.release.checks import inspect
from lib import artefacts
from lib.versions import canonical, stated

pytestmark = pytest.mark.slow

LANGCHAIN = "langchain_page_stats"

Change = Callable[..., list[str]]


@pytest.fixture
def names(tree: Path) -> dict[str, str]:
    """Return the artefacts' names by kind."""
    kinds = ("langchain wheel", "langchain sdist", "openclaw", "dify", "core wheel", "core sdist")
    return dict(zip(kinds, artefacts.names(stated(tree)), strict=True))


@pytest.fixture
def changed(dist: Path, tree: Path, names: dict[str, str]) -> Change:
    """Return a function that changes files of one artefact and returns the resulting faults without its name."""

    def change(kind: str, files: Mapping[str, tuple[str, str] | bytes | None]) -> list[str]:
        path = dist / names[kind]
        contents = dict(artefacts.contents(path))
        for name, change in files.items():
            if isinstance(change, tuple):
                assert change[0].encode() in contents[name]
                contents[name] = contents[name].replace(*(text.encode() for text in change))
            elif change is None:
                del contents[name]
            else:
                contents[name] = change
        write(path, contents)
        return [fault.removeprefix(f"{path.name}: ") for fault in inspect.inspect(dist, tree)]

    return change


def write(path: Path, contents: Mapping[str, bytes]) -> None:
    """Write an artefact with *contents*."""
    if path.name.endswith("gz"):
        folder = "package" if path.suffix == ".tgz" else path.name.removesuffix(".tar.gz")
        with tarfile.open(path, "w:gz") as tarball:
            for name, content in contents.items():
                member = tarfile.TarInfo(f"{folder}/{name}")
                member.size = len(content)
                tarball.addfile(member, io.BytesIO(content))
        return
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in contents.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)


@pytest.fixture
def info(tree: Path) -> Callable[[str], str]:
    """Return a function from a metadata file's name to its path in the wheel."""
    return lambda name: f"page_stats_core-{canonical(stated(tree))}.dist-info/{name}"


class TestFiles:
    def test_in_order(self, dist: Path, tree: Path) -> None:
        """Freshly built artefacts pass, and twine agrees."""
        assert inspect.inspect(dist, tree) == []
        assert inspect.twine([*dist.glob("*.whl"), *dist.glob("*.tar.gz")]) == []

    def test_missing(self, dist: Path, tree: Path, names: dict[str, str]) -> None:
        """Missing and unexpected artefacts are named."""
        (dist / names["dify"]).rename(dist / "page_stats-9.9.9.difypkg")
        assert inspect.inspect(dist, tree) == [
            f"{names['dify']} is missing: hatch run build",
            f"page_stats-9.9.9.difypkg is not one of the files of {stated(tree)}.",
        ]

    def test_nothing_built(self, tree: Path) -> None:
        """All artefacts are missing if nothing was built."""
        assert len(inspect.inspect(tree / "dist", tree)) == 6

    @pytest.mark.parametrize(
        ("kind", "name"),
        [
            ("core wheel", "page_stats_core/notes.txt"),
            ("core sdist", "tests/test_page.py"),
            ("langchain wheel", "tests/__init__.py"),
            ("langchain sdist", "src/langchain_page_stats/.env"),
            ("dify", "keys/release.pem"),
            ("openclaw", "src/index.ts"),
        ],
    )
    def test_extra(self, changed: Change, kind: str, name: str) -> None:
        """A file that the package does not need is reported."""
        assert changed(kind, {name: b""}) == [f"holds {name}, which it should not"]

    @pytest.mark.parametrize(
        ("kind", "name"),
        [
            ("core wheel", "page_stats_core/py.typed"),
            ("core sdist", "src/page_stats_core/calls.py"),
            ("langchain wheel", "langchain_page_stats/tool.py"),
            ("langchain sdist", "README.md"),
            ("dify", "page_stats_core/calls.py"),
            ("openclaw", "dist/index.js"),
        ],
    )
    def test_lacking(self, changed: Change, kind: str, name: str) -> None:
        """A missing file is reported."""
        assert changed(kind, {name: None}) == [f"lacks {name}"]

    @pytest.mark.parametrize(
        ("kind", "name", "source"),
        [
            ("core wheel", "page_stats_core/calls.py", "page_stats_core/src/page_stats_core/calls.py"),
            ("core sdist", "pyproject.toml", "page_stats_core/pyproject.toml"),
            (
                "langchain wheel",
                "langchain_page_stats/tool.py",
                "langchain_page_stats/src/langchain_page_stats/tool.py",
            ),
            ("langchain sdist", "README.md", "langchain_page_stats/README.md"),
            ("dify", "manifest.yaml", "dify_page_stats/manifest.yaml"),
            ("dify", "page_stats_core/calls.py", "page_stats_core/src/page_stats_core/calls.py"),
            ("openclaw", "openclaw.plugin.json", "openclaw-page-stats/openclaw.plugin.json"),
        ],
    )
    def test_other_contents(self, changed: Change, kind: str, name: str, source: str) -> None:
        """A file that differs from the tree is reported, even if only by its line endings."""
        assert changed(kind, {name: ("\n", "\r\n")}) == [f"{name} is not what packages/{source} is: hatch run build"]

    def test_link(self, changed: Change, tree: Path, tmp_path: Path) -> None:
        """A file that is a link in the tree is reported because its target differs between machines."""
        name = "packages/page_stats_core/src/page_stats_core/py.typed"
        (tree / name).rename(tmp_path / "behind")
        (tree / name).symlink_to(tmp_path / "behind")
        fault = "page_stats_core/py.typed is a link in the tree: elsewhere it is another file"
        assert changed("core wheel", {}) == [fault, f"page_stats_core-{stated(tree)}.tar.gz: src/{fault}"]

    def test_packed(self, dist: Path, tree: Path, names: dict[str, str]) -> None:
        """The form of the archive is checked as well."""
        link = zipfile.ZipInfo("main.py.link")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        with zipfile.ZipFile(dist / names["dify"], "a") as archive:
            archive.writestr(link, "/etc/hostname")
        assert f"{names['dify']}: holds main.py.link, which is no plain file" in inspect.inspect(dist, tree)

    def test_committed(self, dist: Path, tree: Path, names: dict[str, str]) -> None:
        """A file added to the tree must be in the artefacts if packages hold files of its kind."""
        folder = tree / "packages/page_stats_core/src/page_stats_core"
        (folder / "new.py").write_text("")
        (folder / "notes.orig").write_text("")
        build.run(["git", "add", "--all"], tree, build.plain_environment())
        assert inspect.inspect(dist, tree) == [
            f"{names['dify']}: lacks page_stats_core/new.py",
            f"{names['core wheel']}: lacks page_stats_core/new.py",
            f"{names['core sdist']}: lacks src/page_stats_core/new.py",
        ]


class TestVersions:
    @pytest.mark.parametrize(
        ("kind", "name"),
        [
            ("core wheel", "page_stats_core/about.py"),
            ("core sdist", "PKG-INFO"),
            ("core sdist", "pyproject.toml"),
            ("core sdist", "src/page_stats_core/about.py"),
            ("langchain sdist", "PKG-INFO"),
            ("dify", "manifest.yaml"),
            ("dify", "page_stats_core/about.py"),
            ("openclaw", "package.json"),
            ("openclaw", "openclaw.plugin.json"),
            ("openclaw", "dist/generated/about.js"),
        ],
    )
    def test_differs(self, changed: Change, tree: Path, kind: str, name: str) -> None:
        """A place in an artefact with another version is named."""
        faults = changed(kind, {name: (stated(tree), "9.9.9")})
        assert f"{name} says version 9.9.9, the tree {stated(tree)}" in faults

    def test_wheel(self, changed: Change, tree: Path, info: Callable[[str], str]) -> None:
        """A wheel whose metadata has another version than its file name is detected."""
        version = stated(tree)
        faults = changed("core wheel", {info("METADATA"): (f"\nVersion: {version}\n", "\nVersion: 9.9.9\n")})
        assert faults == [f"{info('METADATA')} says version 9.9.9, the tree {version}"]

    @pytest.mark.parametrize(
        "pin", ["page-stats-core>=0.1.0", "page-stats-core==9.9.9", "page-stats-core", "page-stats-core==0.*"]
    )
    def test_pin(self, changed: Change, tree: Path, pin: str) -> None:
        """A dependency on the core that is a range or another version is reported."""
        version = stated(tree)
        (fault,) = changed("langchain sdist", {"PKG-INFO": (f"page-stats-core=={version}", pin)})
        assert fault == f"requires {pin}, which is not the pin page-stats-core=={version}"


class TestLicence:
    @pytest.mark.parametrize("kind", ["core sdist", "langchain sdist", "dify", "openclaw"])
    def test_missing(self, changed: Change, kind: str) -> None:
        """A missing licence is reported."""
        assert changed(kind, {"LICENSE": None}) == ["lacks LICENSE", "has no LICENSE"]

    def test_missing_in_a_wheel(self, changed: Change, info: Callable[[str], str]) -> None:
        """A licence missing from a wheel's metadata is reported."""
        name = info("licenses/LICENSE")
        assert changed("core wheel", {name: None}) == [f"lacks {name}", "has no LICENSE"]

    def test_another(self, changed: Change) -> None:
        """A licence with other text, or with another name in the metadata, is reported."""
        assert "has no LICENSE with the text of ours" in changed("openclaw", {"LICENSE": b"All yours."})
        assert "package.json states the licence ISC, not MIT" in changed(
            "openclaw", {"package.json": ('"MIT"', '"ISC"')}
        )


class TestPrivate:
    @pytest.mark.parametrize(
        "text",
        [
            "/home/somebody/x",
            "C:\\Users\\",
            "file:///srv/x",
            "--extra-index-url",
            "-----BEGIN RSA PRIVATE KEY-----",
        ],
    )
    def test_text(self, changed: Change, text: str) -> None:
        """Machine paths, index addresses and keys are found in any file."""
        (fault,) = changed("openclaw", {"dist/index.js": f"See {text}".encode()})
        assert fault.startswith("dist/index.js holds ")
        assert fault.endswith(text)

    def test_tree(self, changed: Change, tree: Path) -> None:
        """The path of the build folder is found."""
        assert "main.py says where it was built" in changed("dify", {"main.py": str(tree).encode()})

    def test_direct_url(self, changed: Change, info: Callable[[str], str]) -> None:
        """An installer's record of a local source is not published."""
        name = info("direct_url.json")
        assert f"{name} says where it was installed from" in changed("core wheel", {name: b"{}"})


def test_twine(dist: Path, names: dict[str, str], info: Callable[[str], str]) -> None:
    """The metadata is checked with twine."""
    path = dist / names["core wheel"]
    contents = dict(artefacts.contents(path))
    contents[info("METADATA")] = contents[info("METADATA")].replace(b"text/markdown", b"text/fortran")
    write(path, contents)
    (fault,) = inspect.twine([path])
    assert fault.startswith("twine check: ")
    assert "text/fortran" in fault
