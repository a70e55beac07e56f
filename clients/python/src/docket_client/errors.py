"""What can go wrong, as exceptions. All are a DocketError."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx

    from .models import RequestFault


class DocketError(Exception):
    """Any failure that this package reports."""


class ApiError(DocketError):
    """A refusal of the service. Its text is the service's sentence.

    status is that of HTTP; code names the failure for programs ("" where the service gave none);
    field is what is at fault: a JSON pointer or the name of a parameter; request_id finds the
    request in the log of the service; faults are all that were found.
    """

    def __init__(self, status: int, message: str, code: str = "", field: str = "", request_id: str = "",
                 faults: list[RequestFault] | None = None) -> None:
        super().__init__(message)
        self.status, self.message, self.code, self.field = status, message, code, field
        self.request_id = request_id
        self.faults: list[RequestFault] = faults or []


class NotSignedIn(ApiError):
    """401: the token is missing, has ended, or is not taken."""


class AccessDenied(ApiError):
    """403: the account may not do this."""


class NotFound(ApiError):
    """404: it does not exist, or the account may not know of it."""


class Conflict(ApiError):
    """409: what is there contradicts the request."""


class Changed(ApiError):
    """412: the record is no longer the one that If-Match names."""


class TooManyRequests(ApiError):
    """429, after all retries."""


class Unavailable(ApiError):
    """503, after all retries."""


class SignInError(DocketError):
    """A refusal of an authorization server (RFC 6749, section 5.2). code is its error."""

    def __init__(self, code: str, description: str = "") -> None:
        super().__init__(f"{description} ({code})" if description else code)
        self.code = code


class ProcessingFailed(DocketError):
    """A file could not be processed; service names the step."""

    def __init__(self, cause: str, service: str) -> None:
        super().__init__(f"{cause} ({service})")
        self.cause, self.service = cause, service


class PackageFailed(DocketError):
    """A package could not be made."""


class DigestMismatch(DocketError):
    """What came has other bytes than the service has. Fetching it again may help."""


class WaitTimeout(DocketError, TimeoutError):
    """What was waited for did not happen in time. It may happen still."""


class WebhookError(DocketError):
    """A delivery is not from the service, is too old, or was changed on its way."""


_OF_STATUS: dict[int, type[ApiError]] = {
    401: NotSignedIn, 403: AccessDenied, 404: NotFound, 409: Conflict, 412: Changed, 429: TooManyRequests, 503: Unavailable}


def error_of(response: httpx.Response) -> ApiError:
    """Returns the error of an answer whose body was read."""
    kind = _OF_STATUS.get(response.status_code, ApiError)
    request_id = response.headers.get("X-Request-Id", "")
    try:
        body = json.loads(response.content)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        return kind(response.status_code, f"The service answers with status {response.status_code}", request_id=request_id)
    message = body.get("message") or f"The service answers with status {response.status_code}"
    return kind(response.status_code, message, body.get("code", ""), body.get("field", ""),
                body.get("requestId") or request_id, body.get("errors"))
