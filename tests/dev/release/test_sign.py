"""Release signing accepts only the private key that belongs to the committed public key."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dev.release.sign import sign_release
from lib.difypkg.archive import Package, PackageError
from lib.difypkg.keys import make_pair, read_public
from lib.difypkg.verify import verify

MANIFEST = b"version: 1.0.0\nname: page_stats\nauthor: rehearsal\n"

Pair = tuple[str, Path]


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """Return a private key's text and the path of its public key."""
    private, public = make_pair(tmp_path_factory.mktemp("ours"), bits=2048)
    return private.read_text(), public


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    """Return a folder with an unsigned package."""
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/page_stats-1.0.0.difypkg").write_bytes(Package({"manifest.yaml": MANIFEST}).to_bytes())
    return tmp_path / "dist"


class TestRight:
    @pytest.mark.parametrize("form", ["{}", "{}\n\n", "\n{}"], ids=["as it is", "with line ends", "without"])
    def test_signed(self, form: str, pair: Pair, dist: Path) -> None:
        """The signed package passes verification, even if line ends were added to the secret key or removed from it."""
        secret, public = pair
        path = sign_release(dist, "1.0.0", form.format(secret.strip()), public)
        verify(Package.read(path), read_public(public))

    def test_leaves(self, pair: Pair, dist: Path) -> None:
        """Signing writes the signed package, its identifier and the public key next to the unsigned package."""
        secret, public = pair
        path = sign_release(dist, "1.0.0", secret, public)
        assert sorted(each.name for each in dist.iterdir()) == [
            "page_stats-1.0.0.difypkg",
            "page_stats-1.0.0.public.pem",
            "page_stats-1.0.0.signed.difypkg",
            "page_stats-1.0.0.signed.identifier",
        ]
        assert path.with_suffix(".identifier").read_text().strip() == Package.read(path).identifier()
        assert (dist / "page_stats-1.0.0.public.pem").read_bytes() == public.read_bytes()

    def test_same_again(self, pair: Pair, dist: Path) -> None:
        """Signing twice produces the same bytes, so a release can be repeated."""
        secret, public = pair
        first = sign_release(dist, "1.0.0", secret, public).read_bytes()
        assert sign_release(dist, "1.0.0", secret, public).read_bytes() == first

    def test_no_key_left(self, pair: Pair, dist: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """After signing, no file contains the private key."""
        monkeypatch.setenv("TMPDIR", str(tmp_path))
        monkeypatch.setattr("tempfile.tempdir", None)
        sign_release(dist, "1.0.0", *pair)
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        assert not [path for path in files if b"PRIVATE" in path.read_bytes()]


class TestWrong:
    def test_other_key(self, pair: Pair, dist: Path, tmp_path: Path) -> None:
        """Another private key is rejected, and nothing is written."""
        other, _ = make_pair(tmp_path / "other", bits=2048)
        with pytest.raises(PackageError, match=r"secret DIFY_SIGNING_KEY must be the private key of packages/"):
            sign_release(dist, "1.0.0", other.read_text(), pair[1])
        assert os.listdir(dist) == ["page_stats-1.0.0.difypkg"]  # noqa: PTH208

    @pytest.mark.parametrize("cut", [slice(0, 0), slice(0, 200), slice(200, None)], ids=["empty", "begun", "ended"])
    def test_no_key(self, cut: slice, pair: Pair, dist: Path) -> None:
        """A malformed key is rejected, and the error quotes no part of the key."""
        secret = pair[0][cut]
        with pytest.raises(PackageError) as caught:
            sign_release(dist, "1.0.0", secret, pair[1])
        assert str(caught.value).startswith("secret DIFY_SIGNING_KEY must be the private key of")
        assert not [line for line in secret.splitlines() if line and line in str(caught.value)]
