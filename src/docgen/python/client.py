"""A client of bourse @VERSION@: the exchange's calls as Python methods, with keys, rules and journal kept by bourse.

    from bourse import Bourse

    with Bourse.start(env="sandbox") as x:          # starts bourse and speaks to it over a pipe
        for candle in x.market.klines(symbol="BTCUSDT", interval="1h", limit=3):
            print(candle["openTime"], candle["close"])

    x = Bourse()                                    # or calls a running `bourse serve`

Amounts and prices are Decimal, ids int, times int in ms of the Unix clock. Arguments are the names of the exchange in
snake_case; a float is refused, because it has lost digits before it arrives here. Written by `bourse python`; needs
Python 3.9 or later and nothing else.
"""

from __future__ import annotations

import http.client
import itertools
import json
import os
import queue
import re
import selectors
import subprocess
import threading
import uuid
import warnings
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Callable, Dict, Iterator, List, Literal, Mapping, Optional, Sequence, Tuple, TypedDict, Union

__version__ = "@VERSION@"

Amount = Union[Decimal, int, str]
"""A decimal: Decimal("0.1"), a whole number, or text."""
Time = Union[int, str, datetime]
"""A time: ms of the Unix clock, text as the command line takes it ("2025-01-01", "-2d"), or a datetime with a zone."""
Id = Union[int, str]
Level = Tuple[Decimal, Decimal]
"""Price and quantity of a level of an order book."""


class BourseError(Exception):
    """A call that failed. `kind` and `exit_code` are those of the command line (docs/exit-codes-and-errors.md)."""

    def __init__(self, facts: Mapping[str, Any], answer: Any = None) -> None:
        super().__init__(str(facts.get("message")))
        self.kind: str = str(facts.get("kind"))
        self.code: Optional[int] = facts.get("code")
        """The code of the exchange, such as -2010."""
        self.name: Optional[str] = facts.get("name")
        self.hint: Optional[str] = facts.get("hint")
        """What to do next."""
        self.retryable: bool = facts.get("retryable") is True
        self.retry_after_ms: Optional[int] = facts.get("retryAfterMs")
        self.execution: Optional[str] = facts.get("execution")
        """Whether something was executed: "executed", "not_executed", "unknown", or "none" for a call that only reads."""
        self.endpoint: Optional[str] = facts.get("endpoint")
        self.http_status: Optional[int] = facts.get("httpStatus")
        self.client_order_id: Optional[str] = facts.get("clientOrderId")
        self.exit_code: Optional[int] = facts.get("exitCode")
        self.faults: List[Any] = list(facts.get("faults") or [])
        """All faults of the arguments, of a usage error."""
        self.answer: Any = answer
        """The answer of a call that was done in part."""


class UnknownExecution(BourseError):
    """A call that may have been executed. Never send it again before `resolve` says what became of it."""

    def __init__(self, facts: Mapping[str, Any], resend: Any = None, caller: Any = None) -> None:
        super().__init__(facts)
        self._resend = resend
        self._caller = caller

    def resolve(self) -> Any:
        """Looks the call up and returns what became of it.

        With a client order id that is the entry of the journal, whose `state` is ACKED, FOUND or ABSENT, or UNKNOWN if it is
        still not known. Where bourse itself went away, the call is sent again under its idempotency key, under which bourse
        sends it once at most, and the result is its answer.
        """
        if self.client_order_id is not None:
            found = self._caller.call("orders.resolve", {"ids": [self.client_order_id]}, {})
            return next((one for one in found if one.get("clientOrderId") == self.client_order_id), found)
        if self._resend is None:
            raise self
        return self._resend()


class _LostBourse(Exception):
    """The connection to bourse itself broke off; the call may have arrived."""


def _plain(value: Any, name: str) -> Any:
    """Returns an argument as JSON that keeps every digit."""
    if isinstance(value, bool):
        return value
    if isinstance(value, float):
        raise TypeError(f"{name} must not be a float, which has lost digits: write Decimal({str(value)!r}) or {str(value)!r}")
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise TypeError(f"{name} must be a number, was {value}")
        return format(value, "f")
    if isinstance(value, str):
        return value
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise TypeError(f"{name} must be a datetime with a zone, such as datetime(..., tzinfo=timezone.utc)")
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): _plain(one, f"{name}.{key}") for key, one in value.items() if one is not None}
    if isinstance(value, Sequence):
        return [_plain(one, name) for one in value]
    raise TypeError(f"{name} must be text, a whole number, a Decimal, a bool, a datetime or a list, was {type(value).__name__}")


def _arguments(given: Mapping[str, Any]) -> Dict[str, Any]:
    """Returns the arguments of a method by the names of the exchange."""
    return {
        _WIRE.get(name, name): _plain(value, name)
        for name, value in given.items()
        if value is not None and name != "self"
    }


_DECIMAL_MARK = f"decimal-{uuid.uuid4().hex}:"
_MARKED_DECIMAL = re.compile(f'"{_DECIMAL_MARK}([^"]*)"')


def _marked(value: Any) -> str:
    if isinstance(value, Decimal) and value.is_finite():
        return _DECIMAL_MARK + str(value)
    raise TypeError(f"{value!r} has no form in JSON")


def _dumps(value: Any) -> str:
    """Returns a value as JSON. A Decimal is a number with all its digits, which the module json alone cannot write."""
    return _MARKED_DECIMAL.sub(r"\1", json.dumps(value, default=_marked, allow_nan=False))


def _loads(text: Union[str, bytes]) -> Any:
    return json.loads(text, parse_float=Decimal)


def _typed(value: Any, shape: Any) -> Any:
    """Returns an answer with its decimals as Decimal: `shape` names them, 1 for a decimal and 2 for levels of a book."""
    if value is None:
        return None
    if shape == 1:
        if isinstance(value, list):
            return [_typed(one, 1) for one in value]
        try:
            return Decimal(str(value)) if isinstance(value, (str, int)) and not isinstance(value, bool) else value
        except InvalidOperation:
            return value
    if isinstance(value, list):
        if shape == 2:
            return [tuple(_typed(cell, 1) for cell in level) if isinstance(level, list) else level for level in value]
        return [_typed(one, shape) for one in value]
    if isinstance(value, dict) and isinstance(shape, dict):
        for name, inner in shape.items():
            if name in value:
                value[name] = _typed(value[name], inner)
    return value


def _error_of(found: Mapping[str, Any], resend: Any, caller: Any) -> BourseError:
    facts = found["error"]
    if facts.get("kind") == "execution-unknown":
        return UnknownExecution(facts, resend, caller)
    return BourseError(facts, found.get("answer"))


def _lost(why: str, may_have_arrived: bool) -> Dict[str, Any]:
    if may_have_arrived:
        return {
            "kind": "execution-unknown",
            "message": f"bourse went away before it answered ({why}); the call may have been executed.",
            "hint": "Call resolve() on this error: it sends the call under the same idempotency key, once at most.",
            "execution": "unknown",
            "exitCode": 7,
        }
    return {
        "kind": "unavailable",
        "message": f"bourse does not answer ({why}).",
        "hint": "Start it: bourse serve, or use Bourse.start().",
        "retryable": True,
        "execution": "none",
        "exitCode": 5,
    }


class _Caller:
    """Sends calls and returns their answers; the two doors differ in `exchange` and `lines` only."""

    def call(self, method: str, arguments: Mapping[str, Any], options: Mapping[str, Any]) -> Any:
        body = {"arguments": arguments, "options": options}
        try:
            found = self.exchange(method, body)
        except (_LostBourse, OSError, http.client.HTTPException) as lost:
            raise BourseError(_lost(str(lost), False)) from lost
        if "error" in found:
            raise _error_of(found, None, self)
        return found.get("answer")

    def write(self, method: str, arguments: Mapping[str, Any], options: Mapping[str, Any]) -> Any:
        body = {"arguments": arguments, "options": options}

        def resend() -> Any:
            return self.write(method, arguments, options)

        try:
            found = self.exchange(method, body)
        except ConnectionRefusedError as lost:
            raise BourseError(_lost(str(lost), False)) from lost
        except (_LostBourse, OSError, http.client.HTTPException) as lost:
            raise UnknownExecution(_lost(str(lost) or type(lost).__name__, True), resend, self) from lost
        if "error" in found:
            raise _error_of(found, resend, self)
        return found.get("answer")

    def follow(self, method: str, arguments: Mapping[str, Any], options: Mapping[str, Any], shape: Any) -> Iterator[Any]:
        lines = self.lines(method, {"arguments": arguments, "options": options})
        try:
            for line in lines:
                is_record = isinstance(line, dict) and "bourse" in line
                if is_record and line["bourse"] == "error":
                    raise _error_of(line, None, self)
                yield line if is_record else _typed(line, shape)
                if is_record and line["bourse"] == "bye":
                    return
            raise BourseError(_lost("the answer broke off", False))
        finally:
            lines.close()

    def rows(
        self, method: str, arguments: Mapping[str, Any], options: Mapping[str, Any], shape: Any, on_gap: Any
    ) -> Iterator[Any]:
        for line in self.follow(method, arguments, options, shape):
            if not (isinstance(line, dict) and "bourse" in line):
                yield line
            elif line["bourse"] == "gap":
                if on_gap is None:
                    warnings.warn(str(line.get("message")), stacklevel=2)
                else:
                    on_gap(str(line.get("message")))

    def exchange(self, method: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        raise NotImplementedError

    def lines(self, method: str, body: Mapping[str, Any]) -> Any:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError


class _HttpCaller(_Caller):
    """Calls a running `bourse serve`. Each thread has a connection of its own, each stream another one."""

    def __init__(self, token_file: str, timeout: float) -> None:
        self._token_file = token_file
        self._timeout = timeout
        self._local = threading.local()

    def _server(self) -> Tuple[str, int, str]:
        try:
            with open(self._token_file, encoding="utf-8") as file:
                known = json.load(file)
        except FileNotFoundError:
            raise BourseError(_lost(f"there is no {self._token_file}", False)) from None
        host, _, port = known["address"].rpartition("//")[2].rpartition(":")
        return host.strip("[]"), int(port), known["token"]

    def _send(self, connection: http.client.HTTPConnection, token: str, method: str, body: Mapping[str, Any]) -> Any:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        connection.request("POST", f"/v1/{method}", _dumps(body).encode(), headers)
        return connection.getresponse()

    def exchange(self, method: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        kept = getattr(self._local, "connection", None)
        host, port, token = self._server()
        if kept is None or (kept.host, kept.port) != (host, port) or _is_closed(kept):
            self._forget()
            kept = http.client.HTTPConnection(host, port, timeout=self._timeout)
            # Connecting apart from sending shows that nothing was sent when nobody listens.
            kept.connect()
            self._local.connection = kept
        try:
            answer = self._send(kept, token, method, body)
            text = answer.read()
            if answer.will_close:
                self._forget()
        except BaseException:
            self._forget()
            raise
        return _loads(text)

    def _forget(self) -> None:
        kept = getattr(self._local, "connection", None)
        self._local.connection = None
        if kept is not None:
            kept.close()

    def lines(self, method: str, body: Mapping[str, Any]) -> Iterator[Any]:
        host, port, token = self._server()
        connection = http.client.HTTPConnection(host, port, timeout=None)
        try:
            answer = self._send(connection, token, method, body)
            if answer.status != 200:
                raise _error_of(_loads(answer.read()), None, self)
            for line in answer:
                yield _loads(line)
        except (OSError, http.client.HTTPException) as lost:
            raise BourseError(_lost(str(lost), False)) from lost
        finally:
            connection.close()

    def close(self) -> None:
        self._forget()


def _is_closed(connection: http.client.HTTPConnection) -> bool:
    """Returns whether the server has closed an idle connection, so that a call over it would be lost."""
    if connection.sock is None:
        return True
    with selectors.DefaultSelector() as selector:
        selector.register(connection.sock, selectors.EVENT_READ)
        return bool(selector.select(0))


class _Child:
    """A bourse that was started, and the calls that wait for its answers."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self._lock = threading.Lock()
        self._waiting: Dict[int, "queue.SimpleQueue[Any]"] = {}
        self._has_ended = False
        threading.Thread(target=self._read_answers, daemon=True).start()

    @property
    def has_ended(self) -> bool:
        return self._has_ended or self._process.poll() is not None

    def begin(self, number: int, request: Mapping[str, Any]) -> "queue.SimpleQueue[Any]":
        """Sends a request; its answers, and None if bourse ends first, are put into the queue."""
        answers: "queue.SimpleQueue[Any]" = queue.SimpleQueue()
        with self._lock:
            if self._has_ended:
                raise _LostBourse("it has ended")
            self._waiting[number] = answers
        try:
            self.write(request)
        except BaseException:
            self.end(number)
            raise
        return answers

    def end(self, number: int) -> None:
        with self._lock:
            self._waiting.pop(number, None)

    def write(self, line: Mapping[str, Any]) -> None:
        text = _dumps(line).encode() + b"\n"
        assert self._process.stdin is not None
        with self._lock:
            self._process.stdin.write(text)
            self._process.stdin.flush()

    def close(self) -> None:
        assert self._process.stdin is not None
        try:
            with self._lock:
                self._process.stdin.close()
        except OSError:
            pass
        self._process.wait()

    def _read_answers(self) -> None:
        assert self._process.stdout is not None
        for text in self._process.stdout:
            found = _loads(text)
            with self._lock:
                answers = self._waiting.get(found.get("id"))
            if answers is not None:
                answers.put(found)
        self._process.wait()
        with self._lock:
            self._has_ended = True
            waiting = list(self._waiting.values())
        for answers in waiting:
            answers.put(None)


class _PipeCaller(_Caller):
    """Starts bourse and speaks to it over a pipe, which ends with this program."""

    _WINDOW = 1000
    """Lines of a stream that wait here; bourse holds further ones back."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self._command = [*command, "serve", "--stdio"]
        self._environment = {**os.environ, **environment}
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._is_closed = False
        self._child = _Child(self._command, self._environment)

    def _running_child(self) -> _Child:
        with self._lock:
            if self._is_closed:
                raise BourseError(_lost("close() was called", False))
            # A bourse that ended, as by a kill, is started again; what it had in flight is in its journal.
            if self._child.has_ended:
                self._child = _Child(self._command, self._environment)
            return self._child

    def exchange(self, method: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        child, number = self._running_child(), next(self._numbers)
        answers = child.begin(number, {"id": number, "method": method, **body})
        try:
            found = answers.get()
        finally:
            child.end(number)
        if found is None:
            raise _LostBourse("it has ended")
        return found

    def lines(self, method: str, body: Mapping[str, Any]) -> Iterator[Any]:
        child, number = self._running_child(), next(self._numbers)
        request = {"id": number, "method": method, "window": self._WINDOW, **body}
        is_open, taken = True, 0
        try:
            answers = child.begin(number, request)
            while True:
                found = answers.get()
                if found is None:
                    raise _LostBourse("it has ended")
                is_open = "line" in found
                if "error" in found:
                    raise _error_of(found, None, self)
                if not is_open:
                    return
                taken += 1
                if taken == self._WINDOW // 2:
                    child.write({"id": number, "more": taken})
                    taken = 0
                yield found["line"]
        except (_LostBourse, OSError) as lost:
            is_open = False
            raise BourseError(_lost(str(lost), False)) from lost
        finally:
            child.end(number)
            if is_open:
                try:
                    child.write({"id": number, "cancel": True})
                except (OSError, ValueError):
                    pass

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
        self._child.close()


def _state_folder() -> str:
    home = os.environ.get("BOURSE_HOME")
    if home:
        return os.path.join(home, "state")
    base = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
    return os.path.join(base, "bourse")


class _Group:
    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

    def _read(self, method: str, given: Mapping[str, Any], shape: Any) -> Any:
        return _typed(self._caller.call(method, _arguments(given), {}), shape)

    def _all(self, method: str, given: Dict[str, Any], shape: Any) -> Iterator[Any]:
        on_gap, parallel = given.pop("on_gap"), given.pop("parallel")
        options = {} if parallel is None else {"parallel": parallel}
        return self._caller.rows(f"{method}/all", _arguments(given), options, shape, on_gap)

    def _write(self, method: str, given: Dict[str, Any], shape: Any) -> Any:
        options: Dict[str, Any] = {"idempotencyKey": given.pop("idempotency_key") or f"py-{uuid.uuid4().hex}"}
        for name, wire in (("round_to", "round"), ("skip_filters", "skipFilters"), ("despite_unresolved", "despiteUnresolved")):
            value = given.pop(name)
            if value:
                options[wire] = value
        return _typed(self._caller.write(method, _arguments(given), options), shape)

    def _follow(self, method: str, given: Dict[str, Any], shape: Any) -> Iterator[Any]:
        options = {"whenSlow": given.pop("when_slow")}
        return self._caller.follow(method, _arguments(given), options, shape)

    def _local(self, method: str, given: Mapping[str, Any]) -> Any:
        return self._caller.call(method, {_WIRE.get(n, n): v for n, v in given.items() if v is not None and n != "self"}, {})
