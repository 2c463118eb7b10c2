"""Building blocks for the contract of any tool: kinds of failure, failures and validated configuration values.

``page.tool``, ``page.failures`` and ``page.models`` use them to declare this project's tool. Paragraph numbers (§)
refer to spec/page-stats.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from page_stats_core.coerce import as_int

TIMEOUT_DEFAULT: Final = 10
TIMEOUT_MAX: Final = 60
NAME_MAX: Final = 64

_ALWAYS: Final = frozenset({"ok", "error_code", "message", "retryable"})


@dataclass(frozen=True, slots=True)
class Fault:
    """A kind of failure: its error code, its message template, and its reason if the error code has reasons."""

    code: str
    message: str
    reason: str | None = None


def checked(key: str, faults: Mapping[str, Fault]) -> WrapValidator:
    """Return a validator that reports every invalid value of the configuration key *key* with the same message.

    The message comes from the entry ``config.<key>`` of *faults*.
    """

    def check(value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
        fault = f"config.{key}"
        try:
            return handler(value)
        except ValidationError:
            raise PydanticCustomError(fault, faults[fault].message) from None

    return WrapValidator(check)


def whole(value: Any) -> Any:
    """Convert a whole float to an int, because JSON and some languages do not distinguish 1.0 from 1.

    Other values are returned unchanged.
    """
    number = as_int(value)
    return value if number is None else number


def state_ok(schema: dict[str, Any]) -> None:
    """Add ``ok`` to the required fields of *schema*, because every result contains this field despite its default."""
    schema["required"].insert(0, "ok")


def _say_what_the_code_adds(schema: dict[str, Any], model: type[Failure]) -> None:
    state_ok(schema)
    additions = schema["properties"].keys() - _ALWAYS
    schema["allOf"] = [
        {
            "if": {"properties": {"error_code": {"const": code}}},
            "then": {
                "required": list(fields),
                "properties": dict.fromkeys(sorted(additions - {*fields, *model.may_add.get(code, ())}), False),
            },
        }
        for code, fields in model.adds.items()
    ]


class Failure(BaseModel):
    """A failed call (§14). Fields that the error code does not add are unset and omitted from the payload.

    A tool's subclass restricts ``error_code`` to the tool's codes. For each code, ``adds`` lists the fields that a
    failure must have, and ``may_add`` lists the additional fields that it may have (§14.1).
    """

    model_config = ConfigDict(extra="forbid", frozen=True, json_schema_extra=_say_what_the_code_adds)

    adds: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    may_add: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    ok: Literal[False] = False
    error_code: str = Field(description="The kind of failure.")
    message: str = Field(description="What went wrong and how to fix it.")
    retryable: bool = Field(description="Whether the same call may succeed later.")
    parameter: str | None = Field(
        default=None, max_length=NAME_MAX, description="The invalid argument or configuration key."
    )
    timeout_seconds: int | None = Field(default=None, ge=1, le=TIMEOUT_MAX, description="The time limit of the call.")

    @model_validator(mode="after")
    def _has_what_the_code_adds(self) -> Self:
        added = self.model_fields_set - _ALWAYS - {*self.may_add.get(self.error_code, ())}
        if added != set(self.adds[self.error_code]):
            raise ValueError(f"{self.error_code} must add {self.adds[self.error_code]}, got {sorted(added)}")
        return self

    def payload(self) -> dict[str, Any]:
        """Return the failure as a JSON-serialisable dict."""
        return {"ok": False, **self.model_dump(mode="json", exclude_unset=True)}
