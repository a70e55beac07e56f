"""The client: every operation by its path, and what takes more than one request."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, TypedDict, TypeVar, cast
from urllib.parse import quote

import httpx

from . import models
from .auth import TokenSource
from .errors import ApiError, DigestMismatch, PackageFailed, ProcessingFailed, Unavailable, WaitTimeout
from .transport import Params, Transport

T = TypeVar("T")

_PART_SIZE = 8 << 20  # bytes of one request of a resumable upload
_RESUME_TRIES = 10  # without a byte between them


class DossierRef(TypedDict):
    """What tells which dossier is meant. The record of a dossier is one."""

    id: str
    dossierTemplateId: str


class FileRef(TypedDict):
    """What tells which file is meant. The status of a file and the row of a list are one."""

    id: str
    dossierId: str
    dossierTemplateId: str


class Docket:
    """Speaks to one service as one account. Threads may share it.

    auth is ClientCredentials, another TokenSource, or a token (an API key) that was obtained
    elsewhere. Waits and retries begin with pause seconds, and each further one is longer.
    Methods raise ApiError when the service refuses, SignInError when the sign-in does, and
    httpx.HTTPError when nothing answers.
    """

    def __init__(self, base_url: str, auth: str | TokenSource, *, timeout: float = 60, retries: int = 3, pause: float = 0.2,
                 transport: httpx.BaseTransport | None = None) -> None:
        self._sender = Transport(base_url, auth, timeout=timeout, retries=retries, pause=pause, transport=transport)

    def close(self) -> None:
        """Closes the connections."""
        self._sender.http.close()

    def __enter__(self) -> Docket:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Every operation of the contract, by method and path.

    def request(self, method: str, path: str, *, params: Params | None = None, json: Any = None, content: bytes | str | None = None,
                headers: Mapping[str, str] | None = None, idempotency_key: str | None = None) -> Any:
        """Returns the JSON of an answer, None where it has none. models has the types.

        Give an idempotency_key only to operations that take one: with it a request is sent again
        when the connection breaks, and still done once.
        """
        sent = dict(headers or {})
        if idempotency_key is not None:
            sent["Idempotency-Key"] = idempotency_key
        answer = self._sender.send(method, path, params=params, json=json, content=content, headers=sent)
        kind = answer.headers.get("Content-Type", "")
        return answer.json() if answer.content and kind.startswith("application/json") else None

    def get(self, path: str, **params: Any) -> Any:
        """Returns the JSON at a path; parameters by the names of the contract."""
        return self.request("GET", path, params=params)

    def pages(self, path: str, **params: Any) -> Iterator[Any]:
        """Yields the pages of a list by its cursor; limit says how long they are."""
        cursor: str | None = None
        while True:
            page = self.get(path, **{"limit": 100, **params, "cursor": cursor})
            yield page
            if not (cursor := page.get("nextCursor")):
                return

    # Templates and dossiers.

    def templates(self) -> list[models.DossierTemplate]:
        """Returns the templates of the workspace."""
        return cast("models.DossierTemplateList", self.get("/api/dossier-templates"))["dossierTemplates"]

    def find_template(self, name: str) -> models.DossierTemplate:
        """Returns the template of a name. Errors: LookupError."""
        for template in self.templates():
            if template["name"] == name:
                return template
        raise LookupError(f"no dossier template has the name {name}")

    def create_dossier(self, template_id: str, request: models.DossierRequest) -> models.Dossier:
        """Creates a dossier of a template."""
        path = f"/api/dossier-templates/{quote(template_id)}/dossiers"
        return cast(models.Dossier, self.request("POST", path, json=request, idempotency_key=_new_key()))

    def dossiers(self, **filters: Any) -> Iterator[models.Dossier]:
        """Yields the dossiers of the workspace that filters of listAllDossiers leave."""
        for page in self.pages("/api/dossiers", **filters):
            yield from cast(models.DossierList, page)["dossiers"]

    def delete_dossier(self, dossier: DossierRef, *, permanently: bool = False) -> None:
        """Moves a dossier to the trash, or deletes it for ever."""
        self.request("DELETE", _dossier_path(dossier), params={"deletePermanently": permanently})

    # Files.

    def upload(self, dossier: DossierRef, source: str | os.PathLike[str] | IO[bytes] | bytes, name: str | None = None, *,
               keep_manual_changes: bool = False, disable_analysis: bool = False) -> models.UploadResult:
        """Stores a file from a path, an open file or bytes; the latter need a name.

        Files are streamed. What can be sought is sent again when the connection breaks, and still
        stored once.
        """
        if isinstance(source, (str, os.PathLike)):
            with Path(source).open("rb") as file:
                return self.upload(dossier, file, name or Path(source).name, keep_manual_changes=keep_manual_changes,
                                   disable_analysis=disable_analysis)
        if name is None:
            raise ValueError("an upload that is not a path needs a name")
        body: IO[bytes] | bytes = source if isinstance(source, bytes) or source.seekable() else source.read()
        answer = self._sender.send(
            "POST", _dossier_path(dossier) + "/files", files={"file": (name, body, "application/octet-stream")},
            params={"keepManualChanges": keep_manual_changes, "disableAutomaticAnalysis": disable_analysis},
            headers={"Idempotency-Key": _new_key()})
        return cast(models.UploadResult, answer.json())

    def upload_resumable(self, dossier: DossierRef, source: str | os.PathLike[str] | IO[bytes], name: str | None = None, *,
                         keep_manual_changes: bool = False, disable_analysis: bool = False) -> models.UploadResult:
        """Stores a file by parts: when the connection breaks, or the service is away for a while, it goes on where it was.

        The file is a path, or an open file that can be sought and a name.
        """
        if isinstance(source, (str, os.PathLike)):
            with Path(source).open("rb") as file:
                return self.upload_resumable(dossier, file, name or Path(source).name, keep_manual_changes=keep_manual_changes,
                                             disable_analysis=disable_analysis)
        if name is None or not source.seekable():
            raise ValueError("an upload that is not a path needs a name, and a file that can be sought")
        begin = source.tell()
        size = source.seek(0, os.SEEK_END) - begin
        told = {"filename": name} | ({"keepManualChanges": "true"} if keep_manual_changes else {}) | (
            {"disableAutomaticAnalysis": "true"} if disable_analysis else {})
        metadata = ",".join(f"{key} {base64.b64encode(value.encode()).decode()}" for key, value in told.items())
        answer = self._sender.send("POST", _dossier_path(dossier) + "/uploads", headers={
            "Upload-Length": str(size), "Upload-Metadata": metadata, "Idempotency-Key": _new_key()})
        upload = _dossier_path(dossier) + "/uploads/" + answer.headers["Location"].rsplit("/", 1)[-1]
        offset, failed = 0, 0
        while offset < size:
            source.seek(begin + offset)
            try:
                answer = self._sender.send("PATCH", upload, content=source.read(_PART_SIZE), headers={
                    "Upload-Offset": str(offset), "Content-Type": "application/offset+octet-stream"})
                offset, failed = int(answer.headers["Upload-Offset"]), 0
            except (httpx.TransportError, ApiError) as e:
                failed += 1
                if failed == _RESUME_TRIES or not _may_go_on(e):
                    raise
                self._sender.wait(failed)
                with suppress(httpx.TransportError, Unavailable):
                    offset = int(self.get(upload)["offset"])
        return cast(models.UploadResult, self.get(upload)["result"])

    def upload_and_wait(self, dossier: DossierRef, source: str | os.PathLike[str] | IO[bytes] | bytes, name: str | None = None, *,
                        timeout: float = 300) -> list[models.FileStatus]:
        """Stores a file, or a zip of files, and returns their statuses once all are processed.

        Errors also: ProcessingFailed, WaitTimeout.
        """
        end = time.monotonic() + timeout
        files = [file_ref(dossier["dossierTemplateId"], dossier["id"], i) for i in self.upload(dossier, source, name)["fileIds"]]
        return [self.wait_processed(f, timeout=end - time.monotonic()) for f in files]

    def file_status(self, file: FileRef) -> models.FileStatus:
        """Returns how far a file is."""
        return cast(models.FileStatus, self.get(_file_path(file)))

    def files(self, **filters: Any) -> Iterator[models.FileSummary]:
        """Yields the files of all dossiers that filters of listFiles leave."""
        for page in self.pages("/api/files", **filters):
            yield from cast(models.FilePage, page)["files"]

    def wait_processed(self, file: FileRef, *, timeout: float = 300) -> models.FileStatus:
        """Waits until a file is PROCESSED, and returns its status. Errors also: ProcessingFailed, WaitTimeout.

        Values are missing when the status has failedRules.
        """
        def read() -> models.FileStatus | None:
            status = self.file_status(file)
            if status["processingStatus"] == "ERROR":
                info = status["fileErrorInfo"]
                raise ProcessingFailed(info["cause"] if info else "The file cannot be processed", info["service"] if info else "unknown")
            return status if status["processingStatus"] == "PROCESSED" else None

        return self._poll(read, timeout, "the file is not processed")

    # Components.

    def components(self, file: FileRef, *, details: bool = False) -> models.FileComponents:
        """Returns the components of a file, corrections applied."""
        return cast(models.FileComponents, self.get(_file_path(file) + "/components", includeDetails=details))

    def rows(self, file: FileRef, component: str) -> list[dict[str, str]]:
        """Returns the rows of a component, such as lines of an invoice: text by column. Empty cells are left out."""
        for detail in self.components(file, details=True).get("componentDetails", []):
            if component in (detail["name"], detail["technicalName"]):
                return [{c["column"]: c["value"] for c in v["cells"]} for v in detail["componentValues"] if "cells" in v]
        return []

    def override(self, file: FileRef, component: str, values: Sequence[str | models.OverrideValue], *, note: str | None = None,
                 if_match: str | None = None) -> None:
        """Replaces all values of a component. if_match is the version, from its details, that must still be there."""
        request: models.OverrideRequest = {"name": component,
                                           "componentValues": [{"value": v} if isinstance(v, str) else v for v in values]}
        if note is not None:
            request["note"] = note
        self.request("POST", _file_path(file) + "/component-overrides", json=request, idempotency_key=_new_key(),
                     headers={} if if_match is None else {"If-Match": f'"{if_match}"'})

    def revert(self, file: FileRef, *components: str) -> None:
        """Takes the overrides of components back."""
        self.request("POST", _file_path(file) + "/component-overrides/revert", json={"components": list(components)})

    # Packages.

    def package_dossier(self, dossier: DossierRef, request: models.DownloadRequest | None = None) -> models.DownloadStatus:
        """Asks for a package of a dossier. wait_package waits for it."""
        return self._package(_dossier_path(dossier), request)

    def package_file(self, file: FileRef, request: models.DownloadRequest | None = None) -> models.DownloadStatus:
        """Asks for a package of a file. wait_package waits for it."""
        return self._package(_file_path(file), request)

    def _package(self, path: str, request: models.DownloadRequest | None) -> models.DownloadStatus:
        return cast(models.DownloadStatus, self.request("POST", path + "/downloads", json=request or {}, idempotency_key=_new_key()))

    def wait_package(self, package: models.DownloadStatus, *, timeout: float = 300) -> models.DownloadStatus:
        """Waits until a package is READY, and returns its status. Errors also: PackageFailed, WaitTimeout."""
        def read() -> models.DownloadStatus | None:
            status = cast(models.DownloadStatus, self.get(f"/api/downloads/{quote(package['id'])}"))
            if status["status"] == "FAILED":
                raise PackageFailed(status["errorCause"])
            return status if status["status"] == "READY" else None

        return self._poll(read, timeout, "the package is not ready")

    # Operations, which requests with the header Prefer: respond-async are answered with.

    def wait_operation(self, operation: models.Operation, *, timeout: float = 300) -> models.Operation:
        """Waits until an operation is over, and so are the analyses that it has asked for, and returns it.

        It may be DONE, FAILED or CANCELLED. Errors also: WaitTimeout.
        """
        def read() -> models.Operation | None:
            found = cast(models.Operation, self.get(f"/api/operations/{quote(operation['id'])}"))
            return None if found["ended"] is None or found.get("analysis", {}).get("waiting") else found

        return self._poll(read, timeout, "the operation is not over")

    def download(self, package: models.DownloadStatus, to: str | os.PathLike[str]) -> int:
        """Writes a package that is READY to a path, and returns its size in bytes.

        It goes on where a connection broke, and the path is there only once it is whole and has the
        digest that the service tells, for packages of up to 1 GiB. Errors also: DigestMismatch.
        """
        path, part = Path(to), Path(to).with_name(Path(to).name + f".{_new_key()[:8]}.part")
        try:
            with part.open("x+b") as file:
                self._fetch(f"/api/downloads/{quote(package['id'])}/content", file)
                size = file.tell()
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        return size

    def _fetch(self, path: str, file: IO[bytes]) -> None:
        tag = told = ""
        for attempt in range(4):
            more = tag and file.tell()
            headers = {"Range": f"bytes={file.tell()}-", "If-Range": tag} if more else {"Want-Repr-Digest": "sha-256=1"}
            try:
                with self._sender.stream("GET", path, headers={"Accept-Encoding": "identity", **headers}) as answer:
                    if answer.status_code != 206:
                        file.seek(0)
                        file.truncate()
                        told = answer.headers.get("Repr-Digest", "")
                    tag = answer.headers.get("ETag", "")
                    for chunk in answer.iter_bytes():
                        file.write(chunk)
                break
            except httpx.TransportError:
                if attempt == 3:
                    raise
        if (want := re.search(r"sha-256=:([^:]*):", told)) and want[1] != _digest(file):
            raise DigestMismatch("what came is not what the service has")

    def _poll(self, read: Callable[[], T | None], timeout: float, late: str) -> T:
        end, wait = time.monotonic() + timeout, self._sender.pause
        while (value := read()) is None:
            if time.monotonic() + wait > end:
                raise WaitTimeout(f"{late} within {timeout:.0f} s")
            time.sleep(wait)
            wait = min(2 * wait, 10 * self._sender.pause)
        return value


def _digest(file: IO[bytes]) -> str:
    file.seek(0)
    digest = hashlib.file_digest(file, "sha256").digest()  # type: ignore[arg-type]
    return base64.b64encode(digest).decode()


def dossier_ref(template_id: str, dossier_id: str) -> DossierRef:
    """Returns what names a dossier."""
    return {"id": dossier_id, "dossierTemplateId": template_id}


def file_ref(template_id: str, dossier_id: str, file_id: str) -> FileRef:
    """Returns what names a file."""
    return {"id": file_id, "dossierId": dossier_id, "dossierTemplateId": template_id}


def _dossier_path(dossier: DossierRef) -> str:
    return f"/api/dossier-templates/{quote(dossier['dossierTemplateId'])}/dossiers/{quote(dossier['id'])}"


def _file_path(file: FileRef) -> str:
    return _dossier_path(dossier_ref(file["dossierTemplateId"], file["dossierId"])) + f"/files/{quote(file['id'])}"


def _new_key() -> str:
    return uuid.uuid4().hex


def _may_go_on(error: httpx.TransportError | ApiError) -> bool:
    """Tells whether a resumable upload that failed can go on later."""
    if not isinstance(error, ApiError):
        return True
    return error.status >= 500 or error.code in ("wrong_offset", "request_running", "contended", "incomplete_upload")
