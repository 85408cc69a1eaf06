"""
The learner: a network, the average of its past, and the optimiser.

On a GPU a whole step of learning is recorded once for each size of board (see `recording`).
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from plyground.errors import TrainingError
from plyground.learn.config import TrainingConfig
from plyground.learn.model import Architecture, BoardNetwork
from plyground.learn.recording import Recording
from plyground.learn.replay import Batch
from plyground.neural.encoding import Encoding, encoding_of

NO_CHANCE = 1e-12  # in place of 0, whose logarithm is no number
STEEPEST = 4.0  # gradients are cut to this length


class Learner:
    """What learns, step by step."""

    def __init__(self, config: TrainingConfig, device: torch.device) -> None:
        """Untrained, and ready to learn from all boards of the config."""
        torch.manual_seed(config.seed)
        encodings = [encoding_of(game) for game in config.games]
        sizes = {"width": config.width, "blocks": config.blocks}
        self.config, self.device = config, device
        self.network = BoardNetwork(Architecture.for_encoding(encodings[0], **sizes)).to(device)
        self.average = copied(self.network)
        self.player = copied(self.network)  # plays the games; in half precision on a GPU
        on_gpu = device.type == "cuda"
        if on_gpu:
            self.player.half()
        self.rate = torch.zeros((), device=device)
        self.share = torch.zeros((), device=device)  # of the newest weights in the average
        self.steps = 0
        self.optimiser = torch.optim.AdamW(
            self.network.parameters(), self.rate, weight_decay=config.decay, capturable=on_gpu
        )
        self._recorded: dict[tuple[torch.Size, bool], RecordedStep] = {}
        self._means: list[Tensor] = list(self.average.parameters())
        self._newest: list[Tensor] = list(self.network.parameters())
        if on_gpu:
            kinds = [(encoding, False) for encoding in encodings if config.lessons < 1]
            for encoding, judged in [*kinds, *([(encodings[0], True)] if config.lessons else [])]:
                batch = empty_batch(encoding, config.batch, device)
                self._recorded[batch.planes.shape, judged] = RecordedStep(self, batch, judged)
            self._forget()

    def learn(self, batch: Batch, rate: float, judged: bool = False) -> tuple[Tensor, Tensor]:
        """One step; the losses of policy and value. `judged`: the batch is a solver's lessons."""
        self.rate.fill_(rate)
        self.steps += 1
        self.share.fill_(max(1 - self.config.averaging, 1 / (1 + self.steps)))
        recorded = self._recorded.get((batch.planes.shape, judged))
        return self.step(batch, judged) if recorded is None else recorded.replay(batch)

    def step(self, batch: Batch, judged: bool = False) -> tuple[Tensor, Tensor]:
        """One step at the rate that is set."""
        on_gpu = self.device.type == "cuda"
        with torch.autocast(self.device.type, torch.bfloat16, on_gpu, cache_enabled=False):
            logits, values = self.network(batch.planes)
        likely = functional.log_softmax(logits.float(), 1)
        if judged:
            policy = right_moves_loss(likely, batch.policies)
        else:
            policy = -(batch.policies * likely).sum(1).mean()
        value = functional.mse_loss(values.float(), batch.values)
        self.optimiser.zero_grad(set_to_none=True)
        (policy + value).backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), STEEPEST)
        self.optimiser.step()
        with torch.no_grad():
            apart = list(torch._foreach_sub(self._newest, self._means))
            torch._foreach_mul_(apart, self.share)
            torch._foreach_add_(self._means, apart)
        return policy.detach(), value.detach()

    def refresh(self) -> None:
        """Let the average play from now on."""
        played: list[Tensor] = list(self.player.parameters())
        torch._foreach_copy_(played, self._means)

    def tensors(self) -> dict[str, Tensor]:
        """Everything that a checkpoint keeps, by name."""
        found: dict[str, Tensor] = {}
        for prefix, network in (("network.", self.network), ("average.", self.average)):
            found |= {prefix + name: value for name, value in network.state_dict().items()}
        for index, weights in enumerate(self._newest):
            for name, value in self.optimiser.state.get(weights, {}).items():
                found[f"optimiser.{index}.{name}"] = value
        return found

    def restore(self, tensors: dict[str, Tensor], steps: int) -> None:
        """The inverse of `tensors` after that many steps; in place, as recorded steps expect it."""
        self.steps = steps
        for prefix, network in (("network.", self.network), ("average.", self.average)):
            own = {k.removeprefix(prefix): v for k, v in tensors.items() if k.startswith(prefix)}
            try:
                network.load_state_dict(own)
            except RuntimeError as error:
                raise TrainingError(
                    "the checkpoint holds another network than the configuration describes; "
                    "choose another --output, or delete it to begin anew"
                ) from error
        for index, weights in enumerate(self._newest):
            start = f"optimiser.{index}."
            own = {k.removeprefix(start): v for k, v in tensors.items() if k.startswith(start)}
            state = self.optimiser.state[weights]
            for name, value in own.items():
                if name in state:
                    state[name].copy_(value)
                else:
                    state[name] = value.to(weights.device if value.dim() else value.device).clone()
        self.refresh()

    def _forget(self) -> None:
        """Undo what recording did to the optimiser's memory; at rate 0 it did nothing else."""
        for state in self.optimiser.state.values():
            for value in state.values():
                value.zero_()


class RecordedStep:
    """A step of learning for batches of one shape, recorded on a GPU."""

    def __init__(self, learner: Learner, batch: Batch, judged: bool) -> None:
        """Nobody else may use the GPU meanwhile; the learner's rate must be 0."""
        self.given = batch
        self.recording = Recording(lambda: learner.step(batch, judged))

    def replay(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """The same step with other data."""
        for mine, theirs in zip(self.given, batch, strict=True):
            mine.copy_(theirs)
        return self.recording.replay()


def right_moves_loss(likely: Tensor, worths: Tensor) -> Tensor:
    """How unlikely it is that a right move is played: any of them will do.

    `likely` are logarithms [sample, slot], `worths` from 0, for a wrong move, to 1. Where none is
    above 0, nothing is known of the moves, and nothing is learnt.
    """
    known = worths.sum(1) > 0
    right = torch.logsumexp(likely + worths.clamp(min=NO_CHANCE).log(), 1)
    return -(right * known).sum() / known.sum().clamp(min=1)


def copied(network: BoardNetwork) -> BoardNetwork:
    """A network with the same weights, which does not learn."""
    twin = BoardNetwork(network.architecture).to(next(network.parameters()).device)
    twin.load_state_dict(network.state_dict())
    return twin.requires_grad_(False)


def empty_batch(encoding: Encoding, count: int, device: torch.device) -> Batch:
    """A batch of the right shape."""
    return Batch(
        torch.ones((count, *encoding.shape), device=device),
        torch.full((count, encoding.slots), 1 / encoding.slots, device=device),
        torch.zeros(count, device=device),
    )
