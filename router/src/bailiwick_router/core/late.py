"""Late records: records some of whose fields are made when one of them is first read."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING
from typing import TYPE_CHECKING, Any, Self

from bailiwick_router.core.record import Record

_set = object.__setattr__


class LateRecord(Record):
    """Base of records that are made with `later`; made as usual they are records like all others."""

    __slots__ = ("_rest",)

    @classmethod
    def later(cls, rest: Callable[[], Mapping[str, Any]], **fields: Any) -> Self:
        """Return a record with these fields; `rest` is called for the others when one of them is first read.

        It is called again for each thread that reads at the same time, and must then return the same. What it does not
        return has its default.
        """
        record = object.__new__(cls)
        _set(record, "_rest", rest)
        for name, value in fields.items():
            _set(record, name, value)
        return record

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # Asked by Python only for what has no value yet.
            field = type(self).__dataclass_fields__.get(name)
            if field is None:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
            for each, value in self._rest().items():
                _set(self, each, value)
            try:
                return object.__getattribute__(self, name)
            except AttributeError:
                if field.default is MISSING:
                    raise
                _set(self, name, field.default)
                return field.default
