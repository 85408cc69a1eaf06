"""Certificates hold, and the checker takes nothing else for one."""

from __future__ import annotations

import zlib

import pytest

import plyground as pg
from heaps import heap
from plyground.errors import FileError, InvalidCertificateError
from plyground.solvers.certificate import Claim, check_certificate, write_certificate
from plyground.solvers.exact_certificate import certify

TIC_TAC_TOE = pg.game("tic_tac_toe")


def unpacked(path):
    return zlib.decompress(path.read_bytes())


def rewrite(path, data):
    path.write_bytes(zlib.compress(data))


@pytest.mark.parametrize(
    ("game", "claims"),
    [
        (TIC_TAC_TOE, [(0, 0), (1, 0)]),
        (pg.game("connect_four", width=4, height=3), [(0, 0), (1, 0)]),
        (pg.game("konane", size=4), [(1, 1)]),
        (pg.game("bamboo", radius=1), [(1, 1)]),
        (pg.game("cachex", size=3), [(1, 1)]),
    ],
    ids=str,
)
def test_certificates_hold(game, claims, tmp_path):
    written = certify(game, tmp_path)
    assert [(made.claim.player, made.claim.result) for _, made in written] == claims
    for path, made in written:
        assert check_certificate(path) == made
        assert made.positions > 10


def test_certificate_of_a_position(tmp_path):
    won = pg.Playthrough.read(TIC_TAC_TOE, moves="a1 b1 b2").position
    ((path, made),) = certify(TIC_TAC_TOE, tmp_path, won, memory=8)
    assert str(made.claim) == "X wins in tic_tac_toe from .../.X./XO. O"
    assert check_certificate(path).plies == 4


def test_certificate_of_a_game_in_a_file(tmp_path):
    ((path, made),) = certify(heap(tmp_path / "mine.py"), tmp_path, memory=8)
    assert check_certificate(path, allow_files=True) == made


def test_what_cannot_be_written(tmp_path):
    with pytest.raises(FileError, match="there is no folder"):
        certify(TIC_TAC_TOE, tmp_path / "missing")
    (tmp_path / "bamboo_radius-1_blue_wins.proof").mkdir()
    with pytest.raises(FileError, match="it is no plain file"):
        certify(pg.game("bamboo", radius=1), tmp_path, memory=8)


@pytest.fixture
def certificate(tmp_path):
    return certify(pg.game("bamboo", radius=1), tmp_path, memory=8)[0][0]


def test_a_certificate_runs_no_file_unless_that_is_allowed(certificate, tmp_path):
    file = tmp_path / "sneaky.py"
    file.write_text(f"from pathlib import Path\nPath({str(tmp_path / 'ran')!r}).touch()\n")
    rewrite(certificate, unpacked(certificate).replace(b'"bamboo"', f'"{file}"'.encode()))
    with pytest.raises(pg.PlygroundError, match="reading data runs no code"):
        check_certificate(certificate)
    assert not (tmp_path / "ran").exists()
    with pytest.raises(pg.PlygroundError, match="defines no subclass of Game"):
        check_certificate(certificate, allow_files=True)
    assert (tmp_path / "ran").exists()


def test_any_other_winning_claim_fails(certificate):
    data = unpacked(certificate)
    rewrite(certificate, data.replace(b'"player": 1', b'"player": 0'))
    with pytest.raises(InvalidCertificateError):
        check_certificate(certificate)


def test_changed_moves_fail(certificate):
    """Each of the first moves, changed to each other place, breaks the strategy or is legal."""
    data = unpacked(certificate)
    start = data.index(b"\n") + 1
    broken = 0
    for at in range(start + 1, len(data), 2):
        changed = bytearray(data)
        changed[at] = (data[at] + 1) % 7
        rewrite(certificate, bytes(changed))
        try:
            check_certificate(certificate)
        except InvalidCertificateError:
            broken += 1
    assert broken > 5


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data[:-2], "no legal move"),
        (lambda data: data + b"\0\0", "no line uses"),
        (lambda data: data.replace(b'"format": 1', b'"format": 9'), "format 9"),
        (lambda data: data.replace(b'"result": 1', b'"result": 7'), "result 7"),
        (lambda data: b"nonsense\n", "is no certificate"),
        (lambda data: b"[]\n", "is no certificate"),
        (lambda data: b"[" * 2000 + b"\n", "is no certificate: it is nested more than 30 levels"),
        (lambda data: b"9" * 5000 + b"\n", "is no certificate"),
        (lambda data: b" " * 20_000 + data, "is no certificate: its first line is longer than"),
    ],
)
def test_damaged_files_are_refused(certificate, change, message):
    rewrite(certificate, change(unpacked(certificate)))
    with pytest.raises(InvalidCertificateError, match=message):
        check_certificate(certificate)


def test_bytes_after_the_end_are_refused(certificate):
    certificate.write_bytes(certificate.read_bytes() + b"more")
    with pytest.raises(InvalidCertificateError, match="is no certificate"):
        check_certificate(certificate)


def test_files_that_are_none(certificate, tmp_path):
    with pytest.raises(InvalidCertificateError, match="is no certificate"):
        check_certificate(tmp_path / "missing.proof")
    certificate.write_bytes(certificate.read_bytes()[:-5])
    with pytest.raises(InvalidCertificateError, match="cut short"):
        check_certificate(certificate)
    certificate.write_bytes(b"not compressed")
    with pytest.raises(InvalidCertificateError, match="is no certificate"):
        check_certificate(certificate)


def test_false_claims_are_not_written(tmp_path):
    claim = Claim(TIC_TAC_TOE, "XX./OO./... X", 1, 0)
    path = tmp_path / "false.proof"
    with pytest.raises(InvalidCertificateError, match="X won: three in a line in"):
        write_certificate(path, claim, lambda position, _plies: TIC_TAC_TOE.legal(position)[0])
    assert not path.exists()


def test_size_is_bounded(certificate, tmp_path):
    with pytest.raises(InvalidCertificateError, match="more than 20 positions"):
        check_certificate(certificate, most=20)
    with pytest.raises(InvalidCertificateError, match="more than 20 positions"):
        certify(pg.game("bamboo", radius=1), tmp_path, memory=8, most=20)
