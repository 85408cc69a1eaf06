"""Networks that others have made: onnxruntime runs them in a process of its own, with limits."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import onnxruntime
import pytest
from onnx import helper

import plyground as pg
from made_networks import constant, elsewhere, looping, network_of, one_step, swelling
from plyground.errors import NetworkFileError
from plyground.neural import sessions
from plyground.neural.board_network import BoardJudge
from plyground.neural.dense import DenseNetwork, read_dense
from plyground.neural.encoding import encoding_of
from plyground.neural.network_file import read_network
from plyground.neural.runtime import Clock, OnnxruntimeSession, packed, unpacked
from plyground.neural.sessions import OtherProcessSession
from waiting import wait_for

GAME = pg.game("tic_tac_toe")
START = GAME.start()
BOARDS = np.arange(27, dtype=np.float32).reshape(3, 9) / 27


def refusal(content: bytes) -> str:
    with pytest.raises(NetworkFileError) as caught:
        read_dense(GAME, content).rate(START)
    said = str(caught.value)
    assert "\n" not in said
    return said


@pytest.fixture
def short_clock(monkeypatch):
    monkeypatch.setattr(sessions, "CLOCK", Clock(10.0, 0.3, 0.0))


def test_its_answers_are_those_of_onnxruntime():
    for content in (one_step(), looping(7)):
        found = read_network(content).run(BOARDS)
        assert np.array_equal(found, OnnxruntimeSession(onnxruntime, content).run(BOARDS))
        assert found[0].flags.writeable


def test_a_loop_without_end_is_ended(short_clock):
    network = read_dense(GAME, looping())
    for _ in range(2):  # of which the second has a process of its own again
        with pytest.raises(NetworkFileError, match=r"cannot be run: .* 0\.3 s of processor time"):
            network.rate(START)


def test_a_loop_that_ends_in_time_is_asked_again(short_clock):
    network = read_dense(GAME, looping(3))
    first = network.rate(START)
    assert np.array_equal(network.rate(START), first)


def test_memory_that_there_is_not():
    assert "cannot be run: " in refusal(swelling())


def test_a_process_that_crashes_is_begun_again():
    network = read_network(one_step("Sigmoid"))
    assert isinstance(network.session, OtherProcessSession)
    expected = network.run(BOARDS)
    os.kill(network.session._process.pid, signal.SIGSTOP)
    os.kill(network.session._process.pid, signal.SIGSEGV)
    os.kill(network.session._process.pid, signal.SIGCONT)
    with pytest.raises(NetworkFileError, match="ended by SIGSEGV"):
        network.run(BOARDS)
    assert np.array_equal(network.run(BOARDS), expected)


def test_a_network_that_nobody_has_any_more_leaves_no_process():
    session = OtherProcessSession(one_step("Tanh"))
    process = session._process
    assert process.poll() is None
    del session
    wait_for(lambda: process.poll() is not None)


INTERRUPTED = """
import signal, sys, threading
from plyground.neural.dense import read_dense
import plyground as pg
signal.signal(signal.SIGINT, signal.default_int_handler)
game = pg.game("tic_tac_toe")
network = read_dense(game, open(sys.argv[1], "rb").read())
print(network.file.session._process.pid, flush=True)
network.rate(game.start())
"""


def test_an_interrupt_ends_a_loop_without_end(tmp_path):
    path = tmp_path / "endless.onnx"
    path.write_bytes(looping())
    command = [sys.executable, "-c", INTERRUPTED, str(path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        wait_for(lambda: processor_ticks(child) > 60)  # it is in the loop
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=9)
    assert "KeyboardInterrupt" in said
    wait_for(lambda: not Path(f"/proc/{child}").exists())


def processor_ticks(process: int) -> int:
    """Hundredths of seconds that the process has used."""
    return int(Path(f"/proc/{process}/stat").read_text().rsplit(")")[1].split()[11])


# --- other files ------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/etc/passwd", "../../../../etc/passwd", "beside.bin"])
def test_numbers_in_other_files_are_not_read(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "beside.bin").write_bytes(bytes(36))
    assert "the numbers of its tensor 'w' are in another file" in refusal(elsewhere(path))
    assert "cannot be" in refusal(elsewhere(path, inside=True))


def test_no_file_can_be_opened_in_the_process():
    """Whatever onnxruntime would allow."""
    code = "from plyground.neural.runtime import _opened\ntry: _opened(b'')\nexcept Exception: "
    done = subprocess.run(
        [sys.executable, "-c", f"{code}print(open('/dev/null'))"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Too many open files" in done.stderr


# --- answers ----------------------------------------------------------------------------------


def test_messages_come_as_they_went():
    arrays = [BOARDS, np.zeros((0, 3), np.float32), np.float32(4)]
    said, found = unpacked(packed({"a": 1}, arrays))
    assert said == {"a": 1}
    assert all(np.array_equal(*each) for each in zip(found, arrays, strict=True))
    for content in (b"", b"\0\0\0\0", packed({})[:-1], packed({}, arrays)[:-1]):
        with pytest.raises(ValueError, match=r".*"):
            unpacked(content)


def test_answers_of_another_shape_are_refused():
    """At any time: machine code reads a logit for every slot."""
    encoding = encoding_of(GAME)
    planes = np.stack([encoding.planes_of(START)] * 2)
    for shapes in (((2, 8), (2,)), ((1, 9), (2,)), ((2, 9), (2, 1)), ((18,), (2,))):
        answer = [np.zeros(shape, np.float32) for shape in shapes]
        network = SimpleNamespace(run=lambda _planes, answer=answer: answer)
        with pytest.raises(NetworkFileError, match=r"not \(2, 9\) and \(2,\)"):
            BoardJudge(encoding, network).judge(planes)
    flat = SimpleNamespace(run=lambda _boards: [np.zeros((1, 8), np.float32)])
    with pytest.raises(NetworkFileError, match=r"another shape, \(1, 8\)"):
        DenseNetwork(GAME, flat).rate(START)


def test_weights_the_other_way_round_are_onnxruntime_s():
    """The layers are ours in name alone."""
    weights = np.random.default_rng(1).normal(size=(9, 9))
    constants = [constant("w", weights, np.float32), constant("b", np.ones(9), np.float32)]
    for transposed in (0, 1):
        gemm = helper.make_node("Gemm", ["a", "w", "b"], ["s"], transB=transposed)
        nodes = [gemm, helper.make_node("LogSoftmax", ["s"], ["c"], axis=1)]
        network = read_network(network_of(nodes, constants))
        assert isinstance(network.session, OtherProcessSession) == (not transposed)
        sums = BOARDS @ (weights.T if transposed else weights) + 1
        expected = sums - np.log(np.exp(sums).sum(axis=1, keepdims=True))
        assert np.allclose(network.run(BOARDS)[0], expected, atol=1e-5)
