"""The Dify package: what it holds, that the same sources make the same bytes, and what its signature covers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import difypkg
import difypkg_sign
import pytest
from difypkg_archive import DATE, SIZE_MAX, VERIFICATION, Package, PackageError, check_form
from difypkg_keys import make_pair, read_private, read_public
from difypkg_sign import compact, sign, signed_data
from difypkg_verify import check_identifier, verify

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = difypkg.pack()


@pytest.fixture(scope="module")
def signed(keys: tuple[Path, Path]) -> Package:
    """Return the package, signed."""
    return sign(PACKAGE, read_private(keys[0]))


def written(package: Package, path: Path) -> Path:
    """Write a package, and return where it is."""
    path.write_bytes(package.to_bytes())
    return path


class TestContents:
    def test_files(self) -> None:
        """It holds the plugin, the core's sources and tables, and nothing else."""
        ours = {name for name in PACKAGE.entries if not name.startswith("page_stats_core/")}
        assert ours == {
            *("LICENSE", "PRIVACY.md", "README.md", "main.py", "manifest.yaml", "requirements.txt"),
            *("_assets/icon-dark.svg", "_assets/icon.svg"),
            *("adapter/__init__.py", "adapter/answer.py", "adapter/credentials.py", "adapter/texts.py"),
            *("provider/page_stats.py", "provider/page_stats.yaml", "tools/page_stats.py", "tools/page_stats.yaml"),
            *("readme/README_ja_JP.md", "readme/README_pt_BR.md", "readme/README_zh_Hans.md"),
        }

    def test_core(self) -> None:
        """The core is there to the letter, its command aside."""
        core = ROOT / "packages" / "page_stats_core" / "src" / "page_stats_core"
        wanted = {
            path.relative_to(core).as_posix(): path.read_bytes()
            for path in core.rglob("*")
            if path.suffix in {".py", ".json"} and path.relative_to(core).parts[0] not in {"command", "__main__.py"}
        }
        prefix = "page_stats_core/"
        assert wanted == {
            name.removeprefix(prefix): content for name, content in PACKAGE.entries.items() if name.startswith(prefix)
        }

    def test_size(self) -> None:
        """It is smaller than a megabyte."""
        assert len(PACKAGE.to_bytes()) < 1_000_000

    def test_nothing_private(self) -> None:
        """No key, no path of a machine and no index of packages is in it."""
        for name, content in PACKAGE.entries.items():
            assert b"PRIVATE KEY" not in content, name
            assert b"/home/" not in content, name
            assert b"--index-url" not in content, name


class TestArchive:
    def test_reproducible(self, tmp_path: Path) -> None:
        """Sources in another folder, of another time, under another umask make the same bytes."""
        before = os.umask(0o027)
        try:
            for source in (difypkg.PLUGIN, difypkg.CORE):
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(source, tmp_path / source.name, copy_function=shutil.copyfile, ignore=ignored)
        finally:
            os.umask(before)
        for path in tmp_path.rglob("*"):
            os.utime(path, (1_000_000_000, 1_000_000_000))
        again = difypkg.pack(tmp_path / difypkg.PLUGIN.name, tmp_path / difypkg.CORE.name)
        assert again.to_bytes() == PACKAGE.to_bytes()

    def test_form(self, tmp_path: Path) -> None:
        """Entries are sorted, stored, of the same date and rights; there are none for folders."""
        with zipfile.ZipFile(written(PACKAGE, tmp_path / "a.difypkg")) as archive:
            infos = archive.infolist()
        assert [info.filename for info in infos] == sorted(info.filename for info in infos)
        forms = {(info.compress_type, info.date_time, info.external_attr, info.is_dir()) for info in infos}
        assert forms == {(zipfile.ZIP_STORED, (1980, 1, 1, 0, 0, 0), 0o644 << 16, False)}

    def test_what_was_left_lying_is_not_packed(self, tmp_path: Path) -> None:
        """A file that nobody named is not packed, be it beside the others."""
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(difypkg.PLUGIN, tmp_path / "plugin", ignore=ignored)
        for name in (".env", "notes.md", "release.private.pem", "adapter/answer.pyc", "tests/test_new.py"):
            (tmp_path / "plugin" / name).write_text("x")
        assert difypkg.pack(tmp_path / "plugin").entries == PACKAGE.entries


class TestUncommitted:
    def test_changed(self, tmp_path: Path) -> None:
        """What was changed, added or taken away since the commit is named, if it is for the package."""
        folder = tmp_path / "my plugin"
        (folder / "tests").mkdir(parents=True)
        for name in ("changed.py", "gone.py", "same.py"):
            (folder / name).write_text(name)
        author = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]
        for command in (["init", "-q"], ["add", "."], [*author, "commit", "-qm", "All."]):
            subprocess.run(["git", *command], cwd=folder, check=True)
        assert difypkg.uncommitted(folder, ("*.py",)) == []
        (folder / "changed.py").write_text("other")
        (folder / "gone.py").unlink()
        for name in ("new.py", "tests/test_new.py"):
            (folder / name).write_text("new")
        assert difypkg.uncommitted(folder, ("*.py",)) == ["changed.py", "gone.py", "new.py"]

    def test_no_git(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where there is no repository, or no git, nothing is said."""
        assert difypkg.uncommitted(tmp_path, ("*.py",)) == []
        monkeypatch.setenv("PATH", str(tmp_path))
        assert difypkg.uncommitted(tmp_path, ("*.py",)) == []


class TestSign:
    def test_good(self, signed: Package, keys: tuple[Path, Path], tmp_path: Path) -> None:
        """A signed package is accepted with the key of its owner, read anew."""
        package = Package.read(written(signed, tmp_path / "a.difypkg"))
        verify(package, read_public(keys[1]))
        check_identifier(package, signed.identifier())

    def test_reproducible(self, signed: Package, keys: tuple[Path, Path]) -> None:
        """The same package and key make the same bytes."""
        assert sign(difypkg.pack(), read_private(keys[0])).to_bytes() == signed.to_bytes()

    def test_twice(self, signed: Package, keys: tuple[Path, Path]) -> None:
        """What is signed is not signed again."""
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
        """A package that was changed since is refused, and it is said how it was."""
        with pytest.raises(PackageError, match=why):
            verify(change(signed), read_public(keys[1]))

    def test_wrong_key(self, signed: Package, tmp_path: Path) -> None:
        """With the key of somebody else the package is refused, and not called changed."""
        with pytest.raises(PackageError, match="signed with another key"):
            verify(signed, read_public(make_pair(tmp_path, 2048)[1]))

    def test_renamed(self, signed: Package, keys: tuple[Path, Path]) -> None:
        """Names are not signed, so what was renamed shows in the identifier alone."""
        entries = {{"LICENSE": "LICENCE"}.get(name, name): content for name, content in signed.entries.items()}
        renamed = Package(entries, signed.comment)
        verify(renamed, read_public(keys[1]))
        with pytest.raises(PackageError, match="files were renamed"):
            check_identifier(renamed, signed.identifier())


class TestRead:
    def test_flipped_bit(self, signed: Package, tmp_path: Path) -> None:
        """A bit that was flipped in the archive is damage."""
        raw = bytearray(signed.to_bytes())
        raw[raw.index(b"MIT License")] ^= 1
        (tmp_path / "a.difypkg").write_bytes(raw)
        with pytest.raises(PackageError, match="reading the package"):
            Package.read(tmp_path / "a.difypkg")

    @pytest.mark.parametrize("raw", [b"", b"no archive"])
    def test_no_archive(self, raw: bytes, tmp_path: Path) -> None:
        """What is no archive is called so."""
        (tmp_path / "a.difypkg").write_bytes(raw)
        with pytest.raises(PackageError, match="reading the package"):
            Package.read(tmp_path / "a.difypkg")

    @pytest.mark.filterwarnings("ignore:Duplicate name")
    @pytest.mark.parametrize(("name", "why"), [(VERIFICATION, "signed twice"), ("main.py", "files were added")])
    def test_twice(self, name: str, why: str, signed: Package, tmp_path: Path) -> None:
        """A second signature, and a second file of a name, are refused."""
        path = written(signed, tmp_path / "a.difypkg")
        with zipfile.ZipFile(path, "a") as archive:
            archive.writestr(name, b"{}")
        with pytest.raises(PackageError, match=why):
            Package.read(path)

    @pytest.mark.parametrize("name", ["../main.py", "a/../../b", "/etc/passwd", "a\\b", "a//b", "./a", "folder/"])
    def test_path(self, name: str, tmp_path: Path) -> None:
        """A path that leads out of the package, or to no file, is refused."""
        path = written(Package({name: b"", **PACKAGE.entries}), tmp_path / "a.difypkg")
        with pytest.raises(PackageError, match="only paths within it"):
            Package.read(path)

    def test_encrypted(self, signed: Package, tmp_path: Path) -> None:
        """What cannot be read without a password is refused."""
        raw = bytearray(signed.to_bytes())
        raw[raw.index(b"PK\x01\x02") + 8] |= 1
        (tmp_path / "a.difypkg").write_bytes(raw)
        with pytest.raises(PackageError, match="reading the package"):
            Package.read(tmp_path / "a.difypkg")

    def test_too_large(self, tmp_path: Path) -> None:
        """A small archive of much is refused before it is unpacked."""
        path = tmp_path / "a.difypkg"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("zeros", bytes(SIZE_MAX + 1))
        with pytest.raises(PackageError, match="must contain at most"):
            Package.read(path)


def rewritten(package: Package, path: Path, change: Callable[[zipfile.ZipInfo], None]) -> Path:
    """Write an archive of the same files, of which *change* was done to what is said of LICENSE."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in package.entries.items():
            info = zipfile.ZipInfo(name, DATE)
            info.external_attr = 0o644 << 16
            if name == "LICENSE":
                change(info)
            archive.writestr(info, content)
        archive.comment = package.comment
    return path


def as_link(info: zipfile.ZipInfo) -> None:
    """Say that the file is a symbolic link."""
    info.external_attr = 0o120777 << 16


def deflated(info: zipfile.ZipInfo) -> None:
    """Have the file compressed."""
    info.compress_type = zipfile.ZIP_DEFLATED


def dated(info: zipfile.ZipInfo) -> None:
    """Give the file another date."""
    info.date_time = (2026, 11, 30, 0, 0, 0)


def commented(info: zipfile.ZipInfo) -> None:
    """Say something about the file."""
    info.comment = b"hello"


def large(info: zipfile.ZipInfo) -> None:
    """Have room for a size of eight bytes (zip64)."""
    info.extra = b"\x01\x00\x10\x00" + bytes(16)


def refuse_as_verify_does(path: Path, key: Path) -> None:
    """Do what the command does with a package."""
    package = Package.read(path)
    verify(package, read_public(key))
    check_form(path, package)


class TestForm:
    @pytest.mark.parametrize("change", [as_link, deflated, dated, commented, large])
    def test_entry(self, change: Callable[[zipfile.ZipInfo], None], signed: Package, tmp_path: Path) -> None:
        """What the archive says of a file beyond its contents is not signed, so it is compared: the file is named."""
        path = rewritten(signed, tmp_path / "a.difypkg", change)
        with pytest.raises(PackageError, match="the entry of LICENSE was changed"):
            check_form(path, Package.read(path))

    def test_as_it_was(self, signed: Package, tmp_path: Path) -> None:
        """An archive that says the same is the same."""
        path = rewritten(signed, tmp_path / "a.difypkg", lambda _: None)
        check_form(path, Package.read(path))

    @pytest.mark.parametrize(
        ("before", "behind", "why"), [(b"", b"more", "appended"), (b"more", b"", "before its beginning")]
    )
    def test_around(self, before: bytes, behind: bytes, why: str, signed: Package, tmp_path: Path) -> None:
        """Bytes around the archive, which Dify does not mind, are refused."""
        (tmp_path / "a.difypkg").write_bytes(before + signed.to_bytes() + behind)
        with pytest.raises(PackageError, match=why):
            check_form(tmp_path / "a.difypkg", Package.read(tmp_path / "a.difypkg"))

    def test_local_header(self, signed: Package, tmp_path: Path) -> None:
        """A byte in front of a file that no reader looks at is refused, too."""
        raw = bytearray(signed.to_bytes())
        raw[10] ^= 1  # the time of the first
        (tmp_path / "a.difypkg").write_bytes(raw)
        with pytest.raises(PackageError, match="between or after its entries was changed"):
            check_form(tmp_path / "a.difypkg", Package.read(tmp_path / "a.difypkg"))

    def test_every_byte(self, keys: tuple[Path, Path], tmp_path: Path) -> None:
        """Whichever byte is changed, and wherever the package is cut off, it is refused."""
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
        """Run a program of tools."""
        command = [sys.executable, str(ROOT / "tools" / f"{program}.py"), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)

    def test_all(self, keys: tuple[Path, Path], tmp_path: Path) -> None:
        """Packed, signed and verified; the identifier lies beside the signed package, and is looked at."""
        assert self.run("difypkg", "--out", tmp_path).returncode == 0
        (packed,) = tmp_path.glob("*.difypkg")
        done = self.run("difypkg_sign", "--key", keys[0], packed)
        assert done.returncode == 0, done.stderr
        signed = packed.with_suffix(".signed.difypkg")
        identifier = signed.with_suffix(".identifier")
        assert identifier.read_text() == f"{Package.read(signed).identifier()}\n"
        done = self.run("difypkg_verify", signed, "--public-key", keys[1])
        assert (done.returncode, done.stdout.splitlines()[2]) == (0, "The identifier is the published one.")
        identifier.write_text("owner/page_stats:0.1.0@0\n")
        done = self.run("difypkg_verify", signed, "--public-key", keys[1])
        assert (done.returncode, done.stdout) == (1, "")
        assert "must be the published one" in done.stderr
        identifier.write_text("")
        assert self.run("difypkg_verify", signed, "--public-key", keys[1]).returncode == 1
        identifier.unlink()
        signed.write_bytes(signed.read_bytes() + b"more")
        done = self.run("difypkg_verify", signed, "--public-key", keys[1])
        assert (done.returncode, "data was appended" in done.stderr) == (1, True)

    def test_refused(self, keys: tuple[Path, Path], tmp_path: Path) -> None:
        """A failure is one message and exit code 1."""
        unsigned = written(PACKAGE, tmp_path / "a.difypkg")
        done = self.run("difypkg_verify", unsigned, "--public-key", keys[1])
        assert (done.returncode, done.stderr) == (1, "the package is unsigned\n")
        done = self.run("difypkg_verify", tmp_path / "b.difypkg", "--public-key", keys[1])
        assert (done.returncode, done.stderr) == (1, f"{tmp_path / 'b.difypkg'}: No such file or directory\n")


def test_time_is_signed(signed: Package) -> None:
    """The signature is of the contents and of its time, which is the entries' date."""
    assert signed_data(signed.entries, difypkg_sign.TIME).endswith(b"315532800")
