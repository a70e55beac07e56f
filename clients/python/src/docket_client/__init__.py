"""Client of Docket. Docket is the client, models the types of what it sends and gets."""

from . import models
from .auth import ClientCredentials, FixedToken, TokenSource
from .client import Docket, DossierRef, FileRef, dossier_ref, file_ref
from .errors import (AccessDenied, ApiError, Changed, Conflict, DigestMismatch, DocketError, NotFound, NotSignedIn, PackageFailed,
                     ProcessingFailed, SignInError, TooManyRequests, Unavailable, WaitTimeout, WebhookError)
from .webhooks import TOLERANCE, verify_webhook

__all__ = ["TOLERANCE", "AccessDenied", "ApiError", "Changed", "ClientCredentials", "Conflict", "DigestMismatch", "Docket", "DocketError",
           "DossierRef", "FileRef", "FixedToken", "NotFound", "NotSignedIn", "PackageFailed", "ProcessingFailed", "SignInError", "TokenSource",
           "TooManyRequests", "Unavailable", "WaitTimeout", "WebhookError", "dossier_ref", "file_ref", "models", "verify_webhook"]
