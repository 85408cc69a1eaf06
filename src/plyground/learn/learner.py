"""
The learner: a network, the average of its past, and the optimiser.

On a GPU a whole step of learning is recorded once for each size of board (see `recording`).
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

import torch
from torch import Tensor

from plyground.errors import TrainingError
from plyground.learn.auxiliary import Weights, auxiliary_loss, no_targets
from plyground.learn.config import TrainingConfig
from plyground.learn.losses import judged_moves_loss, keeping_loss, played_moves_loss, value_loss
from plyground.learn.model import Architecture, BoardNetwork
from plyground.learn.recording import Recording
from plyground.learn.replay import Batch
from plyground.neural.encoding import Encoding, encoding_of

MOMENTUM = 0.9
TINY = 1e-7  # keeps the optimiser from dividing by 0


class Learner:
    """What learns, step by step."""

    def __init__(self, config: TrainingConfig, device: torch.device) -> None:
        """Untrained, and ready to learn from all boards of the config."""
        torch.manual_seed(config.seed)
        encodings = [encoding_of(game) for game in config.games]
        self.config, self.device = config, device
        self.on_gpu = device.type == "cuda"
        self.network = placed(BoardNetwork(architecture_of(config)), device)
        self.average = copied(self.network)
        self.player = copied(self.network)  # plays the games; in half precision on a GPU
        if self.on_gpu:
            self.player.half()
        self.rate = torch.zeros((), device=device)
        self.share = torch.zeros((), device=device)  # of the newest weights in the average
        self.steps = 0
        self.optimiser = self._new_optimiser()
        compiled = self.on_gpu and config.compile
        self.losses = torch.compile(self._losses) if compiled else self._losses
        self._encodings = encodings
        self._recorded: dict[tuple[torch.Size, bool], RecordedStep] = {}
        self._means: list[Tensor] = list(self.average.parameters())
        self._newest: list[Tensor] = list(self.network.parameters())

    def _new_optimiser(self) -> torch.optim.Optimizer:
        """Matrices decay, what is added to sums does not."""
        matrices = [each for each in self.network.parameters() if each.dim() > 1]
        added = [each for each in self.network.parameters() if each.dim() <= 1]
        groups: list[dict[str, Any]] = [{"params": matrices}, {"params": added, "weight_decay": 0}]
        return torch.optim.AdamW(
            groups,
            self.rate,
            (MOMENTUM, self.config.beta),
            eps=TINY,
            weight_decay=self.config.decay,
            capturable=self.on_gpu,
            fused=self.on_gpu or None,
        )

    def prepare(self, lock: AbstractContextManager[Any]) -> None:
        """Compile and record the steps, where that is wanted; nobody learns meanwhile.

        The lock keeps others from the GPU while a step is recorded, not while it is compiled.
        """
        if not self.on_gpu or self._recorded:
            return
        config = self.config
        played = [share if config.lessons < 1 else 0.0 for share in config.shares]
        kinds = [
            (encoding, judged)
            for judged, shares in ((False, played), (True, config.taught))
            for encoding, share in zip(self._encodings, shares, strict=True)
            if share
        ]
        for encoding, judged in kinds:
            batch = empty_batch(
                encoding, config.batch, self.device, config.auxiliary and not judged
            )
            self.losses(batch, judged)[0].backward()  # type: ignore[no-untyped-call]
            with lock:
                torch.cuda.synchronize()
                self._recorded[batch.planes.shape, judged] = RecordedStep(self, batch, judged)
        self.forget()

    def learn(self, batch: Batch, rate: float, judged: bool = False) -> tuple[Tensor, Tensor]:
        """One step; the losses of policy and value. `judged`: the batch is a solver's lessons."""
        self.rate.fill_(rate)
        self.steps += 1
        self.share.fill_(max(1 - self.config.averaging, 1 / (1 + self.steps)))
        recorded = self._recorded.get((batch.planes.shape, judged))
        return self.step(batch, judged) if recorded is None else recorded.replay(batch)

    def step(self, batch: Batch, judged: bool = False) -> tuple[Tensor, Tensor]:
        """One step at the rate that is set."""
        total, policy, value = self.losses(batch, judged)
        self.optimiser.zero_grad(set_to_none=True)
        total.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.config.clip)
        self.optimiser.step()
        with torch.no_grad():
            apart = list(torch._foreach_sub(self._newest, self._means))
            torch._foreach_mul_(apart, self.share)
            torch._foreach_add_(self._means, apart)
        return policy.detach(), value.detach()

    def _losses(self, batch: Batch, judged: bool) -> tuple[Tensor, Tensor, Tensor]:
        """The sum to be made small, and its parts for policy and value."""
        planes = batch.planes.contiguous(memory_format=torch.channels_last)
        with torch.autocast(self.device.type, torch.bfloat16, self.on_gpu, cache_enabled=False):
            answers = self.network.answers(planes)
        logits, config = answers.logits.float(), self.config
        if judged:
            policy = judged_moves_loss(logits, batch.policies, config.best_weight)
        else:
            policy = played_moves_loss(logits, batch.policies)
        value = value_loss(answers, batch.values)
        total = policy + value
        if judged and answers.keeping is not None:
            keeping = keeping_loss(answers.keeping.float(), batch.policies)
            total = total + config.keeping_weight * keeping
        if answers.extras is not None and batch.extras is not None:
            weights = Weights(config.left_weight, config.reply_weight, config.owner_weight)
            total = total + auxiliary_loss(answers.extras, batch.extras, planes[:, 0], weights)
        return total, policy, value

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
            if own and not _fits(own, weights):
                raise TrainingError(
                    f"the checkpoint is damaged: what the optimiser remembers of weights {index} "
                    "does not fit; delete it to begin anew, network.onnx is the last network"
                )
            state = self.optimiser.state[weights]
            for name, value in own.items():
                if name in state:
                    state[name].copy_(value)
                else:
                    state[name] = value.to(weights.device if value.dim() else value.device).clone()
        self.refresh()

    def begin_with(self, weights: dict[str, Tensor]) -> None:
        """Learn on from these, and play by them."""
        for network in (self.network, self.average):
            network.load_state_dict(weights)
        self.refresh()

    def forget(self) -> None:
        """Empty the optimiser's memory, all that recording changed, since the rate is 0 then."""
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
        for mine, theirs in zip(_tensors(self.given), _tensors(batch), strict=True):
            mine.copy_(theirs)
        return self.recording.replay()


def _tensors(batch: Batch) -> list[Tensor]:
    return [*batch[:3], *(batch.extras or ())]


def _fits(state: dict[str, Tensor], weights: Tensor) -> bool:
    """Whether that is what the optimiser remembers of the weights."""
    shapes = {"step": (), "exp_avg": weights.shape, "exp_avg_sq": weights.shape}
    if {name: tuple(value.shape) for name, value in state.items()} != shapes:
        return False
    whole = all(value.dtype == torch.float32 for value in state.values())
    return whole and float(state["step"]) >= 0 and bool((state["exp_avg_sq"] >= 0).all())


def architecture_of(config: TrainingConfig) -> Architecture:
    """The shapes of the network that the config describes."""
    return Architecture.for_encoding(
        encoding_of(config.games[0]),
        width=config.width,
        blocks=config.blocks,
        head=config.head,
        outcomes=bool(config.outcomes),
        keeping=config.lessons > 0 and config.keeping_weight > 0,
        auxiliary=config.auxiliary,
    )


def placed(network: BoardNetwork, device: torch.device) -> BoardNetwork:
    """The network on the device; the channels of a cell lie together, which is faster."""
    return network.to(device).to(memory_format=torch.channels_last)  # type: ignore[call-overload,no-any-return]


def copied(network: BoardNetwork) -> BoardNetwork:
    """A network with the same weights, which does not learn."""
    twin = placed(BoardNetwork(network.architecture), next(network.parameters()).device)
    twin.load_state_dict(network.state_dict())
    return twin.requires_grad_(False)


def empty_batch(
    encoding: Encoding, count: int, device: torch.device, extras: bool = False
) -> Batch:
    """A batch of the right shape, with auxiliary targets if there are any."""
    return Batch(
        torch.ones((count, *encoding.shape), device=device),
        torch.full((count, encoding.slots), 1 / encoding.slots, device=device),
        torch.zeros(count, device=device),
        no_targets(encoding, count, device) if extras else None,
    )
