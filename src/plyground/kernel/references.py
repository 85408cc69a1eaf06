"""
NamedTuples that compiled code hands on by their address, for `by_reference` in a kernel.

A function takes a NamedTuple apart, and an array is five to ten numbers: a search that calls itself
with all its arrays would copy sixty numbers at every node. In Numba's eyes a `Reference` is a type
of its own. Its fields are read where they are asked for; a field that is a NamedTuple is again a
reference; a method is called with the tuple itself. It owns nothing: the tuple lies in the frame of
the kernel that called `by_reference`, and arrays are kept alive by who called that.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.imputils import impl_ret_borrowed, lower_builtin, lower_cast, lower_getattr_generic
from numba.core.typing import signature
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    infer_getattr,
    infer_global,
)
from numba.extending import register_model

from plyground.kernel.marks import by_reference


class Reference(types.Type):
    """The type of a NamedTuple's address."""

    def __init__(self, record: Any) -> None:
        """The address of a `record`, a Numba type of a NamedTuple."""
        self.record = record
        super().__init__(name=f"Reference({record})")

    @property
    def key(self) -> Any:
        """What tells it from others."""
        return self.record

    @property
    def mangling_args(self) -> Any:
        """How it is named in machine code."""
        name, arguments = self.record.mangling_args
        return f"Reference.{name}", arguments


@register_model(Reference)
class _ReferenceModel(models.PrimitiveModel):
    def __init__(self, manager: Any, reference: Any) -> None:
        inside = manager.lookup(reference.record).get_value_type()
        super().__init__(manager, reference, inside.as_pointer())


@infer_global(by_reference)
class _Refer(AbstractTemplate):
    def generic(self, arguments: Any, keywords: Any) -> Any:
        (record,) = arguments
        if isinstance(record, types.BaseNamedTuple):
            return signature(Reference(record), record)
        return signature(record, record) if isinstance(record, Reference) else None


@lower_builtin(by_reference, types.BaseNamedTuple)
def _refer(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return cgutils.alloca_once_value(builder, arguments[0])


@lower_builtin(by_reference, Reference)
def _refer_again(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return arguments[0]


@infer_getattr
class _Fields(AttributeTemplate):
    key = Reference

    def generic_resolve(self, reference: Any, name: str) -> Any:
        record = reference.record
        if name in record.fields:
            field = record.types[record.fields.index(name)]
            return Reference(field) if isinstance(field, types.BaseNamedTuple) else field
        return self.context.resolve_getattr(record, name)


@lower_getattr_generic(Reference)
def _field(context: Any, builder: Any, reference: Any, address: Any, name: str) -> Any:
    record = reference.record
    place = record.fields.index(name)
    field = record.types[place]
    at = cgutils.gep_inbounds(builder, address, 0, place)
    if isinstance(field, types.BaseNamedTuple):
        return at
    return impl_ret_borrowed(context, builder, field, builder.load(at))


@lower_cast(Reference, types.BaseNamedTuple)
def _whole(_context: Any, builder: Any, _reference: Any, _record: Any, address: Any) -> Any:
    """The tuple itself, for a method of it."""
    return builder.load(address)
