"""The client of the pet store service: typed, exact int64, retries that behave.

It needs Python 3.9 or later, and nothing else::

    from petstore_client import PetStore

    store = PetStore()
    for pet in store.pets.list(status="available"):
        print(pet["id"], pet["name"])

A client may be used by many threads. ``README.md`` has the guide.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import math
import os
import random
import re
import secrets
import socket
import ssl
import threading
import time
import urllib.parse
import urllib.request
import warnings
from collections import deque
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timezone
from email.utils import parsedate_to_datetime
from typing import (
    Any,
    Callable,
    Deque,
    Dict,
    Generic,
    Iterable,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Type,
    TypeVar,
    Union,
    cast,
)

from . import types
from .types import BASE_URLS

__version__ = "1.1.0"

Item = TypeVar("Item")
Json = Mapping[str, Any]
Position = Dict[str, int]
"""How far a mirror has come: plain JSON."""
Change = Tuple[str, Any]
"""What a mirror has to do: ``("put", pet)``, ``("delete", id)`` or ``("clear", None)``."""
Values = Union[str, int, Sequence[Union[str, int]], None]


# What an answer tells


@dataclass(frozen=True)
class RateLimitWindow:
    """One window of a quota."""

    name: str
    """``minute`` or ``day``."""
    remaining: int
    """Requests remaining."""
    reset_after: int
    """Seconds to the end of the window, rounded up."""


@dataclass(frozen=True)
class RateLimit:
    """The state of the caller's quota, as an answer tells it."""

    limit: int
    """Requests in the window that stops the caller, or that has the fewest requests remaining."""
    remaining: int
    reset: datetime
    """When that window (or a ban) ends, by the service's clock."""
    windows: Tuple[RateLimitWindow, ...]


@dataclass(frozen=True)
class Response:
    """What a call gives, with the rest of the service's answer."""

    data: Any
    status: int
    headers: Mapping[str, str]
    """By name in lower case."""
    rate_limit: Optional[RateLimit]

    @property
    def etag(self) -> Optional[str]:
        """The tag of what was answered, for ``if_match`` and ``if_none_match``, with its quotes."""
        return self.headers.get("etag")

    @property
    def request_id(self) -> Optional[str]:
        """The id of the request, by which the operator finds it in the log."""
        return self.headers.get("x-request-id")


# Errors


class PetStoreError(Exception):
    """The base class of every error of this client."""


class ConnectionError(PetStoreError):
    """No whole answer came: the connection was refused, dropped or cut.

    A create that ends so may or may not have been made. If you repeat it with the same
    ``idempotency_key``, the service makes the animal only once.
    """


class TimeoutError(ConnectionError):
    """No answer came in time."""


class ApiError(PetStoreError):
    """The service answered with an error.

    If it has a ``__cause__``, the answer to an earlier request of the same call was lost: the
    service may have done that one.
    """

    def __init__(self, message: str, *, code: str, answer: Response) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        """The service's code, or ``unexpected_response`` if the body was no error of the service."""
        self.status = answer.status
        self.request_id = answer.request_id
        self.retry_after = _retry_after(answer.headers)
        """Seconds after which to retry."""
        self.rate_limit = answer.rate_limit


class InvalidRequestError(ApiError):
    """400 and the other 4xx that have no class of their own: the request is not valid."""


class AuthenticationError(ApiError):
    """401: the API key is missing, unknown, or one of the other environment."""


class PermissionError(ApiError):
    """403: the API key lacks a scope."""

    def __init__(self, message: str, *, code: str, answer: Response) -> None:
        super().__init__(message, code=code, answer=answer)
        found = re.search(r'\bscope="([^"]*)"', answer.headers.get("www-authenticate", ""))
        self.missing_scope = found.group(1) if found else None
        """The scope that the operation takes, like ``pets:write``."""


class NotFoundError(ApiError):
    """404, and 410 if the operation was removed."""


class NotModifiedError(ApiError):
    """304: nothing is newer than the ``if_none_match`` of the call."""


class ConflictError(ApiError):
    """409: the state of the animal or the order does not allow it."""


class IdempotencyError(ApiError):
    """409 and 422: the idempotency key is in use, or was used for another request."""


class PreconditionError(ApiError):
    """412: it has changed since the ``if_match`` of the call, and the call changed nothing."""


class CursorExpiredError(ApiError):
    """410 ``cursor_expired``: the log has no such place (any more), so events may be missing.

    Read what there is now, then go on with ``store.events()`` from the oldest event that is kept.
    """


class RateLimitError(ApiError):
    """429: the requests of the minute or of the day are used up."""


class BanError(RateLimitError):
    """429 ``api_key_banned``: the key kept sending after 429 answers. It is never retried."""

    @property
    def ends_at(self) -> Optional[datetime]:
        """When the ban ends, by the service's clock."""
        return self.rate_limit.reset if self.rate_limit else None


class ServiceError(ApiError):
    """5xx: the service, or a proxy in front of it, failed."""


class WebhookError(PetStoreError):
    """A request that did not come from the service, or came too late. Answer it with 400."""


_CLASSES: Dict[int, Type[ApiError]] = {
    304: NotModifiedError,
    401: AuthenticationError,
    403: PermissionError,
    404: NotFoundError,
    409: ConflictError,
    410: NotFoundError,
    412: PreconditionError,
    422: IdempotencyError,
    429: RateLimitError,
}


def _class_of(code: str, status: int) -> Type[ApiError]:
    if code == "api_key_banned":
        return BanError
    if code == "cursor_expired":
        return CursorExpiredError
    if code.startswith("idempotency_"):
        return IdempotencyError
    other = ServiceError if status >= 500 else InvalidRequestError if status >= 400 else ApiError
    return _CLASSES.get(status, other)


# Headers


def _whole(headers: Mapping[str, str], name: str) -> Optional[int]:
    text = headers.get(name, "")
    return int(text) if re.fullmatch(r"[0-9]{1,15}", text) else None


def _date(text: str) -> Optional[datetime]:
    try:
        return parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError):
        return None


def _seconds_until(headers: Mapping[str, str], end: Optional[datetime]) -> Optional[int]:
    """Both times are by the service's clock, which may differ from this machine's."""
    now = _date(headers.get("date", ""))
    if now is None or end is None:
        return None
    return max(0, -int(-(end - now).total_seconds() // 1))


def _retry_after(headers: Mapping[str, str]) -> Optional[int]:
    seconds = _whole(headers, "retry-after")
    if seconds is not None:
        return seconds
    return _seconds_until(headers, _date(headers.get("retry-after", "")))


def _rate_limit(headers: Mapping[str, str]) -> Optional[RateLimit]:
    limit, remaining, reset = (
        _whole(headers, f"x-ratelimit-{name}") for name in ("limit", "remaining", "reset")
    )
    if limit is None or remaining is None or reset is None:
        return None
    end = datetime.fromtimestamp(reset, timezone.utc)
    found = re.findall(r'"([^"]+)";r=([0-9]+);t=([0-9]+)', headers.get("ratelimit", ""))
    windows = tuple(RateLimitWindow(name, int(r), int(t)) for name, r, t in found)
    if not windows:
        # A proxy dropped the field.
        after = _seconds_until(headers, end)
        if after is not None:
            windows = (RateLimitWindow("unnamed", remaining, after),)
    return RateLimit(limit, remaining, end, windows)


def _link(headers: Mapping[str, str], relation: str) -> Optional[str]:
    """The target of a relation in ``Link`` (RFC 8288)."""
    for target, parameters in re.findall(r"<([^>]*)>([^<]*)", headers.get("link", "")):
        found = re.search(r';\s*rel="?([^";,]+)', parameters, re.IGNORECASE)
        if found and relation in found.group(1).split(" "):
            return cast(str, target)
    return None


def _deprecation(headers: Mapping[str, str], base_url: str) -> Optional[str]:
    """What an answer says about the end of its operation (RFC 9745, RFC 8594)."""
    value = headers.get("deprecation")
    if value is None:
        return None
    said = "is deprecated"
    if re.fullmatch(r"@[0-9]{1,12}", value):
        said += f" since {datetime.fromtimestamp(int(value[1:]), timezone.utc):%Y-%m-%d}"
    sunset = _date(headers.get("sunset", ""))
    if sunset is not None:
        said += f" and will be removed on {sunset:%Y-%m-%d}"
    notice = _link(headers, "deprecation")
    return said + (f"; see {urllib.parse.urljoin(base_url, notice)}" if notice else "")


# The world that a client acts in; tests replace it


class World:
    """The time and randomness that a client uses."""

    def now(self) -> float:
        """Seconds that only grow; their zero means nothing."""
        return time.monotonic()

    def random(self) -> float:
        """From 0 up to, but not including, 1."""
        return random.random()

    def wait(self, seconds: float, stop: Optional[threading.Event] = None) -> bool:
        """Waits, and returns whether ``stop`` was set."""
        if stop is None:
            time.sleep(seconds)
            return False
        return stop.wait(seconds)


# One request


class _Connections:
    """Connections to one address, kept open between requests."""

    _max_idle = 4.0
    """Seconds after which an idle connection is not used again: the service may be closing it."""

    def __init__(self, base_url: str, context: Optional[ssl.SSLContext]) -> None:
        url = urllib.parse.urlsplit(base_url)
        self._scheme, self._host, self._port = url.scheme, url.hostname or "", url.port
        self._context = context
        self._proxy: Optional[urllib.parse.SplitResult] = None
        proxy = urllib.request.getproxies().get(url.scheme)
        if proxy and not urllib.request.proxy_bypass(self._host):
            self._proxy = urllib.parse.urlsplit(proxy)
        self.prefix = f"{url.scheme}://{url.netloc}" if self._proxy and url.scheme == "http" else ""
        """What stands before the path in a request to a proxy."""
        self._idle: Deque[Tuple[float, http.client.HTTPConnection]] = deque()

    def take(self, timeout: float) -> Tuple[http.client.HTTPConnection, bool]:
        """Gives a connection, and whether it was used before."""
        while self._idle:
            try:
                since, connection = self._idle.pop()
            except IndexError:
                break
            if time.monotonic() - since < self._max_idle and connection.sock is not None:
                connection.sock.settimeout(timeout)
                return connection, True
            connection.close()
        return self._open(timeout), False

    def give(self, connection: http.client.HTTPConnection) -> None:
        self._idle.append((time.monotonic(), connection))

    def close(self) -> None:
        while self._idle:
            self._idle.pop()[1].close()

    def _open(self, timeout: float) -> http.client.HTTPConnection:
        host, port = self._host, self._port
        if self._proxy is not None:
            host, port = self._proxy.hostname or "", self._proxy.port
        if self._scheme == "http":
            return http.client.HTTPConnection(host, port, timeout=timeout)
        connection = http.client.HTTPSConnection(host, port, timeout=timeout, context=self._context)
        if self._proxy is not None:
            connection.set_tunnel(self._host, self._port)
        return connection


@dataclass(frozen=True)
class _Call:
    operation: str
    """As the interface document writes it, like ``GET /pets/{petId}``."""
    path: str
    """Behind the base address, with the query."""
    headers: Dict[str, str]
    body: Optional[bytes]
    timeout: Optional[float] = None
    retries: Optional[int] = None

    @property
    def method(self) -> str:
        return self.operation.split(" ")[0]

    @property
    def is_free(self) -> bool:
        """Whether it spends no quota, so that no quota holds it up."""
        return self.operation.startswith("GET /usage")

    @property
    def is_stream(self) -> bool:
        return self.headers.get("Accept") == _STREAM


_STREAM = "text/event-stream"
_FRAMING = ("Connection", "Content-Length", "Host", "Transfer-Encoding")


def _further(headers: Optional[Mapping[str, str]]) -> Dict[str, str]:
    """Each name is spelled like the client's own, so that none is sent twice. The key is the client's alone."""
    found = {}
    for given, value in (headers or {}).items():
        if not isinstance(given, str) or not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", given):
            raise TypeError(f"{given!r} is not a header name.")
        name = "-".join(part[:1].upper() + part[1:].lower() for part in given.split("-"))
        if name in _FRAMING:
            raise TypeError(f"{name} is written by the client; leave it out of headers.")
        if not isinstance(value, str) or not re.fullmatch(r"[\t\x20-\x7e\xa0-\xff]*", value):
            raise TypeError(f"{name} must be text that a header can carry, without line breaks.")
        found[name] = value
    found.pop("Authorization", None)
    return found


def _check_limits(**limits: Optional[float]) -> None:
    for name, value in limits.items():
        least, most = (0, 100) if name == "retries" else (0.001, 2_147_483)
        if value is not None and not least <= value <= most:
            raise TypeError(f"{name} must be from {least:g} to {most}, not {value!r}.")


def _checked(options: Dict[str, Any]) -> Dict[str, Any]:
    """The options of a list's calls. :raises TypeError: if there is no such option, or one is not valid"""
    unknown = next((name for name in options if name not in ("timeout", "retries", "headers")), None)
    if unknown is not None:
        raise TypeError(f"Unknown option: {unknown}.")
    _check_limits(timeout=options.get("timeout"), retries=options.get("retries"))
    _further(options.get("headers"))
    return options


def _text(name: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise TypeError(f"{name} must be text or an integer, not {value!r}.")
    return str(value)


def _query(values: Mapping[str, Values]) -> str:
    members = []
    for name, value in values.items():
        if value is None:
            continue
        each = [value] if isinstance(value, (str, int)) else list(value)
        if not each:
            raise TypeError(f"{name} must have at least one value.")
        members.append(f"{name}=" + ",".join(urllib.parse.quote(_text(name, one), safe="") for one in each))
    return "?" + "&".join(members) if members else ""


def _default(value: Any) -> str:
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise TypeError("A datetime must have a time zone.")
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    raise TypeError(f"{value!r} cannot be sent as JSON.")


def _time(value: Union[datetime, str, None]) -> Optional[str]:
    return _default(value) if isinstance(value, datetime) else value


_beginnings = (
    ("image/png", rb"\x89PNG"),
    ("image/webp", rb"RIFF....WEBP"),
    ("image/avif", rb"....ftypavi[fs]"),
)


def _media_type(picture: bytes) -> str:
    found = (name for name, start in _beginnings if re.match(start, picture, re.DOTALL))
    return next(found, "image/jpeg")


def _prepare(
    operation: str,
    ids: Sequence[Union[int, str]],
    query: Union[str, Mapping[str, Values]],
    body: Any,
    if_match: Optional[str],
    if_none_match: Optional[str],
    idempotency_key: Optional[str],
    further: Optional[Mapping[str, str]],
    timeout: Optional[float],
    retries: Optional[int],
) -> _Call:
    found = re.fullmatch(r"(GET|POST|PUT|PATCH|DELETE) (/[^\s?#]*)", operation)
    if found is None:
        raise TypeError(f"operation must be like 'GET /pets/{{petId}}', not {operation!r}.")
    method, path = found.groups()
    if len(ids) != path.count("{"):
        raise TypeError(f"{operation} takes {path.count('{')} ids, not {len(ids)}.")
    for one in ids:
        path = re.sub(r"\{[A-Za-z]+\}", urllib.parse.quote(_text("id", one), safe=""), path, count=1)
    _check_limits(timeout=timeout, retries=retries)
    headers = _further(further)
    for name, tag in (("If-Match", if_match), ("If-None-Match", if_none_match)):
        if tag is None:
            continue
        # An entity tag (RFC 9110, 8.8.3) or `*`.
        if not re.fullmatch(r'\*|(?:W/)?"[!#-~]*"', tag):
            raise TypeError(f"{name} must be an ETag with its quotes, as the service gave it, or *.")
        headers[name] = tag
    if method == "POST":
        key = secrets.token_hex(16) if idempotency_key is None else idempotency_key
        if not re.fullmatch(r"[\x21-\x7e]{1,255}", key):
            raise TypeError("idempotency_key must be 1 to 255 visible ASCII characters.")
        headers["Idempotency-Key"] = key
    content: Optional[bytes] = None
    if isinstance(body, bytes):
        headers["Content-Type"] = _media_type(body)
        content = body
    elif body is not None:
        headers["Content-Type"] = f"application/{'merge-patch+' if method == 'PATCH' else ''}json"
        content = json.dumps(
            body, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_default
        ).encode()
    target = path + (query if isinstance(query, str) else _query(query))
    return _Call(operation, target, headers, content, timeout, retries)


# The queue


class _Pacer:
    """A queue, first come first served, that sends a request only if every window has room for it.

    Requests that are under way count as spent. Before its first answer a window is unknown, so one
    request goes first, alone, and the others follow.
    """

    max_pause = 120.0
    """The longest wait of the queue, in seconds: for a minute's window, never for a day's."""
    same_window = 30.0
    """Answers may give slightly different ends of one window: they differ by less than this."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._changed = threading.Condition()
        self._windows: Dict[str, List[float]] = {}
        self._last: Optional[Response] = None
        self._in_flight = 0
        self._queue: Deque[object] = deque()

    def enter(self) -> None:
        """Waits until a request may go out. Every request that went out must call ``leave``.

        :raises RateLimitError: if the quota is used up for longer than two minutes
        """
        me = object()
        with self._changed:
            self._queue.append(me)
            try:
                self._changed.wait_for(lambda: self._queue[0] is me)
                while not self._has_room():
                    if self._in_flight > 0:
                        self._changed.wait()
                        continue
                    pause = self._pause()
                    if pause > self.max_pause:
                        raise self._used_up(pause)
                    self._changed.release()
                    try:
                        self._world.wait(pause)
                    finally:
                        self._changed.acquire()
                self._in_flight += 1
            finally:
                self._queue.remove(me)
                self._changed.notify_all()

    def leave(self, answer: Optional[Response]) -> None:
        """Takes in the quota of an answer; the service may have counted a request without one."""
        with self._changed:
            self._in_flight -= 1
            limit = answer.rate_limit if answer else None
            if limit is None:
                for window in self._windows.values():
                    window[0] -= 1
            else:
                self._last = answer
                for window_seen in limit.windows:
                    # Never before the true end, because time has passed since the service wrote it.
                    ends = self._world.now() + window_seen.reset_after
                    self._learn(window_seen.name, window_seen.remaining, ends)
            self._changed.notify_all()

    def _learn(self, name: str, remaining: int, ends: float) -> None:
        known = self._windows.get(name)
        if known is None or known[1] == float("inf") or ends - known[1] > self.same_window:
            self._windows[name] = [remaining, ends]
        elif ends - known[1] > -self.same_window:
            # Answers overtake each other: that with the fewest requests remaining is the latest.
            known[0], known[1] = min(known[0], remaining), min(known[1], ends)

    def _has_room(self) -> bool:
        now = self._world.now()
        for window in self._windows.values():
            if now >= window[1]:
                # It is over. As at the start, one request goes first and learns of the next window.
                window[0], window[1] = 1, float("inf")
        room = min((window[0] for window in self._windows.values()), default=1)
        return room > self._in_flight

    def _pause(self) -> float:
        now = self._world.now()
        ends = [ends for left, ends in self._windows.values() if left < 1 and ends < float("inf")]
        return max((end - now for end in ends), default=0.0)

    def _used_up(self, pause: float) -> RateLimitError:
        seconds = -int(-pause // 1)
        limit = self._last.rate_limit if self._last else None
        answer = Response(None, 429, {"retry-after": str(seconds)}, limit)
        message = f"The quota is used up for {seconds} more seconds; the request was not sent."
        return RateLimitError(message, code="rate_limit_exceeded", answer=answer)


# Calls


_BACKOFF = (0.25, 8.0)
"""Seconds: at random up to the first, twice as far for each retry, up to the second."""


@dataclass
class _Settings:
    api_key: str = field(repr=False)
    base_url: str
    timeout: float
    attempt_timeout: float
    retries: int
    on_rate_limit: Optional[Callable[[RateLimit], None]]
    on_warning: Callable[[str], None]
    world: World


class _Transport:
    """Sends calls, each until it is answered: retries, time limits of a call, the quota."""

    def __init__(self, settings: _Settings, pace: bool, context: Optional[ssl.SSLContext]) -> None:
        self.settings = settings
        self.connections = _Connections(settings.base_url, context)
        self.rate_limit: Optional[RateLimit] = None
        self._pacer = _Pacer(settings.world) if pace else None
        self._warned: set[str] = set()
        self._held_until = 0.0
        """After a 429 the client sends nothing before this time, because that could cause a ban."""
        self._refusal: Optional[RateLimitError] = None

    def send(self, call: _Call) -> Response:
        """Sends a call until it is answered. :raises PetStoreError:"""
        settings = self.settings
        world = settings.world
        timeout = settings.timeout if call.timeout is None else call.timeout
        retries = settings.retries if call.retries is None else call.retries
        deadline = world.now() + timeout
        lost: Optional[ConnectionError] = None
        retry = 0
        while True:
            hold = 0.0 if call.is_free else self._held_until - world.now()
            if hold > 0:
                if world.now() + hold >= deadline:
                    raise self._held(call, hold)
                world.wait(hold)
            pacer = None if call.is_free else self._pacer
            if pacer:
                queued = world.now()
                pacer.enter()
                # The time in the queue does not count towards the limits of the call.
                deadline += world.now() - queued
            limit = max(0.001, min(settings.attempt_timeout, deadline - world.now()))
            fault: Union[ApiError, ConnectionError]
            try:
                return self._send_once(call, pacer, limit, lost)
            except (ApiError, ConnectionError) as error:
                fault = error
            if isinstance(fault, RateLimitError) and not call.is_free:
                self._refusal = fault
            if not _is_passing(fault, call, lost is not None) or retry >= retries:
                raise fault from lost
            if isinstance(fault, ConnectionError):
                lost = fault
            wanted = fault.retry_after if isinstance(fault, ApiError) else None
            # A 429 that does not say when to retry is not asked again at once.
            least = 1 if wanted is None and isinstance(fault, RateLimitError) else wanted or 0
            base, cap = _BACKOFF
            delay = least + world.random() * min(cap, base * 2**retry)
            if world.now() + delay >= deadline:
                if isinstance(fault, (ApiError, TimeoutError)):
                    raise fault
                message = f"{call.operation} was not answered in {timeout:g} s."
                raise TimeoutError(message) from fault
            world.wait(delay)
            retry += 1

    def _held(self, call: _Call, hold: float) -> ApiError:
        """The error of a call that has no time to wait for the end of a hold."""
        refusal = self._refusal
        code = refusal.code if refusal else "rate_limit_exceeded"
        seconds = math.ceil(hold)
        answer = Response(None, 429, {"retry-after": str(seconds)}, refusal and refusal.rate_limit)
        error = _class_of(code, 429)(
            f"{call.operation} waits {seconds} s after a 429.",
            code=code,
            answer=answer,
        )
        error.__cause__ = refusal
        return error

    def _send_once(
        self, call: _Call, pacer: Optional[_Pacer], limit: float, lost: Optional[ConnectionError]
    ) -> Response:
        answer: Optional[Response] = None
        text = b""
        try:
            answer, text = self._exchange(call, limit)
        finally:
            if pacer:
                pacer.leave(answer)
        if answer.rate_limit is not None:
            self.rate_limit = answer.rate_limit
            if self.settings.on_rate_limit:
                self.settings.on_rate_limit(answer.rate_limit)
        self._warn_of_deprecation(call, answer)
        if answer.status == 429 and not call.is_free:
            wanted = _retry_after(answer.headers)
            held = self.settings.world.now() + (1 if wanted is None else wanted)
            self._held_until = max(self._held_until, held)
        return _judge(call, answer, text, lost)

    def _exchange(self, call: _Call, limit: float) -> Tuple[Response, bytes]:
        ends = time.monotonic() + limit
        headers = {
            "Accept": "application/json",
            "Authorization": f"Bearer {self.settings.api_key}",
            "User-Agent": f"petstore-client-python/{__version__}",
            **call.headers,
        }
        url = urllib.parse.urlsplit(self.settings.base_url)
        target = f"{self.connections.prefix}{url.path}{call.path}"
        try:
            while True:
                connection, was_used = self.connections.take(limit)
                try:
                    connection.request(call.method, target, call.body, headers)
                    # An answer that closes its connection takes the socket away.
                    sock = connection.sock
                    response = connection.getresponse()
                    break
                except (http.client.BadStatusLine, ConnectionResetError, BrokenPipeError):
                    connection.close()
                    # The service closed an idle connection. What has a key is done once all the same.
                    if not was_used or call.method in ("PATCH", "PUT", "DELETE"):
                        raise
            found = {name.lower(): value for name, value in response.getheaders()}
            answer = Response(None, response.status, found, _rate_limit(found))
            if call.is_stream and response.status == 200 and found.get("content-type", "").startswith(_STREAM):
                return replace(answer, data=_Stream(response, connection, sock)), b""
            try:
                text = _read_all(response, connection, ends)
            except BaseException:
                connection.close()
                raise
            response.close()
            if response.will_close:
                connection.close()
            else:
                self.connections.give(connection)
        except OSError as error:
            if isinstance(error, socket.timeout) or time.monotonic() >= ends:
                raise TimeoutError(f"{call.operation} was not answered in {limit:g} s.") from error
            raise ConnectionError(f"{call.operation} got no complete response: {error}.") from error
        except http.client.HTTPException as error:
            reason = str(error) or type(error).__name__
            raise ConnectionError(f"{call.operation} got no complete response: {reason}.") from error
        return answer, text

    def _warn_of_deprecation(self, call: _Call, answer: Response) -> None:
        if call.operation in self._warned:
            return
        notice = _deprecation(answer.headers, self.settings.base_url)
        if notice is not None:
            self._warned.add(call.operation)
            self.settings.on_warning(f"{call.operation} {notice}")


def _read_all(
    response: http.client.HTTPResponse, connection: http.client.HTTPConnection, ends: float
) -> bytes:
    """Reads a body; a server that sends a byte now and then does not hold the call for longer."""
    parts = []
    while True:
        left = ends - time.monotonic()
        if left <= 0:
            raise socket.timeout("timed out")
        if connection.sock is not None:
            connection.sock.settimeout(left)
        part = response.read1(65_536)
        if not part:
            break
        parts.append(part)
    if response.length:
        raise http.client.IncompleteRead(b"".join(parts), response.length)
    return b"".join(parts)


class _Stream:
    """Events of an answer that goes on (server-sent events)."""

    max_event = 8_000_000
    """Bytes of one event at most."""

    def __init__(
        self, response: http.client.HTTPResponse, connection: http.client.HTTPConnection, sock: socket.socket
    ) -> None:
        self._response, self._connection, self._sock = response, connection, sock
        self.is_alive = False
        """Whether anything has come."""
        self.retry = 1.0
        """Seconds after its end until it may be opened again."""

    def read(self, silence: float, stop: Optional[threading.Event]) -> Iterator[Tuple[List[Any], int]]:
        """Yields the events that came together, and the id behind which to go on, until the stream ends,
        says nothing for ``silence`` seconds, or ``stop`` is set."""
        has_ended = threading.Event()

        def watch(stop: threading.Event) -> None:
            while not has_ended.is_set():
                if stop.wait(1.0):
                    try:
                        # This wakes the reader.
                        self._sock.shutdown(socket.SHUT_RDWR)
                    except OSError:
                        pass
                    return

        try:
            self._sock.settimeout(silence)
            if stop is not None:
                threading.Thread(target=watch, args=(stop,), daemon=True).start()
            last: Optional[int] = None
            data: List[bytes] = []
            rest = b""
            while len(rest) < self.max_event:
                try:
                    part = self._response.read1(65_536)
                except (OSError, ValueError, http.client.HTTPException):
                    return
                if not part:
                    return
                self.is_alive = True
                events = []
                place = None
                *lines, rest = (rest + part).split(b"\n")
                for line in lines:
                    name, _, value = line.rstrip(b"\r").partition(b":")
                    value = value[1:] if value.startswith(b" ") else value
                    if name == b"data":
                        data.append(value)
                    elif name == b"id" and value.isdigit():
                        last = int(value)
                    elif name == b"retry" and value.isdigit():
                        self.retry = min(30.0, int(value) / 1000)
                    elif not name and not value:
                        if data:
                            events.append(_parse(b"\n".join(data)))
                            data = []
                        place = last
                if None in events:
                    # Something on the way has changed it.
                    self.is_alive = False
                    return
                if place is not None:
                    yield events, place
        finally:
            has_ended.set()
            self.close()

    def close(self) -> None:
        self._response.close()
        self._connection.close()


def _is_passing(fault: Exception, call: _Call, was_lost: bool) -> bool:
    """Whether a retry can help.

    Of the 4xx only 429 is retried, 408 and 500 of a read, and a create whose own key is still in
    use after an answer was lost: the service is still working on the earlier request.
    """
    if isinstance(fault, ConnectionError):
        return True
    if not isinstance(fault, ApiError) or isinstance(fault, BanError):
        return False
    if call.method == "GET" and fault.status in (408, 500):
        return True
    return (
        fault.status in (429, 502, 503, 504)
        or was_lost
        and fault.code == "idempotency_key_in_use"
    )


def _parse(text: bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _judge(call: _Call, answer: Response, text: bytes, lost: Optional[ConnectionError]) -> Response:
    if isinstance(answer.data, _Stream):
        return answer
    data = _parse(text)
    is_ok = 200 <= answer.status < 300
    code = data.get("code") if isinstance(data, dict) else None
    message = data.get("message") if isinstance(data, dict) else None
    was_deleted = (
        lost is not None
        and call.method == "DELETE"
        and isinstance(code, str)
        # A path that does not exist is no thing that was deleted.
        and re.fullmatch(r"(?!route).*_not_found", code) is not None
    )
    is_unmodified = answer.status == 304 and "If-None-Match" in call.headers
    if answer.status == 204 or is_unmodified or is_ok and isinstance(data, (dict, list)) or was_deleted:
        given = data if is_ok else None
        return Response(given, answer.status, answer.headers, answer.rate_limit)
    if is_ok or not (isinstance(code, str) and isinstance(message, str)):
        code, message = "unexpected_response", (
            f"{call.operation} was answered {answer.status} with a body that is not of the service."
        )
    error = _class_of(code, answer.status)(message, code=code, answer=answer)
    raise error from lost


# Lists


class Page(Generic[Item]):
    """A page of a list."""

    def __init__(self, items: Sequence[Item], next_cursor: Optional[str], response: Response) -> None:
        self.items = items
        self.next_cursor = next_cursor
        """The place behind this page, to go on there with the ``cursor`` of a list, in another
        process too. None if this is the last page; the log of events has no last one. Of a stream it
        is None: its place is the id of the last event."""
        self.response = response


class Pages(Generic[Item]):
    """A list that is fetched page by page as it is iterated over. Until then nothing is sent."""

    def __init__(
        self,
        fetch: Callable[[str, Json], Response],
        path: str,
        query: Dict[str, Values],
        follower: Optional["_Follower"] = None,
        is_log: Optional[str] = None,
    ) -> None:
        self._fetch = fetch
        self._path = path
        self._query = query
        self._follower = follower
        self._is_log = is_log
        self.cursor = cast(Optional[str], query.get("cursor"))
        """The place of the page that an iteration is at, or could not fetch; None for the first.
        A list with the same filters and this ``cursor`` goes on there, and misses nothing."""

    def first(self) -> Page[Item]:
        """Fetches the first page, of the service's default size unless ``limit`` is given."""
        return self._page(self._query)

    def pages(self) -> Iterator[Page[Item]]:
        """Each page in turn, of 100 items unless ``limit`` is given."""
        query: Dict[str, Values] = {**self._query, "limit": self._query.get("limit") or 100}
        if self._path == "/usage/history":
            query["limit"] = self._query.get("limit") or 1_000
        while True:
            try:
                if self._follower:
                    for answer, events, last in self._follower.stream(query):
                        yield Page(events, None, answer)
                        query = {**query, "cursor": None, "after": last}
                page = self._page(query)
                yield page
                self.cursor = page.next_cursor or self.cursor
                is_last = page.next_cursor is None
                # A log names a next page always. A page that is not full is its last for now, or if its next is itself.
                is_short = len(page.items) < int(cast(int, query["limit"]))
                is_end = self._is_log == "whole" or page.next_cursor == query.get("cursor")
                if self._is_log and is_short and is_end and not is_last:
                    is_last = self._follower is None
                    if self._follower:
                        self._follower.wait_for_more()
            except _Stopped:
                return
            if is_last:
                return
            query = {**query, "cursor": page.next_cursor, "after": None}

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.items

    def _page(self, query: Dict[str, Values]) -> Page[Item]:
        response = self._fetch(f"GET {self._path}", query)
        # Only the query of a link is used, so the API key is sent only to the base address.
        link = _link(response.headers, "next")
        parsed = urllib.parse.parse_qs(urllib.parse.urlsplit(link or "").query)
        cursor = parsed["cursor"][0] if "cursor" in parsed else None
        return Page(response.data, cursor, response)


# What a store has


class _Part:
    def __init__(self, store: "PetStore") -> None:
        self._store = store

    def _call(self, operation: str, *ids: Union[int, str], body: Any = None, **options: Any) -> Any:
        return self._given(self._store.request(operation, *ids, body=body, **options))

    def _given(self, answer: Response) -> Any:
        if self._store._whole_answers:
            return answer
        if answer.status == 304:
            raise NotModifiedError("There is nothing newer.", code="not_modified", answer=answer)
        return answer.data

    def _list(self, path: str, query: Dict[str, Values], options: Dict[str, Any]) -> Pages[Any]:
        given = _checked(options)
        return Pages(lambda operation, q: self._store.request(operation, query=q, **given), path, query)


class Pets(_Part):
    """The animals of the store. Options are those of :meth:`PetStore.request`."""

    def create(self, pet: types.NewPet, **options: Any) -> types.Pet:
        """Adds an animal, once however often the client must send the request."""
        return cast(types.Pet, self._call("POST /pets", body=pet, **options))

    def create_all(self, pets: Sequence[types.NewPet], **options: Any) -> List[types.Pet]:
        """Adds up to 100 animals with one request, all of them or none."""
        return cast(List[types.Pet], self._call("POST /pets/batch", body=pets, **options))

    def list(
        self,
        *,
        status: Optional[str] = None,
        category_id: Optional[int] = None,
        name: Optional[str] = None,
        id: Union[int, Sequence[int], None] = None,
        after: Optional[int] = None,
        sort: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Any,
    ) -> Pages[types.Pet]:
        """Lists animals, ascending by id unless ``sort`` is ``-id``, ``name`` or ``-name``, behind the id ``after``."""
        query: Dict[str, Values] = {"after": after,"status": status, "categoryId": category_id, "name": name, "id": id}
        return self._list("/pets", {**query, "sort": sort, "limit": limit, "cursor": cursor}, options)

    def find(self, id: int, **options: Any) -> Optional[types.Pet]:
        """Finds one animal; None if there is none with this id."""
        answer = self._store.request("GET /pets", query={"id": id}, **options)
        found = answer.data[0] if answer.data else None
        whole = Response(found, answer.status, answer.headers, answer.rate_limit)
        return cast(Optional[types.Pet], self._given(whole))

    def get(self, id: int, **options: Any) -> types.Pet:
        """Gets one animal. Deprecated, and removed on 2030-12-05: use :meth:`find`."""
        return cast(types.Pet, self._call("GET /pets/{petId}", id, **options))

    def update(self, id: int, patch: types.PetPatch, **options: Any) -> types.Pet:
        """Changes the fields that are given, and returns the changed animal."""
        return cast(types.Pet, self._call("PATCH /pets/{petId}", id, body=patch, **options))

    def update_all(self, ids: Sequence[int], patch: types.PetPatch, **options: Any) -> List[types.Pet]:
        """Makes the same change to up to 100 animals with one request, all of them or none."""
        body = {"ids": ids, "patch": patch}
        return cast(List[types.Pet], self._call("PATCH /pets/batch", body=body, **options))

    def delete(self, id: int, **options: Any) -> None:
        """Deletes an animal for good."""
        return cast(None, self._call("DELETE /pets/{petId}", id, **options))


class Orders(_Part):
    """The orders for animals."""

    def place(self, order: types.NewOrder, **options: Any) -> types.Order:
        """Holds an animal, so that nobody else gets it."""
        return cast(types.Order, self._call("POST /store/orders", body=order, **options))

    def list(
        self,
        *,
        status: Union[str, Sequence[str], None] = None,
        pet_id: Union[int, Sequence[int], None] = None,
        contact_id: Optional[int] = None,
        reference: Optional[str] = None,
        expires_before: Union[datetime, str, None] = None,
        sort: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Any,
    ) -> Pages[types.Order]:
        """Lists orders, ascending by id unless ``sort`` is ``-id``."""
        query: Dict[str, Values] = {"status": status, "petId": pet_id, "contactId": contact_id, "reference": reference}
        query["expiresBefore"] = _time(expires_before)
        return self._list("/store/orders", {**query, "sort": sort, "limit": limit, "cursor": cursor}, options)

    def get(self, id: int, **options: Any) -> types.Order:
        """Gets one order, whoever placed it."""
        return cast(types.Order, self._call("GET /store/orders/{orderId}", id, **options))

    def update(self, id: int, patch: types.OrderPatch, **options: Any) -> types.Order:
        """Changes the fields that are given; ``status`` moves the animal too."""
        return cast(types.Order, self._call("PATCH /store/orders/{orderId}", id, body=patch, **options))

    def delete(self, id: int, **options: Any) -> None:
        """Deletes an order that has ended."""
        return cast(None, self._call("DELETE /store/orders/{orderId}", id, **options))

    def inventory(self, **options: Any) -> types.Inventory:
        """Counts the animals of each status."""
        return cast(types.Inventory, self._call("GET /store/inventory", **options))


class Profiles(_Part):
    """What the store records of each animal."""

    def list(
        self,
        *,
        pet_id: Union[int, Sequence[int], None] = None,
        species: Optional[str] = None,
        sex: Optional[str] = None,
        location: Optional[str] = None,
        chip: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Any,
    ) -> Pages[types.Profile]:
        """Lists the profiles of some animals, in their order, or those that one filter admits."""
        query: Dict[str, Values] = {"petId": pet_id, "species": species, "sex": sex, "location": location, "chip": chip}
        return self._list("/profiles", {**query, "limit": limit, "cursor": cursor}, options)

    def get(self, pet_id: int, **options: Any) -> types.Profile:
        """Gets the profile of an animal."""
        return cast(types.Profile, self._call("GET /pets/{petId}/profile", pet_id, **options))

    def update(self, pet_id: int, patch: types.ProfilePatch, **options: Any) -> types.Profile:
        """Changes the fields that are given."""
        return cast(types.Profile, self._call("PATCH /pets/{petId}/profile", pet_id, body=patch, **options))


class Photos(_Part):
    """The photos of the animals, each in three sizes."""

    def list(self, pet_id: int, **options: Any) -> List[types.Photo]:
        """Lists the photos of an animal, in their order."""
        return cast(List[types.Photo], self._call("GET /pets/{petId}/photos", pet_id, **options))

    def add(self, pet_id: int, picture: bytes, **options: Any) -> types.Photo:
        """Adds a photo behind the others of its animal.

        :param picture: the bytes of a file: JPEG, PNG, WebP or AVIF, up to 10 MiB
        """
        return cast(types.Photo, self._call("POST /pets/{petId}/photos", pet_id, body=picture, **options))

    def get(self, pet_id: int, photo_id: int, **options: Any) -> types.Photo:
        """Gets one photo."""
        operation = "GET /pets/{petId}/photos/{photoId}"
        return cast(types.Photo, self._call(operation, pet_id, photo_id, **options))

    def update(self, pet_id: int, photo_id: int, patch: types.PhotoPatch, **options: Any) -> types.Photo:
        """Changes what a photo shows for people who do not see it (``alt``), or its ``position``."""
        operation = "PATCH /pets/{petId}/photos/{photoId}"
        return cast(types.Photo, self._call(operation, pet_id, photo_id, body=patch, **options))

    def delete(self, pet_id: int, photo_id: int, **options: Any) -> None:
        """Deletes a photo for good."""
        self._call("DELETE /pets/{petId}/photos/{photoId}", pet_id, photo_id, **options)


class Categories(_Part):
    """The names of the numbers that animals have as their ``categoryId``."""

    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, **options: Any) -> Pages[types.Category]:
        """Lists categories, ascending by id."""
        return self._list("/categories", {"limit": limit, "cursor": cursor}, options)

    def get(self, id: int, **options: Any) -> types.Category:
        """Gets one category."""
        return cast(types.Category, self._call("GET /categories/{categoryId}", id, **options))

    def put(self, id: int, name: types.CategoryName, **options: Any) -> types.Category:
        """Names a number; ``if_none_match="*"`` only if it has no name."""
        return cast(types.Category, self._call("PUT /categories/{categoryId}", id, body=name, **options))

    def delete(self, id: int, **options: Any) -> None:
        """Takes the name away."""
        return cast(None, self._call("DELETE /categories/{categoryId}", id, **options))


class Contacts(_Part):
    """The people who ask for animals and take them home."""

    def list(
        self,
        *,
        sort: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Any,
    ) -> Pages[types.Contact]:
        """Lists contacts, ascending by id unless ``sort`` is ``-id``."""
        return self._list("/contacts", {"sort": sort, "limit": limit, "cursor": cursor}, options)

    def create(self, contact: types.NewContact, **options: Any) -> types.Contact:
        """Adds a contact, once however often the client must send the request."""
        return cast(types.Contact, self._call("POST /contacts", body=contact, **options))

    def find(self, search: types.ContactSearch, **options: Any) -> "List[types.Contact]":
        """Finds up to 100 contacts by the digits of their phone, or by their mail address."""
        return cast("List[types.Contact]", self._call("POST /contacts/find", body=search, **options))

    def get(self, id: int, **options: Any) -> types.Contact:
        """Gets one contact."""
        return cast(types.Contact, self._call("GET /contacts/{contactId}", id, **options))

    def update(self, id: int, patch: types.ContactPatch, **options: Any) -> types.Contact:
        """Changes the fields that are given, and returns the changed contact."""
        return cast(types.Contact, self._call("PATCH /contacts/{contactId}", id, body=patch, **options))

    def delete(self, id: int, **options: Any) -> None:
        """Erases a contact for good."""
        return cast(None, self._call("DELETE /contacts/{contactId}", id, **options))


class Notes(_Part):
    """What staff write about animals, orders and contacts."""

    def list(
        self,
        *,
        pet_id: Optional[int] = None,
        order_id: Optional[int] = None,
        contact_id: Optional[int] = None,
        sort: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Any,
    ) -> Pages[types.Note]:
        """Lists notes, all or those about one of the three, ascending by id unless ``sort`` is ``-id``."""
        query: Dict[str, Values] = {"petId": pet_id, "orderId": order_id, "contactId": contact_id}
        return self._list("/notes", {**query, "sort": sort, "limit": limit, "cursor": cursor}, options)

    def create(self, note: types.NewNote, **options: Any) -> types.Note:
        """Adds a note about one animal, order or contact, once however often the client must send it."""
        return cast(types.Note, self._call("POST /notes", body=note, **options))

    def delete(self, id: int, **options: Any) -> None:
        """Deletes a note for good."""
        return cast(None, self._call("DELETE /notes/{noteId}", id, **options))


class Team(_Part):
    """The API keys of the team, for a key that has the scope ``keys:manage``."""

    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, **options: Any) -> Pages[types.ApiKey]:
        """Lists the keys, without their secrets, in the order in which they were made."""
        return self._list("/keys", {"limit": limit, "cursor": cursor}, options)

    def get(self, id: str, **options: Any) -> types.ApiKey:
        """Gets one key, without its secret."""
        return cast(types.ApiKey, self._call("GET /keys/{keyId}", id, **options))

    def create(self, key: types.NewApiKey, **options: Any) -> types.IssuedApiKey:
        """Makes a key for somebody; the key itself is shown only now."""
        return cast(types.IssuedApiKey, self._call("POST /keys", body=key, **options))

    def update(self, id: str, patch: types.ApiKeyPatch, **options: Any) -> types.ApiKey:
        """Changes the fields that are given, and returns the changed key."""
        return cast(types.ApiKey, self._call("PATCH /keys/{keyId}", id, body=patch, **options))

    def rotate(self, id: str, **options: Any) -> types.IssuedApiKey:
        """Gives a key another secret; the key itself is shown only now."""
        return cast(types.IssuedApiKey, self._call("POST /keys/{keyId}/rotate", id, **options))

    def revoke(self, id: str, **options: Any) -> None:
        """Revokes a key for good."""
        return cast(None, self._call("DELETE /keys/{keyId}", id, **options))


class Lab(_Part):
    """The laboratory of staging, for a key that has the scope ``lab``."""

    def move_clock(self, move: types.ClockMove, **options: Any) -> types.LabClock:
        """Moves the clock of all of staging ahead, once; what falls due on the way has happened then."""
        return cast(types.LabClock, self._call("POST /lab/clock", body=move, **options))


class Webhooks(_Part):
    """The webhooks of the API key."""

    def create(self, webhook: types.NewWebhook, **options: Any) -> types.WebhookWithSecret:
        """Adds a webhook; its secret is shown only now."""
        return cast(types.WebhookWithSecret, self._call("POST /webhooks", body=webhook, **options))

    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, **options: Any) -> Pages[types.Webhook]:
        """Lists webhooks, ascending by id."""
        return self._list("/webhooks", {"limit": limit, "cursor": cursor}, options)

    def get(self, id: int, **options: Any) -> types.Webhook:
        """Gets one webhook and its state."""
        return cast(types.Webhook, self._call("GET /webhooks/{webhookId}", id, **options))

    def update(self, id: int, patch: types.WebhookPatch, **options: Any) -> types.Webhook:
        """Changes the fields that are given."""
        return cast(types.Webhook, self._call("PATCH /webhooks/{webhookId}", id, body=patch, **options))

    def delete(self, id: int, **options: Any) -> None:
        """Deletes a webhook; it is sent nothing more."""
        return cast(None, self._call("DELETE /webhooks/{webhookId}", id, **options))

    def ping(self, id: int, **options: Any) -> types.Delivery:
        """Sends a ping, which enables the webhook once it is answered."""
        return cast(types.Delivery, self._call("POST /webhooks/{webhookId}/ping", id, **options))

    def renew_secret(self, id: int, **options: Any) -> types.WebhookWithSecret:
        """Makes a new secret; the old one signs too for a day."""
        operation = "POST /webhooks/{webhookId}/secret"
        return cast(types.WebhookWithSecret, self._call(operation, id, **options))

    def recover(self, id: int, start: types.Recovery, **options: Any) -> types.Webhook:
        """Sends events again, after an event or from an instant on."""
        operation = "POST /webhooks/{webhookId}/recover"
        return cast(types.Webhook, self._call(operation, id, body=start, **options))

    def deliveries(
        self,
        id: int,
        *,
        status: Union[str, Sequence[str], None] = None,
        sort: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Any,
    ) -> Pages[types.Delivery]:
        """Lists the messages to a webhook."""
        query: Dict[str, Values] = {"status": status, "sort": sort, "limit": limit, "cursor": cursor}
        return self._list(f"/webhooks/{_text('id', id)}/deliveries", query, options)

    def delivery(self, id: int, delivery_id: int, **options: Any) -> types.Delivery:
        """Gets one message, with the attempts to send it."""
        operation = "GET /webhooks/{webhookId}/deliveries/{deliveryId}"
        return cast(types.Delivery, self._call(operation, id, delivery_id, **options))

    def redeliver(self, id: int, delivery_id: int, **options: Any) -> types.Delivery:
        """Sends one message again."""
        operation = "POST /webhooks/{webhookId}/deliveries/{deliveryId}/redeliver"
        return cast(types.Delivery, self._call(operation, id, delivery_id, **options))


class PetStore:
    """A client of the pet store service.

    :param api_key: sent as a bearer token and never shown; without it the variable PETSTORE_API_KEY
    :param environment: ``production`` or ``staging``; without it, what the key names
    :param base_url: the address in place of an environment, ending in ``/v1``; without both, the
        variable PETSTORE_BASE_URL
    :param timeout: seconds that a call may take in all, with retries and waits
    :param attempt_timeout: seconds that one request may take before it is retried
    :param retries: how often a call is retried; 0 for never
    :param pace_to_quota: queue requests so that the quota is never exceeded
    :param ssl_context: for ``https``; the system's certificates without it
    :raises TypeError: if a value is missing or not valid; it does not show the key
    """

    def __init__(
        self,
        api_key: Optional[str] = None,
        *,
        environment: Optional[str] = None,
        base_url: Optional[str] = None,
        timeout: float = 90.0,
        attempt_timeout: float = 15.0,
        retries: int = 4,
        pace_to_quota: bool = False,
        on_rate_limit: Optional[Callable[[RateLimit], None]] = None,
        on_warning: Optional[Callable[[str], None]] = None,
        ssl_context: Optional[ssl.SSLContext] = None,
        world: Optional[World] = None,
    ) -> None:
        key = api_key or os.environ.get("PETSTORE_API_KEY")
        if not key:
            raise TypeError("Give api_key, or set PETSTORE_API_KEY.")
        if not re.fullmatch(r"[\x21-\x7e]+", key):
            # It must not be shown.
            raise TypeError("api_key must be visible ASCII characters, without white space around them.")
        _check_limits(timeout=timeout, attempt_timeout=attempt_timeout, retries=retries)
        settings = _Settings(
            api_key=key,
            base_url=_base_url(key, environment, base_url),
            timeout=timeout,
            attempt_timeout=attempt_timeout,
            retries=retries,
            on_rate_limit=on_rate_limit,
            on_warning=on_warning or (lambda message: warnings.warn(message, DeprecationWarning, 2)),
            world=world or World(),
        )
        self._begin(_Transport(settings, pace_to_quota, ssl_context), False)

    def _begin(self, transport: _Transport, whole_answers: bool) -> None:
        self._transport = transport
        self._whole_answers = whole_answers
        self.pets = Pets(self)
        self.profiles = Profiles(self)
        self.orders = Orders(self)
        self.photos = Photos(self)
        self.categories = Categories(self)
        self.contacts = Contacts(self)
        self.notes = Notes(self)
        self.webhooks = Webhooks(self)
        self.team = Team(self)
        self.lab = Lab(self)

    @property
    def with_response(self) -> "PetStore":
        """The same client, whose calls give a :class:`Response` with ``data``, ``etag`` and more."""
        other = PetStore.__new__(PetStore)
        other._begin(self._transport, True)
        return other

    @property
    def base_url(self) -> str:
        return self._transport.settings.base_url

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        """The state of the quota on the last answer; None before the first."""
        return self._transport.rate_limit

    def request(
        self,
        operation: str,
        *ids: Union[int, str],
        query: Union[str, Mapping[str, Values]] = "",
        body: Any = None,
        if_match: Optional[str] = None,
        if_none_match: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Response:
        """Sends a call of any operation, like ``store.request("GET /pets/{petId}", 7)``.

        :param ids: what stands for the braces of the path, in their order
        :param if_none_match: if there is nothing newer, the ``status`` of the answer is 304
        :param idempotency_key: for a POST; by default a new one, which covers the retries
        :param timeout: seconds that this call may take in all, in place of the client's
        :param retries: how often this call is retried, in place of the client's
        :param headers: further ones, like ``traceparent``
        :raises TypeError: if an argument cannot be sent
        :raises PetStoreError: see the classes of errors
        """
        call = _prepare(
            operation, ids, query, body, if_match, if_none_match, idempotency_key, headers, timeout, retries
        )
        return self._transport.send(call)

    def search(
        self,
        q: str,
        *,
        kind: Union[str, Sequence[str], None] = None,
        limit: Optional[int] = None,
        **options: Any,
    ) -> List[types.SearchResult]:
        """Finds what has all these words, or this id: the best first."""
        query: Dict[str, Values] = {"q": q, "kind": kind, "limit": limit}
        return cast(List[types.SearchResult], _Part(self)._call("GET /search", query=query, **options))

    def statistics(
        self,
        *,
        start: Union[date, str, None] = None,
        end: Union[date, str, None] = None,
        interval: Optional[str] = None,
        time_zone: Optional[str] = None,
        category_id: Optional[int] = None,
        **options: Any,
    ) -> List[types.Statistic]:
        """What happened by ``day`` (the default), ``week`` or ``month``, from the day ``start`` to the day ``end``."""
        query: Dict[str, Values] = {"from": str(start) if start else None, "to": str(end) if end else None}
        query.update({"interval": interval, "timeZone": time_zone, "categoryId": category_id})
        return cast(List[types.Statistic], _Part(self)._call("GET /store/statistics", query=query, **options))

    def usage(self, **options: Any) -> types.Usage:
        """What the API key may do and has used. It costs nothing of the quota."""
        return cast(types.Usage, _Part(self)._call("GET /usage", **options))

    def usage_history(
        self,
        *,
        interval: Optional[str] = None,
        start: Union[datetime, str, None] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Any,
    ) -> Pages[types.UsageEntry]:
        """Lists how many requests the key sent, by ``minute``, ``hour`` (the default) or ``day``."""
        query: Dict[str, Values] = {"interval": interval, "from": _time(start), "limit": limit, "cursor": cursor}
        return _Part(self)._list("/usage/history", query, options)

    def events(
        self,
        *,
        after: Optional[int] = None,
        types: Union[str, Sequence[str], None] = None,
        pet_id: Optional[int] = None,
        order_id: Optional[int] = None,
        since: Union[datetime, str, None] = None,
        until: Union[datetime, str, None] = None,
        by: Optional[str] = None,
        sort: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        follow: bool = False,
        stop: Optional[threading.Event] = None,
        **options: Any,
    ) -> Pages[Any]:
        """Lists what happened, in order, after the event ``after``.

        With ``follow`` the iteration does not end at the newest event, but waits for more until
        ``stop`` is set, through every outage: by a stream, which costs one request an hour. If it
        cannot have one, it asks every three seconds whether there is anything new, which costs nothing.
        """
        query: Dict[str, Values] = {"after": after, "type": types, "petId": pet_id, "orderId": order_id}
        query.update({"since": _time(since), "until": _time(until), "by": by})
        query.update({"sort": sort, "limit": limit, "cursor": cursor})
        is_log = "whole" if since is None and until is None and by is None else "scanned"
        given = _checked(options)
        if not follow:
            return Pages(lambda o, q: self.request(o, query=q, **given), "/events", query, is_log=is_log)
        if sort is not None or until is not None:
            raise TypeError("follow takes neither sort nor until.")
        follower = _Follower(self, stop, given)
        return Pages(follower.fetch, "/events", query, follower, is_log=is_log)

    def mirror(
        self,
        load: Callable[[], Optional[Position]],
        save: Callable[[List[Change], Position], None],
        stop: Optional[threading.Event] = None,
    ) -> None:
        """Keeps a copy of all animals in step with the store, through every outage, until ``stop`` is set.

        It takes the newest event, lists the animals, then follows the log from that event on. After a
        restart it goes on where ``load`` says. If the log has lost that place, the copy begins anew.

        :param load: gives the position that ``save`` stored last; None if there is none
        :param save: makes the changes and stores the position, in one transaction. A change is
            ``("put", pet)``, ``("delete", id)`` or ``("clear", None)``. It may come again after a crash.
        :raises ApiError: if no retry can help
        """
        follower = _Follower(self, stop)
        kinds = ("pet.created", "pet.updated", "pet.deleted", "pets.imported")

        def pets(after: int) -> Pages[types.Pet]:
            return Pages(follower.fetch, "/pets", {"after": after})

        def changes_of(event: Dict[str, Any]) -> Iterator[Change]:
            data = event["data"]
            if event["type"] == "pets.imported":
                # Its animals have no events of their own; they are read as they are now.
                for pet in pets(data["first"] - 1):
                    if pet["id"] > data["last"]:
                        return
                    yield "put", pet
            elif event["type"] == "pet.deleted":
                yield "delete", data["pet"]["id"]
            else:
                yield "put", data["pet"]

        position = load()
        while stop is None or not stop.is_set():
            try:
                if position is None:
                    # The newest event comes first: what happens meanwhile is then followed.
                    newest = follower.newest()
                    position = {"event": newest, "listed_to": 0}
                    save([("clear", None)], position)
                event = position["event"]
                if "listed_to" in position:
                    for page in pets(position["listed_to"]).pages():
                        position = {"event": event}
                        if page.next_cursor is not None:
                            position["listed_to"] = page.items[-1]["id"]
                        save([("put", pet) for pet in page.items], position)
                    if "listed_to" in position:
                        return
                for events in self.events(after=event, types=kinds, follow=True, stop=stop).pages():
                    if events.items:
                        found = [change for one in events.items for change in changes_of(one)]
                        if stop is not None and stop.is_set():
                            # The animals of an import may not all have come.
                            return
                        save(found, {"event": events.items[-1]["id"]})
                return
            except CursorExpiredError:
                # The log has lost the place, so the copy begins anew.
                position = None
            except _Stopped:
                return

    def close(self) -> None:
        """Closes idle connections. The client can be used again."""
        self._transport.connections.close()

    def __enter__(self) -> "PetStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"PetStore(base_url={self.base_url!r})"


class _Stopped(Exception):
    """Whoever follows the log has set ``stop``."""


class _Follower:
    """Waits for events by a stream, else by asking, at a pace that the quota can bear, and through every outage."""

    interval = 3.0
    """Seconds between two questions whether there is anything new."""
    burst = 20
    """How many pages may be fetched in a row before it keeps to its share of the quota."""
    silence = 40.0
    """Seconds without a byte after which a stream is given up; the service says something each 15."""
    rest = (60.0, 600.0)
    """Seconds without streams after one was refused, doubled each time up to the second."""

    def __init__(
        self, store: PetStore, stop: Optional[threading.Event], options: Optional[Dict[str, Any]] = None
    ) -> None:
        self._store = store
        self._world = store._transport.settings.world
        self._stop = stop
        self._options = options or {}
        self._seen: Optional[int] = None
        self._due = 0.0
        """When the next page would be due, had all of them been fetched at an even pace."""
        self._stream_at = self._world.now()
        """From when on a stream may be opened."""
        self._rest = self.rest[0]

    def fetch(self, operation: str, query: Json) -> Response:
        """Fetches a page, however long the service is away.

        :raises ApiError: if no retry can help
        """
        return self._lasting(lambda: self._store.request(operation, query=query, **self._options))

    def stream(self, query: Mapping[str, Values]) -> Iterator[Tuple[Response, List[Any], int]]:
        """Yields what streams bring, with the id behind which to go on, as long as they can be had.

        What refuses a list as well is left for the list to raise.
        """
        place = {name: value for name, value in query.items() if name != "limit"}
        limit = cast(int, query["limit"])
        after = cast(int, place.get("after") or 0)
        options = dict(self._options, retries=0)
        options["headers"] = {**(options.get("headers") or {}), "Accept": _STREAM}
        least = 0.0
        while self._world.now() >= self._stream_at:
            self._wait(least)
            self._spend()
            try:
                send = lambda: self._store.request("GET /events", query=place, **options)
                answer = self._lasting(send, RateLimitError)
            except PetStoreError:
                break
            stream = answer.data
            if not isinstance(stream, _Stream):
                # An older service.
                break
            for found, last in stream.read(self.silence, self._stop):
                self._rest = self.rest[0]
                events = [event for event in found if event["id"] > after]
                after = max(after, last)
                place.update(cursor=None, after=after)
                while len(events) > limit:
                    yield answer, events[:limit], events[limit - 1]["id"]
                    events = events[limit:]
                yield answer, events, after
            self._wait(0, is_paced=False)
            if not stream.is_alive:
                break
            least = stream.retry
        else:
            return
        self._stream_at = self._world.now() + self._rest
        self._rest = min(self._rest * 2, self.rest[1])

    def wait_for_more(self) -> None:
        """Returns once there may be something new, or a stream may be opened."""
        while True:
            self._wait(self.interval)
            if self._world.now() >= self._stream_at:
                return
            newest = self.newest()
            if newest == self._seen:
                continue
            self._seen = newest
            self._spend()
            return

    def newest(self) -> int:
        """The id of the newest event."""
        return cast(int, self._lasting(lambda: self._store.request("GET /usage")).data["lastEventId"])

    def _lasting(self, send: Callable[[], Response], *passing: Type[PetStoreError]) -> Response:
        pause = 1.0
        was_away = False
        while True:
            try:
                answer = send()
                if was_away:
                    # All was away, not the streams alone.
                    self._stream_at, self._rest = self._world.now(), self.rest[0]
                return answer
            except passing or (ConnectionError, ServiceError, RateLimitError) as error:
                wait = pause
                if isinstance(error, RateLimitError):
                    wait = max(error.retry_after or 0, pause)
                else:
                    was_away = True
            self._wait(wait, is_paced=False)
            pause = min(30.0, pause * 2)

    def _wait(self, least: float, is_paced: bool = True) -> None:
        early = self._due - self.burst * self._pace() - self._world.now() if is_paced else 0
        if self._stop is not None and self._stop.is_set() or self._world.wait(max(least, early, 0), self._stop):
            raise _Stopped

    def _spend(self) -> None:
        self._due = max(self._due, self._world.now()) + self._pace()

    def _pace(self) -> float:
        limit = self._store.rate_limit
        windows: Iterable[RateLimitWindow] = limit.windows if limit else ()
        return max((w.reset_after / max(w.remaining, 1) for w in windows), default=0.0)


def _base_url(key: str, environment: Optional[str], base_url: Optional[str]) -> str:
    if environment is not None and base_url is not None:
        raise TypeError("Give environment or base_url, not both.")
    chosen = environment or {"pets_live_": "production", "pets_test_": "staging"}.get(key[:10])
    name, address = "base_url", base_url
    if address is None and environment is None and os.environ.get("PETSTORE_BASE_URL"):
        name, address = "PETSTORE_BASE_URL", os.environ["PETSTORE_BASE_URL"]
    if address is None and chosen is not None:
        address = BASE_URLS.get(chosen)
        if address is None:
            raise TypeError("environment must be production or staging.")
    if address is None:
        raise TypeError(
            "api_key begins with neither pets_live_ nor pets_test_: check it, or give base_url."
        )
    url = urllib.parse.urlsplit(address)
    if url.scheme not in ("http", "https") or not url.hostname or "@" in url.netloc:
        raise TypeError(f"{name} must be an http or https URL, without a user name or password.")
    plain = f"{url.scheme}://{url.netloc}{url.path.rstrip('/')}"
    if not plain.endswith("/v1"):
        raise TypeError(f"{name} must end in /v1, like {url.scheme}://{url.netloc}/v1; it is {plain}.")
    return plain


# Webhooks


def verify_webhook(
    secret: Union[str, Sequence[str]],
    headers: Mapping[str, str],
    raw_body: Union[bytes, str],
    *,
    tolerance: float = 300.0,
    now: Optional[float] = None,
) -> Dict[str, Any]:
    """Verifies a message that the service sent to a webhook (Standard Webhooks 1.0), and reads it.

    :param secret: like ``whsec_…``, or several while a new one takes the place of another
    :param raw_body: the body as it came, before any JSON parser
    :param tolerance: seconds by which the clocks may differ, and a message may be late
    :returns: the event. One event may come twice; its ``id`` tells.
    :raises WebhookError: if it is not a message of the service
    :raises TypeError: if ``secret`` is no secret
    """
    keys = [_secret_key(one) for one in ([secret] if isinstance(secret, str) else secret)]
    if not keys:
        raise TypeError("secret must have at least one value.")
    body = raw_body.encode(errors="replace") if isinstance(raw_body, str) else bytes(raw_body)
    found = {name.lower(): value for name, value in headers.items()}
    values = []
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        value = found.get(name)
        if not isinstance(value, str) or not re.fullmatch(r"[\x20-\x7e]+", value):
            raise WebhookError(f"The request must have a {name} header of ASCII text.")
        values.append(value)
    message_id, timestamp, signatures = values
    current = time.time() if now is None else now
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(current - int(timestamp)) > tolerance:
        raise WebhookError(
            f"webhook-timestamp is {timestamp}, which is not within {tolerance:g} seconds of now."
        )
    content = f"{message_id}.{timestamp}.".encode() + body
    expected = [
        "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
        for key in keys
    ]
    # Every pair is compared whole, so the time tells nothing.
    matches = [
        hmac.compare_digest(one.encode(), other.encode())
        for one in expected
        for other in signatures.split(" ")
    ]
    if not any(matches):
        raise WebhookError("No signature in webhook-signature matches this secret.")
    try:
        event = json.loads(body)
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict) or not isinstance(event.get("type"), str):
        raise WebhookError("The body is not an event.")
    return event


def _secret_key(secret: str) -> bytes:
    try:
        if isinstance(secret, str) and secret.startswith("whsec_"):
            key = base64.b64decode(secret[len("whsec_") :], validate=True)
            if key:
                return key
    except ValueError:
        pass
    # It must not be shown.
    raise TypeError("secret must be whsec_ followed by base64, as the service showed it.")
