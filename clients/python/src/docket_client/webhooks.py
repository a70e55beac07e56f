"""Checks deliveries of webhooks by the scheme of Standard Webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Iterable, Mapping
from typing import Any

from .errors import WebhookError

TOLERANCE = 300
"""Seconds that the time of a delivery may differ from the receiver's."""


def verify_webhook(secrets: str | Iterable[str], headers: Mapping[str, str], body: bytes | str, *,
                   tolerance: float = TOLERANCE, now: float | None = None) -> Any:
    """Returns the JSON of a delivery that one of the secrets signed.

    secrets are those of the subscription, as it shows them (whsec_…); while one rolls there are
    two. body is what arrived, byte by byte, before it was parsed. webhook-id stays the same when a
    delivery is tried again: keep it to handle each one once. Raises WebhookError.
    """
    given = {name.lower(): value for name, value in headers.items()}
    identifier, stamp = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    signatures = given.get("webhook-signature", "").split()
    if not identifier or not stamp or not signatures:
        raise WebhookError("webhook-id, webhook-timestamp or webhook-signature is missing")
    _check_time(stamp, tolerance, time.time() if now is None else now)
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{identifier}.{stamp}.".encode() + raw
    keys = [_key(s) for s in ([secrets] if isinstance(secrets, str) else secrets)]
    wanted = [hmac.new(key, signed, hashlib.sha256).digest() for key in keys]
    for signature in signatures:
        version, _, text = signature.partition(",")
        try:
            got = base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            continue
        if version == "v1" and any(hmac.compare_digest(got, want) for want in wanted):
            return _parse(raw)
    raise WebhookError("No signature is of one of the secrets")


def _check_time(stamp: str, tolerance: float, now: float) -> None:
    if not (stamp.isascii() and stamp.isdigit()):
        raise WebhookError("webhook-timestamp is not a number of seconds")
    if abs(now - int(stamp)) > tolerance:
        raise WebhookError("The delivery is too old, or is from the future: compare the clocks")


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise WebhookError("The secret is not one of a webhook: take it as the subscription shows it")
    return key


def _parse(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError as wrong:
        raise WebhookError("The delivery is not JSON") from wrong
