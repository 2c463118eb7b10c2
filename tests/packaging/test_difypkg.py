"""The Dify package: its contents, its reproducibility and its signature."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from lib.difypkg import pack
from lib.difypkg import sign as difypkg_sign
from lib.difypkg.archive import DATE, SIZE_MAX, VERIFICATION, Package, PackageError, check_form
from lib.difypkg.keys import make_pair, read_private, read_public
from lib.difypkg.sign import compact, sign, signed_data
from lib.difypkg.verify import check_identifier, verify
from lib.repository import ROOT

PACKAGE = pack.pack()
OTHER_FORM = "is not the archive that difypkg writes of these files"


@pytest.fixture(scope="module")
def signed(keys: tuple[Path, Path]) -> Package:
    """Return the signed package."""
    return sign(PACKAGE, read_private(keys[0]))


def written(package: Package, path: Path) -> Path:
    """Write a package to *path* and return the path."""
    path.write_bytes(package.to_bytes())
    return path


class TestContents:
    def test_files(self) -> None:
        """The package contains the plugin, the core's sources and tables, and nothing else."""
        ours = {name for name in PACKAGE.entries if not name.startswith("page_stats_core/")}
        assert ours == {
            *("LICENSE", "PRIVACY.md", "README.md", "main.py", "manifest.yaml", "requirements.txt"),
            *("_assets/icon-dark.svg", "_assets/icon.svg"),
            *("adapter/__init__.py", "adapter/answer.py", "adapter/credentials.py", "adapter/summary.py"),
            "adapter/texts.py",
            *("provider/page_stats.py", "provider/page_stats.yaml", "tools/page_stats.py", "tools/page_stats.yaml"),
            *("readme/README_ja_JP.md", "readme/README_pt_BR.md", "readme/README_zh_Hans.md"),
        }

    def test_core(self) -> None:
        """The package contains the core's files unchanged, but without the files of the core's command."""
        core = ROOT / "packages" / "page_stats_core" / "src" / "page_stats_core"
        wanted = {
            path.relative_to(core).as_posix(): path.read_bytes()
            for path in core.rglob("*")
            if path.suffix in {".py", ".json"} and path.relative_to(core).parts[0] not in {"command", "__main__.py"}
        }
        del wanted["page/command.py"]
        prefix = "page_stats_core/"
        assert wanted == {
            name.removeprefix(prefix): content for name, content in PACKAGE.entries.items() if name.startswith(prefix)
        }

    def test_size(self) -> None:
        """The package is smaller than a megabyte."""
        assert len(PACKAGE.to_bytes()) < 1_000_000

    def test_nothing_private(self) -> None:
        """The package contains no private key, no local path and no package index."""
        for name, content in PACKAGE.entries.items():
            assert b"PRIVATE KEY" not in content, name
            assert b"/home/" not in content, name
            assert b"--index-url" not in content, name


class TestArchive:
    def test_reproducible(self, tmp_path: Path) -> None:
        """The package's bytes do not depend on the folder of the sources, the dates of the files, or the umask."""
        before = os.umask(0o027)
        try:
            for source in (pack.PLUGIN, pack.CORE):
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(source, tmp_path / source.name, copy_function=shutil.copyfile, ignore=ignored)
        finally:
            os.umask(before)
        for path in tmp_path.rglob("*"):
            os.utime(path, (1_000_000_000, 1_000_000_000))
        again = pack.pack(tmp_path / pack.PLUGIN.name, tmp_path / pack.CORE.name)
        assert again.to_bytes() == PACKAGE.to_bytes()

    def test_form(self, tmp_path: Path) -> None:
        """Entries are sorted and uncompressed, have a fixed date and mode, and are never folders."""
        with zipfile.ZipFile(written(PACKAGE, tmp_path / "a.difypkg")) as archive:
            infos = archive.infolist()
        assert [info.filename for info in infos] == sorted(info.filename for info in infos)
        forms = {(info.compress_type, info.date_time, info.external_attr, info.is_dir()) for info in infos}
        assert forms == {(zipfile.ZIP_STORED, (1980, 1, 1, 0, 0, 0), 0o644 << 16, False)}

    def test_what_was_left_lying_is_not_packed(self, tmp_path: Path) -> None:
        """A file that is not in the list of packed files is left out, even if it is in the plugin's folder."""
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(pack.PLUGIN, tmp_path / "plugin", ignore=ignored)
        for name in (".env", "notes.md", "release.private.pem", "adapter/answer.pyc", "tests/test_new.py"):
            (tmp_path / "plugin" / name).write_text("x")
        assert pack.pack(tmp_path / "plugin").entries == PACKAGE.entries


class TestUncommitted:
    def test_changed(self, tmp_path: Path) -> None:
        """The package's files that were changed, added or deleted since the last commit are listed."""
        folder = tmp_path / "my plugin"
        (folder / "tests").mkdir(parents=True)
        for name in ("changed.py", "gone.py", "same.py"):
            (folder / name).write_text(name)
        author = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]
        for command in (["init", "-q"], ["add", "."], [*author, "commit", "-qm", "All."]):
            subprocess.run(["git", *command], cwd=folder, check=True)
        assert pack.uncommitted(folder, ("*.py",)) == []
        (folder / "changed.py").write_text("other")
        (folder / "gone.py").unlink()
        for name in ("new.py", "tests/test_new.py"):
            (folder / name).write_text("new")
        assert pack.uncommitted(folder, ("*.py",)) == ["changed.py", "gone.py", "new.py"]

    def test_no_git(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """No file is listed if the folder is not in a git repository, or if git is not installed."""
        assert pack.uncommitted(tmp_path, ("*.py",)) == []
        monkeypatch.setenv("PATH", str(tmp_path))
        assert pack.uncommitted(tmp_path, ("*.py",)) == []


class TestSign:
    def test_good(self, signed: Package, keys: tuple[Path, Path], tmp_path: Path) -> None:
        """A signed package can be written, read again, and verified with its owner's public key."""
        package = Package.read(written(signed, tmp_path / "a.difypkg"))
        verify(package, read_public(keys[1]))
        check_identifier(package, signed.identifier())

    def test_reproducible(self, signed: Package, keys: tuple[Path, Path]) -> None:
        """Signing the same package with the same key produces the same bytes."""
        assert sign(pack.pack(), read_private(keys[0])).to_bytes() == signed.to_bytes()

    def test_twice(self, signed: Package, keys: tuple[Path, Path]) -> None:
        """A signed package cannot be signed again."""
        with pytest.raises(PackageError, match="already signed"):
            sign(signed, read_private(keys[0]))


def _tampered(package: Package) -> Package:
    content = bytearray(package.entries["main.py"])
    content[-2] ^= 1
    return Package({**package.entries, "main.py": bytes(content)}, package.comment)


def _added(package: Package) -> Package:
    return Package({"aaa.py": b"", **package.entries}, package.comment)


def _appended(package: Package) -> Package:
    return Package({**package.entries, "zzz.py": b""}, package.comment)


def _taken_out(package: Package) -> Package:
    return Package({n: c for n, c in package.entries.items() if n != "LICENSE"}, package.comment)


def _official(package: Package) -> Package:
    claim = compact({"authorized_category": "langgenius"})
    return Package({**package.entries, VERIFICATION: claim}, package.comment)


class TestVerify:
    @pytest.mark.parametrize(
        ("change", "why"),
        [
            (_tampered, "files were changed"),
            (_added, "files were changed, added"),
            (_appended, "added after the signature: zzz.py"),
            (_taken_out, "files were changed, added or removed"),
            (_official, "category community"),
            (lambda package: Package(package.entries), "must contain a signature"),
            (lambda package: Package(package.entries, b'{"signature":"!","time":1}'), "must contain a signature"),
            (lambda package: Package(package.entries, package.comment.replace(b",", b", ")), "around its signature"),
            (lambda package: PACKAGE, "unsigned"),
        ],
        ids=[
            *("tampered", "added", "appended", "taken out", "official", "no comment", "no signature", "blanks"),
            "unsigned",
        ],
    )
    def test_changed(
        self, change: Callable[[Package], Package], why: str, signed: Package, keys: tuple[Path, Path]
    ) -> None:
        """A package that was changed after signing is rejected, and the error names the kind of change."""
        with pytest.raises(PackageError, match=why):
            verify(change(signed), read_public(keys[1]))

    def test_wrong_key(self, signed: Package, tmp_path: Path) -> None:
        """If a package was signed with another key, the error says so and does not report changed files."""
        with pytest.raises(PackageError, match="signed with another key"):
            verify(signed, read_public(make_pair(tmp_path, 2048)[1]))

    def test_renamed(self, signed: Package, keys: tuple[Path, Path]) -> None:
        """A renamed file is detected only by the identifier, because the signature does not cover file names."""
        entries = {{"LICENSE": "LICENCE"}.get(name, name): content for name, content in signed.entries.items()}
        renamed = Package(entries, signed.comment)
        verify(renamed, read_public(keys[1]))
        with pytest.raises(PackageError, match="files were renamed"):
            check_identifier(renamed, signed.identifier())


class TestRead:
    def test_flipped_bit(self, signed: Package, tmp_path: Path) -> None:
        """A flipped bit in the archive is reported as damage."""
        raw = bytearray(signed.to_bytes())
        raw[raw.index(b"MIT License")] ^= 1
        (tmp_path / "a.difypkg").write_bytes(raw)
        with pytest.raises(PackageError, match="reading the package"):
            Package.read(tmp_path / "a.difypkg")

    @pytest.mark.parametrize("raw", [b"", b"no archive"])
    def test_no_archive(self, raw: bytes, tmp_path: Path) -> None:
        """A file that is not an archive is rejected."""
        (tmp_path / "a.difypkg").write_bytes(raw)
        with pytest.raises(PackageError, match="reading the package"):
            Package.read(tmp_path / "a.difypkg")

    @pytest.mark.filterwarnings("ignore:Duplicate name")
    @pytest.mark.parametrize(("name", "why"), [(VERIFICATION, "signed twice"), ("main.py", "files were added")])
    def test_twice(self, name: str, why: str, signed: Package, tmp_path: Path) -> None:
        """An archive with a second signature or with a duplicate file name is rejected."""
        path = written(signed, tmp_path / "a.difypkg")
        with zipfile.ZipFile(path, "a") as archive:
            archive.writestr(name, b"{}")
        with pytest.raises(PackageError, match=why):
            Package.read(path)

    @pytest.mark.parametrize("name", ["../main.py", "a/../../b", "/etc/passwd", "a\\b", "a//b", "./a", "folder/"])
    def test_path(self, name: str, tmp_path: Path) -> None:
        """An entry is rejected if its path leads out of the package or is not a normalized path of a file."""
        path = written(Package({name: b"", **PACKAGE.entries}), tmp_path / "a.difypkg")
        with pytest.raises(PackageError, match="only paths within it"):
            Package.read(path)

    def test_encrypted(self, signed: Package, tmp_path: Path) -> None:
        """An encrypted entry is rejected."""
        raw = bytearray(signed.to_bytes())
        raw[raw.index(b"PK\x01\x02") + 8] |= 1
        (tmp_path / "a.difypkg").write_bytes(raw)
        with pytest.raises(PackageError, match="reading the package"):
            Package.read(tmp_path / "a.difypkg")

    def test_too_large(self, tmp_path: Path) -> None:
        """A small archive with contents that are too large is rejected before it is unpacked."""
        path = tmp_path / "a.difypkg"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("zeros", bytes(SIZE_MAX + 1))
        with pytest.raises(PackageError, match="must contain at most"):
            Package.read(path)


def rewritten(package: Package, path: Path, said: Mapping[str, object]) -> Path:
    """Write *package* again as an archive in which the entry LICENSE has the attributes in *said*."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in package.entries.items():
            info = zipfile.ZipInfo(name, DATE)
            info.external_attr = 0o644 << 16
            for attribute, value in said.items() if name == "LICENSE" else ():
                setattr(info, attribute, value)
            archive.writestr(info, content)
        archive.comment = package.comment
    return path


def refuse_as_verify_does(path: Path, key: Path) -> None:
    """Run the same checks as the command ``verify``."""
    package = Package.read(path)
    verify(package, read_public(key))
    check_form(path, package)


class TestForm:
    @pytest.mark.parametrize(
        "said",
        [
            {"external_attr": 0o120777 << 16},
            {"compress_type": zipfile.ZIP_DEFLATED},
            {"date_time": (2026, 11, 30, 0, 0, 0)},
            {"comment": b"hello"},
            {"extra": b"\x01\x00\x10\x00" + bytes(16)},
        ],
        ids=["symbolic link", "compressed", "dated", "commented", "zip64"],
    )
    def test_entry(self, said: Mapping[str, object], signed: Package, tmp_path: Path) -> None:
        """An entry with unusual attributes is rejected, because the signature does not cover attributes."""
        path = rewritten(signed, tmp_path / "a.difypkg", said)
        with pytest.raises(PackageError, match=OTHER_FORM):
            check_form(path, Package.read(path))

    def test_as_it_was(self, signed: Package, tmp_path: Path) -> None:
        """An archive that was written again with the usual attributes is accepted."""
        path = rewritten(signed, tmp_path / "a.difypkg", {})
        check_form(path, Package.read(path))

    @pytest.mark.parametrize(
        "change",
        [lambda raw: raw + b"more", lambda raw: b"more" + raw, lambda raw: raw[:10] + bytes([raw[10] ^ 1]) + raw[11:]],
        ids=["behind", "before", "time of the first"],
    )
    def test_bytes(self, change: Callable[[bytes], bytes], signed: Package, tmp_path: Path) -> None:
        """An archive is rejected if bytes were added around it, or changed in a field that readers ignore."""
        path = tmp_path / "a.difypkg"
        path.write_bytes(change(signed.to_bytes()))
        with pytest.raises(PackageError, match=OTHER_FORM):
            check_form(path, Package.read(path))

    def test_every_byte(self, keys: tuple[Path, Path], tmp_path: Path) -> None:
        """A signed package is rejected after a change to any of its bytes, and after any truncation."""
        manifest = b"author: a\nname: b\nversion: 1.0.0\n"
        raw = sign(Package({"a/b.txt": b"hello", "manifest.yaml": manifest}), read_private(keys[0])).to_bytes()
        path = tmp_path / "a.difypkg"
        for place in range(len(raw)):
            for other in (raw[:place] + bytes([raw[place] ^ 0x20]) + raw[place + 1 :], raw[:place]):
                path.write_bytes(other)
                with pytest.raises(PackageError):
                    refuse_as_verify_does(path, keys[1])
        path.write_bytes(raw)
        refuse_as_verify_does(path, keys[1])


class TestCommands:
    def run(self, program: str, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Run a command of ``lib.difypkg``."""
        command = [sys.executable, "-m", f"lib.difypkg.{program}", *map(str, arguments)]
        return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)

    def test_all(self, keys: tuple[Path, Path], tmp_path: Path) -> None:
        """The commands pack a package, sign it, and verify it together with its published identifier."""
        assert self.run("pack", "--out", tmp_path).returncode == 0
        (packed,) = tmp_path.glob("*.difypkg")
        done = self.run("sign", "--key", keys[0], packed)
        assert done.returncode == 0, done.stderr
        signed = packed.with_suffix(".signed.difypkg")
        identifier = signed.with_suffix(".identifier")
        assert identifier.read_text() == f"{Package.read(signed).identifier()}\n"
        done = self.run("verify", signed, "--public-key", keys[1])
        assert (done.returncode, done.stdout.splitlines()[2]) == (0, "The identifier is the published one.")
        identifier.write_text("owner/page_stats:0.1.0@0\n")
        done = self.run("verify", signed, "--public-key", keys[1])
        assert (done.returncode, done.stdout) == (1, "")
        assert "must be the published one" in done.stderr
        identifier.write_text("")
        assert self.run("verify", signed, "--public-key", keys[1]).returncode == 1
        identifier.unlink()
        signed.write_bytes(signed.read_bytes() + b"more")
        done = self.run("verify", signed, "--public-key", keys[1])
        assert (done.returncode, OTHER_FORM in done.stderr) == (1, True)

    def test_refused(self, keys: tuple[Path, Path], tmp_path: Path) -> None:
        """If a command fails, it prints one message and exits with status 1."""
        unsigned = written(PACKAGE, tmp_path / "a.difypkg")
        done = self.run("verify", unsigned, "--public-key", keys[1])
        assert (done.returncode, done.stderr) == (1, "the package is unsigned\n")
        done = self.run("verify", tmp_path / "b.difypkg", "--public-key", keys[1])
        assert (done.returncode, done.stderr) == (1, f"{tmp_path / 'b.difypkg'}: No such file or directory\n")


def test_time_is_signed(signed: Package) -> None:
    """The signed data ends with a fixed time, which is also the date of the entries."""
    assert signed_data(signed.entries, difypkg_sign.TIME).endswith(b"315532800")
