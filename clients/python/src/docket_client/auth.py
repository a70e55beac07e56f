"""Where access tokens come from."""

from __future__ import annotations

import threading
import time
from typing import Protocol

import httpx

from .errors import SignInError

_EARLY = 30.0  # seconds before its end that a token is renewed


class TokenSource(Protocol):
    """Provides access tokens. Its methods may be called by several threads at a time."""

    def token(self, http: httpx.Client, base_url: str) -> str:
        """Returns a token that is believed to be valid."""

    def renew(self, http: httpx.Client, base_url: str, refused: str) -> str | None:
        """Returns another token in the place of one that was refused, None where there is none."""


class FixedToken:
    """A token, or an API key, that was obtained elsewhere and is never renewed."""

    def __init__(self, value: str) -> None:
        self._value = value

    def token(self, http: httpx.Client, base_url: str) -> str:
        """Returns the token."""
        return self._value

    def renew(self, http: httpx.Client, base_url: str, refused: str) -> str | None:
        """Returns None."""
        return None


class ClientCredentials:
    """Signs in as the service account of a client, and again before a token ends.

    issuer is another OpenID provider than the service itself, for workspaces that trust one.
    """

    def __init__(self, workspace: str, client_id: str, client_secret: str, *, issuer: str | None = None) -> None:
        self._workspace, self._client, self._issuer = workspace, (client_id, client_secret), issuer
        self._lock = threading.Lock()
        self._endpoint, self._token, self._ends = "", "", 0.0

    def token(self, http: httpx.Client, base_url: str) -> str:
        """Returns the token, a new one when it is about to end. Errors: SignInError, httpx.HTTPError."""
        with self._lock:
            if time.monotonic() >= self._ends - _EARLY:
                self._sign_in(http, base_url)
            return self._token

    def renew(self, http: httpx.Client, base_url: str, refused: str) -> str | None:
        """Returns a new token, unless somebody has renewed it already."""
        with self._lock:
            if self._token == refused:
                self._sign_in(http, base_url)
            return self._token

    def _sign_in(self, http: httpx.Client, base_url: str) -> None:
        if not self._endpoint:
            issuer = self._issuer or f"{base_url}/auth/realms/{self._workspace}"
            self._endpoint = _read(http.get(f"{issuer.rstrip('/')}/.well-known/openid-configuration"), "token_endpoint")
        begun = time.monotonic()
        answer = http.post(self._endpoint, data={"grant_type": "client_credentials", "scope": "openid",
                                                 "client_id": self._client[0], "client_secret": self._client[1]})
        self._token = _read(answer, "access_token")
        self._ends = begun + float(answer.json().get("expires_in", 60))


def _read(answer: httpx.Response, name: str) -> str:
    try:
        body = answer.json()
    except ValueError:
        body = {}
    if not isinstance(body, dict):
        body = {}
    if answer.is_success and isinstance(body.get(name), str):
        return str(body[name])
    raise SignInError(str(body.get("error") or f"status {answer.status_code}"),
                      str(body.get("error_description") or body.get("message") or ""))
