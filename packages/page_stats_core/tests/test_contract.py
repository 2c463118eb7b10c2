"""The contract: models, bounds, messages and failures (§2, §13, §14)."""

from __future__ import annotations

import copy
import json
import pickle
import re
import string

import pytest
from jsonschema import Draft202012Validator
from page_stats_core.contract import (
    ADDS,
    FAULTS,
    PageStats,
    PageStatsConfig,
    PageStatsError,
    PageStatsFailure,
    PageStatsInput,
    config_from,
    fail,
)
from page_stats_core.page.failures import MAY_ADD, RETRYABLE_STATUSES
from page_stats_core.page.tool import FINAL_URL_MAX, MAX_BYTES_MAX, URL_MAX
from pydantic import ValidationError

SUCCESS = {
    "ok": True,
    "url": "http://a.test",
    "final_url": "http://a.test/",
    "status": 200,
    "content_type": "text/html",
    "title": None,
    "word_count": 0,
    "link_word_count": 0,
    "truncated": False,
}
# Sample values for the fields that messages contain and that error codes add to a failure.
DETAILS = {
    "parameter": "depth",
    "timeout_seconds": 10,
    "status": 404,
    "retry_after_seconds": 30,
    "content_type": None,
    "reason": "dns",
    "range": "10.0.0.0/8",
    "coding": "br",
}


def _named_in(fault: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(FAULTS[fault].message) if name}


def _details_of(fault: str) -> dict:
    names = {*ADDS[FAULTS[fault].code], *_named_in(fault)} - {"reason"}
    return {name: DETAILS[name] for name in names}


def _is_valid(model, instance) -> bool:
    return Draft202012Validator(model.model_json_schema()).is_valid(instance)


class TestFaults:
    @pytest.mark.parametrize("fault", FAULTS)
    def test_message(self, fault):
        """A message is a line of 20 to 250 ASCII characters; each placeholder is a field, ``range`` or ``coding``."""
        message = FAULTS[fault].message
        assert message.endswith(".")
        assert re.fullmatch(r"[ -~]{20,250}", message)
        assert _named_in(fault) <= {*ADDS[FAULTS[fault].code], "range", "coding"}

    def test_messages_differ(self):
        """Every failure has its own message."""
        assert len({fault.message for fault in FAULTS.values()}) == len(FAULTS)

    def test_every_code_has_a_fault(self):
        """Every error code has a message, and only ``unreachable`` failures have a reason."""
        assert {fault.code for fault in FAULTS.values()} == ADDS.keys()
        assert all((fault.code == "unreachable") == (fault.reason is not None) for fault in FAULTS.values())

    def test_every_parameter_has_a_fault(self):
        """There is a message for a wrong value of each configuration key and of the timeout."""
        keys = {f"config.{key}" for key in PageStatsConfig.model_fields}
        assert keys | {"timeout_seconds"} <= FAULTS.keys()


class TestFail:
    @pytest.mark.parametrize("fault", FAULTS)
    def test_payload(self, fault):
        """A failure matches the schema, and has the four common fields plus the fields that its error code adds."""
        error = fail(fault, **_details_of(fault))
        payload = error.failure.payload()
        assert payload.keys() == {"ok", "error_code", "message", "retryable", *ADDS[FAULTS[fault].code]}
        assert payload["ok"] is False
        assert str(error) == payload["message"] == FAULTS[fault].message.format_map(DETAILS)
        assert _is_valid(PageStatsFailure, json.loads(json.dumps(payload)))

    @pytest.mark.parametrize(
        ("fault", "retryable"),
        [("timeout", True), ("url.absent", False), ("address.private", False), ("content_type.absent", False)]
        + [(f"unreachable.{reason}", reason in ("connect", "reset", "proxy")) for reason in ("dns", "connect", "proxy")]
        + [(f"unreachable.{reason}", reason == "reset") for reason in ("tls", "reset", "protocol", "encoding")]
        + [("redirect.target", False), ("redirect.count", False), ("redirect.loop", False)],
    )
    def test_retryable(self, fault, retryable):
        """Timeouts, and ``unreachable`` failures with reason connect, reset or proxy, are retryable (§14.2)."""
        assert fail(fault, **_details_of(fault)).failure.retryable is retryable

    @pytest.mark.parametrize("status", [100, 304, 400, 404, 408, 409, 425, 429, 500, 501, 502, 503, 504, 505, 599, 999])
    def test_retryable_statuses(self, status):
        """Exactly seven HTTP statuses are retryable."""
        expected = status in {408, 425, 429, 500, 502, 503, 504}
        assert fail("http_error", status=status).failure.retryable is expected
        assert len(RETRYABLE_STATUSES) == 7

    def test_retry_after(self):
        """An HTTP error includes ``retry_after_seconds`` if a value is given, even if the value is 0."""
        payload = fail("http_error", status=503, retry_after_seconds=0).failure.payload()
        assert payload["retry_after_seconds"] == 0
        assert _is_valid(PageStatsFailure, payload)

    def test_text_of_strangers(self):
        """Parameter names and content types are sanitized and cut, both in their fields and in the message."""
        failure = fail("parameter.unknown", parameter="\u202e" + "n" * 65).failure
        assert failure.parameter == "n" * 63 + "…"
        assert f'"{failure.parameter}"' in failure.message
        long = fail("content_type.other", content_type="image/png;\x00 a=" + "x" * 300).failure
        assert long.content_type == ("image/png; a=" + "x" * 300)[:199] + "…"

    def test_braces_in_a_name(self):
        """Braces in a parameter name are not treated as a placeholder of the message."""
        assert '"{range}"' in fail("parameter.unknown", parameter="{range}").failure.message

    def test_copies(self):
        """An error can be pickled and copied without loss."""
        error = fail("http_error", status=503, retry_after_seconds=3)
        for other in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
            assert isinstance(other, PageStatsError)
            assert other.failure == error.failure
            assert other.failure.payload() == error.failure.payload()
            assert str(other) == str(error)


class TestPageStatsFailure:
    @pytest.mark.parametrize("code", ADDS)
    @pytest.mark.parametrize("name", ["parameter", "timeout_seconds", "reason", "status", "content_type"])
    def test_what_the_code_adds(self, code, name):
        """The model class and its schema require the fields of an error code, and reject the fields of other codes."""
        failure = {"ok": False, "error_code": code, "message": "x", "retryable": False}
        failure |= {added: DETAILS[added] for added in ADDS[code]}
        PageStatsFailure.model_validate(failure)
        assert _is_valid(PageStatsFailure, failure)
        if name in failure:
            del failure[name]
        else:
            failure[name] = DETAILS[name]
        with pytest.raises(ValidationError):
            PageStatsFailure.model_validate(failure)
        assert not _is_valid(PageStatsFailure, failure)

    @pytest.mark.parametrize("code", ADDS)
    def test_what_a_code_may_add(self, code):
        """Only an ``http_error`` failure may have ``retry_after_seconds``."""
        failure = {"ok": False, "error_code": code, "message": "x", "retryable": False, "retry_after_seconds": 3}
        failure |= {added: DETAILS[added] for added in ADDS[code]}
        allowed = "retry_after_seconds" in MAY_ADD.get(code, ())
        assert allowed == (code == "http_error")
        assert _is_valid(PageStatsFailure, failure) is allowed
        if not allowed:
            with pytest.raises(ValidationError):
                PageStatsFailure.model_validate(failure)

    @pytest.mark.parametrize("change", [{"ok": True}, {"error_code": "oops"}, {"x": 1}, {"reason": "oops"}])
    def test_is_closed(self, change):
        """The model class and its schema reject unknown codes, reasons and fields."""
        failure = {
            "ok": False,
            "error_code": "unreachable",
            "message": "x",
            "retryable": False,
            "reason": "dns",
        } | change
        assert not _is_valid(PageStatsFailure, failure)
        with pytest.raises(ValidationError):
            PageStatsFailure.model_validate(failure)


class TestPageStats:
    def test_success(self):
        """A success has nine fields and is valid against the schema."""
        assert PageStats.model_validate(SUCCESS).model_dump(mode="json") == SUCCESS
        assert _is_valid(PageStats, SUCCESS)

    def test_size(self):
        """As compact JSON, a success has at most 400 characters in addition to its URLs and title (§13.1)."""
        counts = dict.fromkeys(("word_count", "link_word_count"), MAX_BYTES_MAX)
        texts = {"url": "u" * URL_MAX, "final_url": "f" * FINAL_URL_MAX, "title": "t" * 300, "content_type": "c" * 200}
        success = PageStats.model_validate(SUCCESS | counts | texts).model_dump(mode="json")
        assert len(json.dumps(success, separators=(",", ":"))) - URL_MAX - FINAL_URL_MAX - 300 <= 400

    @pytest.mark.parametrize(
        "change",
        [
            {"status": 199},
            {"status": 300},
            {"word_count": -1},
            {"link_word_count": -1},
            {"title": "x" * 301},
            {"content_type": "x" * 201},
            {"x": 1},
        ],
    )
    def test_bounds(self, change):
        """The model class and its schema reject values out of bounds and unknown fields."""
        assert not _is_valid(PageStats, SUCCESS | change)
        with pytest.raises(ValidationError):
            PageStats.model_validate(SUCCESS | change)


class TestPageStatsInput:
    def test_schema(self):
        """The input schema has the URL and the timeout (with bounds and default), and allows no other arguments."""
        schema = PageStatsInput.model_json_schema()
        assert schema["required"] == ["url"]
        assert schema["additionalProperties"] is False
        timeout = schema["properties"]["timeout_seconds"]
        assert (timeout["type"], timeout["minimum"], timeout["maximum"], timeout["default"]) == ("integer", 1, 60, 10)
        assert all(field["description"] for field in schema["properties"].values())


GOOD = [
    {},
    {"user_agent": "x"},
    {"user_agent": "x" * 256},
    {"user_agent": "a b (+c)"},
    {"max_bytes": 1},
    {"max_bytes": 20_000_000},
    {"max_bytes": 5.0},
    {"allowed_hosts": []},
    {"allowed_hosts": ["wiki.corp", "10.0.0.1", "fd12::/16"]},
    {"allow_private_network": True},
    {"proxy": "http://me:secret@proxy.corp:3128"},
    dict.fromkeys(PageStatsConfig.model_fields),
]
WRONG = [
    ("user_agent", ["", "x" * 257, " x", "x ", "x\n", "x\r\ny", "\x7f", "é", "\ud800", b"x", 7, True]),
    ("max_bytes", [0, 20_000_001, -1, 1.5, float("inf"), float("nan"), 10**400, True, "5", b"5", [5]]),
    ("allowed_hosts", ["wiki.corp", 7, True, {"wiki.corp": 1}, [7], [None], [""], [b"a"], ["10.0.0.1/8"], ["a", "*"]]),
    ("allow_private_network", [0, 1, "true", "", "yes", 1.0, []]),
    ("proxy", ["", "proxy.corp:1", "https://a:1", "http://me:secret@proxy.corp", 7, b"http://a:1", ["http://a:1"]]),
]
SECRET_PROXIES = [
    "http://me:secret@proxy.corp",
    "https://me:secret@proxy.corp:3128",
    "socks5://me:secret@proxy.corp:1080",
    "me:secret@proxy.corp:3128",
    "http://me:secret@proxy.corp:3128/path",
    "http://me:se@cret-secret@proxy.corp:3128",
    " http://me:secret@proxy.corp:3128",
    "http://me:secret@proxy.corp:99999",
    "http://me:secret@:3128",
    b"http://me:secret@proxy.corp:3128",
    ["http://me:secret@proxy.corp:3128"],
    {"http": "http://me:secret@proxy.corp:3128"},
]
WRONG_VALUES = [(key, number) for key, values in WRONG for number in range(len(values))]


def _wrong_value(key, number):
    return dict(WRONG)[key][number]


class TestPageStatsConfig:
    def test_defaults(self):
        """Every configuration key has a default."""
        config = PageStatsConfig()
        assert re.fullmatch(r"page-stats/\S+ \(\+https://\S+\)", config.user_agent)
        assert config.max_bytes == 2_000_000
        assert config.allowed_hosts == ()
        assert config.allow_private_network is False
        assert config.proxy is None

    @pytest.mark.parametrize("values", GOOD, ids=repr)
    def test_good(self, values):
        """Both ``config_from`` and the constructor treat null as absent and convert a whole float to an int."""
        assert config_from(values) == PageStatsConfig(**values)
        assert type(PageStatsConfig(**values).max_bytes) is int

    @pytest.mark.parametrize(("key", "number"), WRONG_VALUES)
    def test_wrong_value(self, key, number):
        """A wrong value raises ``ValueError`` with the message for its key, and the error does not repeat the value."""
        with pytest.raises(ValueError, match=re.escape(FAULTS[f"config.{key}"].message)) as caught:
            PageStatsConfig(**{key: _wrong_value(key, number)})
        assert "secret" not in str(caught.value)
        assert str(caught.value).count(FAULTS[f"config.{key}"].message) == 1

    @pytest.mark.parametrize("proxy", SECRET_PROXIES, ids=repr)
    def test_password_is_not_in_errors(self, proxy):
        """No part of a validation error repeats a proxy's password, at construction or assignment."""
        attempts = [
            lambda: PageStatsConfig(proxy=proxy),
            lambda: PageStatsConfig(proxy=proxy, max_bytes=0),
            lambda: PageStatsConfig(proxi=proxy),
            lambda: setattr(PageStatsConfig(), "proxy", proxy),
            lambda: setattr(PageStatsConfig(), "proxi", proxy),
        ]
        for attempt in attempts:
            with pytest.raises(ValidationError) as caught:
                attempt()
            assert "secret" not in str(caught.value) + repr(caught.value.errors()) + caught.value.json()

    def test_unknown_key(self):
        """An unknown key raises ``ValueError`` with the name of the key."""
        with pytest.raises(ValueError, match="allowed_host\n"):
            PageStatsConfig(allowed_host=["wiki.corp"])

    def test_password_is_not_shown(self):
        """The repr of a configuration never contains a proxy's password."""
        assert "secret" not in repr(PageStatsConfig(proxy="http://me:secret@proxy.corp:3128"))

    def test_schema(self):
        """The schema of the configuration describes every key and allows no other keys."""
        schema = PageStatsConfig.model_json_schema()
        assert schema["additionalProperties"] is False
        assert all(field["description"] for field in schema["properties"].values())


class TestConfigFrom:
    @pytest.mark.parametrize(("key", "number"), WRONG_VALUES)
    def test_wrong_value(self, key, number):
        """A wrong value passed to ``config_from`` is reported as ``invalid_parameter`` with the name of its key."""
        with pytest.raises(PageStatsError) as caught:
            config_from({key: _wrong_value(key, number)})
        assert caught.value.failure.payload() == fail(f"config.{key}", parameter=key).failure.payload()

    def test_order_of_values(self):
        """If several values are wrong, the value whose key comes first in §2.1 is reported."""
        wrong = {key: values[0] for key, values in reversed(WRONG)}
        for key in PageStatsConfig.model_fields:
            with pytest.raises(PageStatsError) as caught:
                config_from(wrong)
            assert caught.value.failure.parameter == key
            del wrong[key]

    @pytest.mark.parametrize(
        ("keys", "first"), [(["b", "a"], "a"), (["a", "Z"], "Z"), ([7, "a"], "(not a string)"), (["\ud800"], "\ufffd")]
    )
    def test_unknown_keys(self, keys, first):
        """The first unknown key in code point order is reported before any wrong value."""
        with pytest.raises(PageStatsError) as caught:
            config_from({"max_bytes": 0} | dict.fromkeys(keys, 1))
        assert caught.value.failure.payload() == fail("config.unknown", parameter=first).failure.payload()

    def test_null_is_absent(self):
        """A key with the value null counts as absent, even if the key is unknown."""
        assert config_from({"max_bytes": None, "depth": None, 7: None}) == PageStatsConfig()

    def test_no_trace_of_the_value(self):
        """The raised error has no pydantic error as its context, because that would contain the proxy's password."""
        with pytest.raises(PageStatsError) as caught:
            config_from({"proxy": "http://me:secret@proxy.corp"})
        assert caught.value.__context__ is None
