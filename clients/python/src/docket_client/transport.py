"""Requests, sent again where that is safe."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any

import httpx

from .auth import FixedToken, TokenSource
from .errors import ApiError, error_of

_LONGEST_WAIT = 30.0  # seconds that the service may ask for

Params = Mapping[str, Any]
Files = Mapping[str, tuple[str, IO[bytes] | bytes, str]]


class Transport:
    """Sends requests with a token.

    A request that the service cannot handle now is sent again: always after 429, else only reads
    and requests with an Idempotency-Key. Reads name the position of the last write, so that they
    see it whichever server answers.
    """

    def __init__(self, base_url: str, auth: str | TokenSource, *, timeout: float, retries: int, pause: float,
                 transport: httpx.BaseTransport | None) -> None:
        self.base_url = base_url.rstrip("/")
        self.auth: TokenSource = FixedToken(auth) if isinstance(auth, str) else auth
        self.http = httpx.Client(timeout=timeout, transport=transport)
        self.pause, self._retries = pause, retries
        self._position, self._lock = 0, threading.Lock()

    def send(self, method: str, path: str, *, params: Params | None = None, json: Any = None, files: Files | None = None,
             content: bytes | str | None = None, headers: Mapping[str, str] | None = None) -> httpx.Response:
        """Returns the answer, with its body. Errors: ApiError, SignInError, httpx.HTTPError."""
        with self.stream(method, path, params=params, json=json, files=files, content=content, headers=headers) as answer:
            answer.read()
            return answer

    @contextmanager
    def stream(self, method: str, path: str, *, params: Params | None = None, json: Any = None, files: Files | None = None,
               content: bytes | str | None = None, headers: Mapping[str, str] | None = None) -> Iterator[httpx.Response]:
        """Yields the answer before its body is read. Errors as send."""
        def build() -> httpx.Request:
            return self.http.build_request(method, self.base_url + path, params=_clean(params), json=json, files=files,
                                           content=content, headers=headers)

        answer = self._send_until_done(build)
        try:
            if answer.is_error:
                answer.read()
                raise error_of(answer)
            yield answer
        finally:
            answer.close()

    def _send_until_done(self, build: Callable[[], httpx.Request]) -> httpx.Response:
        token, renewed, tries = self.auth.token(self.http, self.base_url), False, 0
        while True:
            tries += 1
            request = self._prepare(build(), token)
            try:
                answer = self.http.send(request, stream=True)
            except httpx.TransportError:
                if tries > self._retries or not _is_idempotent(request):
                    raise
                self._sleep(tries, 0)
                continue
            if answer.status_code == 401 and not renewed:
                renewed = True
                if (other := self.auth.renew(self.http, self.base_url, token)) is not None:
                    answer.close()
                    token, tries = other, tries - 1
                    continue
            if tries > self._retries or not _is_to_be_repeated(request, answer):
                self._note_write(request, answer)
                return answer
            answer.close()
            self._sleep(tries, _retry_after(answer))

    def _prepare(self, request: httpx.Request, token: str) -> httpx.Request:
        request.headers["Authorization"] = f"Bearer {token}"
        if _is_read(request) and self._position and "Docket-Position" not in request.headers:
            request.headers["Docket-Position"] = str(self._position)
        return request

    def _note_write(self, request: httpx.Request, answer: httpx.Response) -> None:
        position = answer.headers.get("Docket-Position", "")
        if not _is_read(request) and position.isdigit():
            with self._lock:
                self._position = max(self._position, int(position))

    def wait(self, tries: int) -> None:
        """Waits before a further try, longer each time."""
        self._sleep(min(tries, 8), 0)

    def _sleep(self, tries: int, at_least: float) -> None:
        time.sleep(max(at_least, self.pause * 2 ** (tries - 1) * random.uniform(0.8, 1.2)))


def _clean(params: Params | None) -> dict[str, Any]:
    """Leaves out what is None, and writes booleans as the contract does."""
    out: dict[str, Any] = {}
    for name, value in (params or {}).items():
        if isinstance(value, (list, tuple)):
            out[name] = [_text(v) for v in value]
        elif value is not None:
            out[name] = _text(value)
    return out


def _text(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def _is_read(request: httpx.Request) -> bool:
    return request.method in ("GET", "HEAD")


def _is_idempotent(request: httpx.Request) -> bool:
    return _is_read(request) or "Idempotency-Key" in request.headers


def _is_to_be_repeated(request: httpx.Request, answer: httpx.Response) -> bool:
    if answer.status_code == 429:
        return True
    if not _is_idempotent(request) or answer.status_code not in (409, 503):
        return False
    return answer.status_code == 503 or _code(answer) == "request_running"


def _code(answer: httpx.Response) -> str:
    answer.read()
    error: ApiError = error_of(answer)
    return error.code


def _retry_after(answer: httpx.Response) -> float:
    text = answer.headers.get("Retry-After", "")
    return min(float(text), _LONGEST_WAIT) if text.isdigit() else 0.0
