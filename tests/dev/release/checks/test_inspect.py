"""The inspection of the built artefacts reports every defect."""

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
    """Return the file name of each kind of artefact."""
    kinds = ("langchain wheel", "langchain sdist", "openclaw", "dify", "core wheel", "core sdist")
    return dict(zip(kinds, artefacts.names(stated(tree)), strict=True))


@pytest.fixture
def changed(dist: Path, tree: Path, names: dict[str, str]) -> Change:
    """Return a function that changes files in an artefact and returns the errors found, without the artefact's name."""

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
    """Return a function that maps a metadata file's name to its path in the core's wheel."""
    return lambda name: f"page_stats_core-{canonical(stated(tree))}.dist-info/{name}"


class TestFiles:
    def test_in_order(self, dist: Path, tree: Path) -> None:
        """Freshly built artefacts pass the inspection and twine's check."""
        assert inspect.inspect(dist, tree) == []
        assert inspect.twine([*dist.glob("*.whl"), *dist.glob("*.tar.gz")]) == []

    def test_missing(self, dist: Path, tree: Path, names: dict[str, str]) -> None:
        """Missing and unexpected artefacts are named."""
        (dist / names["dify"]).rename(dist / "page_stats-9.9.9.difypkg")
        assert inspect.inspect(dist, tree) == [
            f"{names['dify']} is missing: run `hatch run build`",
            f"page_stats-9.9.9.difypkg is unexpected: {stated(tree)} has no such file",
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
        assert changed(kind, {name: b""}) == [f"contains unexpected {name}"]

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
        """A file that an artefact should contain, but does not, is reported."""
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
        """A file that differs from its source is reported, even if only the line endings differ."""
        fault = f"{name} differs from packages/{source}: run `hatch run build`"
        assert changed(kind, {name: ("\n", "\r\n")}) == [fault]

    def test_link(self, changed: Change, tree: Path, tmp_path: Path) -> None:
        """A source file that is a symbolic link is reported, because its target may differ between machines."""
        name = "packages/page_stats_core/src/page_stats_core/py.typed"
        (tree / name).rename(tmp_path / "behind")
        (tree / name).symlink_to(tmp_path / "behind")
        fault = "page_stats_core/py.typed must be a regular file in the tree, not a link"
        assert changed("core wheel", {}) == [fault, f"page_stats_core-{stated(tree)}.tar.gz: src/{fault}"]

    def test_packed(self, dist: Path, tree: Path, names: dict[str, str]) -> None:
        """The archive's entries are checked, so a symbolic link in an archive is reported."""
        link = zipfile.ZipInfo("main.py.link")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        with zipfile.ZipFile(dist / names["dify"], "a") as archive:
            archive.writestr(link, "/etc/hostname")
        assert f"{names['dify']}: contains main.py.link, which must be a regular file" in inspect.inspect(dist, tree)

    def test_committed(self, dist: Path, tree: Path, names: dict[str, str]) -> None:
        """A source file that an artefact lacks is reported. Files of kinds that packages never contain are ignored."""
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
        """If a file in an artefact states another version, the error names the file."""
        faults = changed(kind, {name: (stated(tree), "9.9.9")})
        assert f"{name} must state version {stated(tree)}, got 9.9.9" in faults

    def test_wheel(self, changed: Change, tree: Path, info: Callable[[str], str]) -> None:
        """A wheel is reported if its metadata states another version than its file name."""
        version = stated(tree)
        faults = changed("core wheel", {info("METADATA"): (f"\nVersion: {version}\n", "\nVersion: 9.9.9\n")})
        assert faults == [f"{info('METADATA')} must state version {version}, got 9.9.9"]

    @pytest.mark.parametrize(
        "pin", ["page-stats-core>=0.1.0", "page-stats-core==9.9.9", "page-stats-core", "page-stats-core==0.*"]
    )
    def test_pin(self, changed: Change, tree: Path, pin: str) -> None:
        """A LangChain package is reported unless it pins the core to the version of the release."""
        version = stated(tree)
        (fault,) = changed("langchain sdist", {"PKG-INFO": (f"page-stats-core=={version}", pin)})
        assert fault == f"must require page-stats-core=={version}, got {pin}"


class TestLicence:
    @pytest.mark.parametrize("kind", ["core sdist", "langchain sdist", "dify", "openclaw"])
    def test_missing(self, changed: Change, kind: str) -> None:
        """A missing licence is reported."""
        assert changed(kind, {"LICENSE": None}) == ["lacks LICENSE", "LICENSE is missing"]

    def test_missing_in_a_wheel(self, changed: Change, info: Callable[[str], str]) -> None:
        """A licence missing from a wheel's metadata is reported."""
        name = info("licenses/LICENSE")
        assert changed("core wheel", {name: None}) == [f"lacks {name}", "LICENSE is missing"]

    def test_another(self, changed: Change) -> None:
        """A licence with other text, or with another name in the metadata, is reported."""
        assert "LICENSE must be the repository's LICENSE" in changed("openclaw", {"LICENSE": b"All yours."})
        assert "package.json must state the licence MIT, got ISC" in changed(
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
        assert fault.startswith("dist/index.js must not contain ")
        assert fault.endswith(text)

    def test_tree(self, changed: Change, tree: Path) -> None:
        """A file that contains the path of the build folder is reported."""
        assert "main.py reveals where it was built" in changed("dify", {"main.py": str(tree).encode()})

    def test_direct_url(self, changed: Change, info: Callable[[str], str]) -> None:
        """A direct_url.json file, in which an installer records a local source, is reported."""
        name = info("direct_url.json")
        assert f"{name} reveals where it was installed from" in changed("core wheel", {name: b"{}"})


def test_twine(dist: Path, names: dict[str, str], info: Callable[[str], str]) -> None:
    """Errors that twine finds in the metadata are reported."""
    path = dist / names["core wheel"]
    contents = dict(artefacts.contents(path))
    contents[info("METADATA")] = contents[info("METADATA")].replace(b"text/markdown", b"text/fortran")
    write(path, contents)
    (fault,) = inspect.twine([path])
    assert fault.startswith("twine check: ")
    assert "text/fortran" in fault
