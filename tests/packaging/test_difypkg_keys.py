"""The keys of the Dify package: how they are created, and which keys are rejected."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization

from lib.difypkg import keys as difypkg_keys
from lib.difypkg.archive import PackageError
from lib.difypkg.keys import make_pair, read_private, read_public
from lib.repository import ROOT

BITS = 2048


class TestMake:
    def test_form(self, keys: tuple[Path, Path]) -> None:
        """Both keys have the format PKCS#1, and only the user who creates the private key can read it."""
        assert keys[0].read_text().startswith("-----BEGIN RSA PRIVATE KEY-----\n")
        assert keys[1].read_text().startswith("-----BEGIN RSA PUBLIC KEY-----\n")
        assert keys[0].stat().st_mode & 0o777 == 0o600

    def test_kept(self, keys: tuple[Path, Path], tmp_path: Path) -> None:
        """An existing key is never overwritten, even if the other key of the pair is missing."""
        for kept, gone in (keys, keys[::-1]):
            (tmp_path / kept.name).write_bytes(kept.read_bytes())
            with pytest.raises(PackageError, match=f"{kept.name} already exists"):
                make_pair(tmp_path, BITS)
            assert not (tmp_path / gone.name).exists()
            (tmp_path / kept.name).unlink()

    def test_not_in_the_repository(self, keys: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
        """Keys are not created in the repository, and a private key in the repository is rejected."""
        with pytest.raises(PackageError, match="outside the repository"):
            make_pair(ROOT / "dist", BITS)
        monkeypatch.setattr(difypkg_keys, "ROOT", keys[0].parent)
        with pytest.raises(PackageError, match="outside the repository"):
            read_private(keys[0])


class TestRead:
    @pytest.mark.parametrize("mode", [0o640, 0o604, 0o644])
    def test_loose(self, mode: int, keys: tuple[Path, Path], tmp_path: Path) -> None:
        """A private key that other users can read is rejected. The error contains the command that fixes this."""
        loose = tmp_path / "my key.pem"
        loose.write_bytes(keys[0].read_bytes())
        loose.chmod(mode)
        with pytest.raises(PackageError, match=f"chmod 600 '{loose}'$"):
            read_private(loose)

    def test_password(self, keys: tuple[Path, Path], tmp_path: Path) -> None:
        """An encrypted private key is rejected, because our commands never ask for a password."""
        how = serialization.BestAvailableEncryption(b"hunter2")
        form = serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL
        other = tmp_path / "key.pem"
        other.write_bytes(read_private(keys[0]).private_bytes(*form, how))
        other.chmod(0o600)
        with pytest.raises(PackageError, match="without a password"):
            read_private(other)

    @pytest.mark.parametrize("which", [0, 1])
    def test_damaged(self, which: int, keys: tuple[Path, Path], tmp_path: Path) -> None:
        """A damaged key is rejected. Private keys are not accepted as public keys, nor public keys as private keys."""
        read, other = (read_private, read_public)[which], tmp_path / "key.pem"
        other.write_bytes(keys[which].read_bytes().replace(b"\nM", b"\nX", 1))
        other.chmod(0o600)
        with pytest.raises(PackageError, match=r"must contain a valid (private|public) key"):
            read(other)
        with pytest.raises(PackageError, match="exactly one PEM block"):
            read(keys[1 - which])

    @pytest.mark.parametrize("change", [lambda pem: pem + b"\n", lambda pem: pem * 2, lambda pem: b"\n" + pem])
    def test_one_block(self, change: Callable[[bytes], bytes], keys: tuple[Path, Path], tmp_path: Path) -> None:
        """A key file with anything besides one PEM block is rejected, because Dify would then reject all plugins."""
        other = tmp_path / "key.pem"
        other.write_bytes(change(keys[1].read_bytes()))
        with pytest.raises(PackageError, match="exactly one PEM block"):
            read_public(other)
