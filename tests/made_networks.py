"""Network files as others might make them: graphs that Plyground does not write."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from plyground.neural.dense import ENCODING
from plyground.neural.network_file import Metadata

METADATA = Metadata("tic_tac_toe", ENCODING)
ENDLESS = 2**62  # rounds of a loop
OPERATORS, FILE_VERSION = 17, 8


def value(name: str, shape: Any = ("positions", 9), kind: int = TensorProto.FLOAT) -> Any:
    return helper.make_tensor_value_info(name, kind, list(shape))


def constant(name: str, values: Any, kind: Any = np.int64) -> Any:
    return numpy_helper.from_array(np.array(values, kind), name)


def network_of(
    nodes: list[Any], constants: Any = (), metadata: Metadata = METADATA, checked: bool = True
) -> bytes:
    """A file whose steps make `c` of `a`, nine numbers of each."""
    graph = helper.make_graph(nodes, "other", [value("a")], [value("c")], list(constants))
    operators = [helper.make_opsetid("", OPERATORS)]
    model = helper.make_model(graph, ir_version=FILE_VERSION, opset_imports=operators)
    helper.set_model_props(model, metadata.properties())
    if checked:
        onnx.checker.check_model(model)
    content: bytes = model.SerializeToString()
    return content


def one_step(operator: str = "Exp") -> bytes:
    return network_of([helper.make_node(operator, ["a"], ["c"])])


def looping(rounds: int = ENDLESS) -> bytes:
    """A network that changes the sign of its input so many times."""
    steps = [
        helper.make_node("Identity", ["goes_on"], ["still"]),
        helper.make_node("Neg", ["before"], ["after"]),
    ]
    taken = [value("round", (), TensorProto.INT64), value("goes_on", (), TensorProto.BOOL)]
    made = [value("still", (), TensorProto.BOOL), value("after")]
    body = helper.make_graph(steps, "body", [*taken, value("before")], made)
    node = helper.make_node("Loop", ["rounds", "yes", "a"], ["c"], body=body)
    return network_of([node], [constant("rounds", rounds), constant("yes", True, np.bool_)])


def swelling(numbers: int = 2**36) -> bytes:
    """A network that makes so many numbers on the way."""
    nodes = [
        helper.make_node("ConstantOfShape", ["size"], ["many"]),
        helper.make_node("ReduceSum", ["many"], ["sum"], keepdims=0),
        helper.make_node("Add", ["a", "sum"], ["c"]),
    ]
    return network_of(nodes, [constant("size", [numbers])])


def elsewhere(path: str, inside: bool = False) -> bytes:
    """A network with numbers in another file; `inside` a step rather than beside them."""
    tensor = TensorProto(name="w", data_type=FLOAT, dims=[9], data_location=TensorProto.EXTERNAL)
    tensor.external_data.add(key="location", value=path)
    node = helper.make_node("Add", ["a", "w"], ["c"])
    if inside:
        nodes = [helper.make_node("Constant", [], ["w"], value=tensor), node]
        return network_of(nodes, checked=False)
    return network_of([node], [tensor], checked=False)


FLOAT = TensorProto.FLOAT
