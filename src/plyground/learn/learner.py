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
        self._recorded: dict[torch.Size, RecordedStep] = {}
        self._means: list[Tensor] = list(self.average.parameters())
        self._newest: list[Tensor] = list(self.network.parameters())
        if on_gpu:
            for encoding in encodings:
                batch = empty_batch(encoding, config.batch, device)
                self._recorded[batch.planes.shape] = RecordedStep(self, batch)
            self._forget()

    def learn(self, batch: Batch, rate: float) -> tuple[Tensor, Tensor]:
        """One step; the losses of policy and value."""
        self.rate.fill_(rate)
        self.steps += 1
        self.share.fill_(max(1 - self.config.averaging, 1 / (1 + self.steps)))
        recorded = self._recorded.get(batch.planes.shape)
        return self.step(batch) if recorded is None else recorded.replay(batch)

    def step(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """One step at the rate that is set."""
        on_gpu = self.device.type == "cuda"
        with torch.autocast(self.device.type, torch.bfloat16, on_gpu, cache_enabled=False):
            logits, values = self.network(batch.planes)
        policy = -(batch.policies * functional.log_softmax(logits.float(), 1)).sum(1).mean()
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

    def __init__(self, learner: Learner, batch: Batch) -> None:
        """Nobody else may use the GPU meanwhile; the learner's rate must be 0."""
        self.given = batch
        self.recording = Recording(lambda: learner.step(batch))

    def replay(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """The same step with other data."""
        for mine, theirs in zip(self.given, batch, strict=True):
            mine.copy_(theirs)
        return self.recording.replay()


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
