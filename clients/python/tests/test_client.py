"""The client against answers of a transport in memory."""

import base64
import hashlib
import hmac
import json
import tempfile
import threading
import unittest
import unittest.mock
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

import docket_client as docket

TEMPLATE, DOSSIER = "4c0f4c1e-2f0b-4b5e-8c54-0c2d3c1e9a01", "9a11b6de-6c1f-4a8e-9b59-2f5a6f2f7c02"
FILE = "77e2f1b0-0a7e-4f3e-9d56-1b2c3d4e5f03"
OF_FILE = docket.file_ref(TEMPLATE, DOSSIER, FILE)
OF_DOSSIER = docket.dossier_ref(TEMPLATE, DOSSIER)

Step = httpx.Response | Exception | Callable[[httpx.Request], httpx.Response]


class Script(httpx.BaseTransport):
    """Answers one step after the other, and keeps what was asked."""

    def __init__(self, *steps: Step) -> None:
        self.steps, self.asked = list(steps), list[httpx.Request]()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.read()
        self.asked.append(request)
        step = self.steps.pop(0)
        if isinstance(step, Exception):
            raise step
        return step(request) if callable(step) else step


def answer(status: int, body: Any = None, **headers: str) -> httpx.Response:
    """Returns an answer of JSON; names of headers have _ in the place of -."""
    named = {k.replace("_", "-"): v for k, v in headers.items()}
    return httpx.Response(status, json=body, headers=named) if body is not None else httpx.Response(status, headers=named)


def client(script: Script, auth: str | docket.TokenSource = "token") -> docket.Docket:
    """Returns a client that asks the script, without waiting."""
    return docket.Docket("https://docket.example/", auth, pause=0.001, transport=script)


class RequestsTest(unittest.TestCase):
    def test_failures_are_typed(self) -> None:
        body = {"message": "Dossier not found", "code": "not_found", "field": "dossierId", "requestId": "r-1", "timestamp": "x",
                "errors": [{"message": "Dossier not found", "code": "not_found"}]}
        for status, kind in {400: docket.ApiError, 401: docket.NotSignedIn, 403: docket.AccessDenied, 404: docket.NotFound,
                             409: docket.Conflict, 412: docket.Changed}.items():
            with self.subTest(status), self.assertRaises(kind) as told:
                client(Script(answer(status, body))).get("/api/x")
            e = told.exception
            self.assertEqual((e.status, str(e), e.code, e.field, e.request_id, len(e.faults)),
                             (status, "Dossier not found", "not_found", "dossierId", "r-1", 1))

    def test_a_page_of_a_proxy_is_an_error_too(self) -> None:
        page = httpx.Response(502, text="<html>Bad gateway</html>", headers={"X-Request-Id": "r-2"})
        with self.assertRaises(docket.ApiError) as told:
            client(Script(page)).get("/api/x")
        self.assertEqual((str(told.exception), told.exception.request_id), ("The service answers with status 502", "r-2"))

    def test_reads_are_sent_again(self) -> None:
        script = Script(httpx.ConnectError("refused"), answer(503), answer(429), answer(200, {"a": 1}))
        self.assertEqual(client(script).get("/api/x", yes=True, names=["a", "b"], none=None), {"a": 1})
        self.assertEqual([str(r.url) for r in script.asked], ["https://docket.example/api/x?yes=true&names=a&names=b"] * 4)

    def test_writes_without_a_key_are_not_sent_again(self) -> None:
        script = Script(answer(503, {"message": "away", "code": "unavailable"}))
        with self.assertRaises(docket.Unavailable):
            client(script).request("POST", "/api/x", json={})
        self.assertEqual(len(script.asked), 1)
        broken = Script(httpx.ReadError("reset"))
        with self.assertRaises(httpx.ReadError):
            client(broken).request("POST", "/api/x", json={})
        self.assertEqual(len(broken.asked), 1)

    def test_writes_with_a_key_are_sent_again_under_it(self) -> None:
        running = answer(409, {"message": "The request is still running", "code": "request_running"})
        script = Script(httpx.ReadError("reset"), running, answer(201, {"id": DOSSIER}))
        made = client(script).create_dossier(TEMPLATE, {"name": "May"})
        self.assertEqual(made["id"], DOSSIER)
        self.assertEqual(len({r.headers["Idempotency-Key"] for r in script.asked}), 1)
        self.assertEqual([json.loads(r.content) for r in script.asked], [{"name": "May"}] * 3)

    def test_retries_end(self) -> None:
        script = Script(*(answer(429, {"message": "slow down", "code": "too_many_requests"}) for _ in range(9)))
        with self.assertRaises(docket.TooManyRequests):
            client(script).get("/api/x")
        self.assertEqual(len(script.asked), 4)

    def test_retry_after_is_kept(self) -> None:
        with unittest.mock.patch("time.sleep") as sleep:
            client(Script(answer(429, Retry_After="7"), answer(429, Retry_After="900"), answer(200, {}))).get("/api/x")
        self.assertEqual([c.args[0] for c in sleep.call_args_list], [7.0, 30.0])

    def test_reads_see_the_last_write(self) -> None:
        script = Script(answer(204, Docket_Position="41"), answer(204, Docket_Position="17"), answer(200, {}))
        c = client(script)
        c.request("PUT", "/api/x")
        c.request("PUT", "/api/x")
        c.get("/api/x")
        self.assertEqual(script.asked[2].headers["Docket-Position"], "41")

    def test_pages_follow_the_cursor(self) -> None:
        script = Script(answer(200, {"files": [{"id": "1"}, {"id": "2"}], "nextCursor": "c"}),
                        answer(200, {"files": [{"id": "3"}], "nextCursor": None}))
        self.assertEqual([f["id"] for f in client(script).files(workflowStatus="NEW", limit=2)], ["1", "2", "3"])
        self.assertEqual([r.url.query.decode() for r in script.asked],
                         ["limit=2&workflowStatus=NEW", "limit=2&workflowStatus=NEW&cursor=c"])


class SignInTest(unittest.TestCase):
    def steps(self, *tokens: str) -> list[Step]:
        found = answer(200, {"token_endpoint": "https://docket.example/token"})
        return [found, *(answer(200, {"access_token": t, "expires_in": 300}) for t in tokens)]

    def test_one_sign_in_serves_many_requests(self) -> None:
        script = Script(*self.steps("one"), answer(200, {}), answer(200, {}))
        c = client(script, docket.ClientCredentials("demo", "importer", "secret"))
        c.get("/api/a")
        c.get("/api/b")
        self.assertEqual([r.url.path for r in script.asked],
                         ["/auth/realms/demo/.well-known/openid-configuration", "/token", "/api/a", "/api/b"])
        self.assertEqual(script.asked[1].content, b"grant_type=client_credentials&scope=openid&client_id=importer&client_secret=secret")
        self.assertEqual(script.asked[3].headers["Authorization"], "Bearer one")

    def test_a_refused_token_is_renewed_once(self) -> None:
        found, first, second = self.steps("one", "two")
        script = Script(found, first, answer(401, {"message": "no"}), second, answer(200, {"ok": True}))
        self.assertEqual(client(script, docket.ClientCredentials("demo", "i", "s")).get("/api/a"), {"ok": True})
        self.assertEqual(script.asked[-1].headers["Authorization"], "Bearer two")
        fixed = Script(answer(401, {"message": "no"}))
        with self.assertRaises(docket.NotSignedIn):
            client(fixed).get("/api/a")

    def test_a_token_that_is_about_to_end_is_renewed(self) -> None:
        found = answer(200, {"token_endpoint": "https://docket.example/token"})
        short = [answer(200, {"access_token": t, "expires_in": 20}) for t in ("one", "two")]
        script = Script(found, short[0], answer(200, {}), short[1], answer(200, {}))
        c = client(script, docket.ClientCredentials("demo", "i", "s"))
        c.get("/api/a")
        c.get("/api/b")
        self.assertEqual(script.asked[-1].headers["Authorization"], "Bearer two")

    def test_refusals_are_told(self) -> None:
        refused = answer(401, {"error": "invalid_client", "error_description": "Invalid client"})
        with self.assertRaises(docket.SignInError) as told:
            client(Script(self.steps()[0], refused), docket.ClientCredentials("demo", "i", "s")).get("/api/a")
        self.assertEqual((told.exception.code, str(told.exception)), ("invalid_client", "Invalid client (invalid_client)"))

    def test_threads_share_one_sign_in(self) -> None:
        script = Script(*self.steps("one"), *(answer(200, {}) for _ in range(8)))
        c = client(script, docket.ClientCredentials("demo", "i", "s"))
        threads = [threading.Thread(target=c.get, args=("/api/a",)) for _ in range(8)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(sum(r.url.path == "/token" for r in script.asked), 1)


class JobsTest(unittest.TestCase):
    def test_an_upload_is_whole_when_it_is_sent_again(self) -> None:
        done = answer(201, {"fileIds": [FILE], "processedFileIds": [], "processedAttributes": []})
        script = Script(httpx.WriteError("reset"), done)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "Überweisung.pdf"
            path.write_bytes(b"%PDF " + b"x" * 100_000)
            self.assertEqual(client(script).upload(OF_DOSSIER, path)["fileIds"], [FILE])
        first, second = (r.content for r in script.asked)
        self.assertIn(b"%PDF " + b"x" * 100_000 + b"\r\n", second)
        self.assertEqual(len(first), len(second))
        with self.assertRaises(ValueError):
            client(Script()).upload(OF_DOSSIER, b"%PDF")

    def test_a_resumable_upload_goes_on_where_it_broke(self) -> None:
        content = b"%PDF " + b"x" * (20 << 20)
        held = bytearray()
        breaks = [1 << 20, 0, 9 << 20]  # how much of a part arrives before its connection breaks

        def serve(request: httpx.Request) -> httpx.Response:
            if request.method == "POST":
                self.assertEqual(request.headers["Upload-Length"], str(len(content)))
                self.assertEqual(request.headers["Upload-Metadata"], "filename YS5wZGY=,keepManualChanges dHJ1ZQ==")
                return answer(201, Location="/api/dossier-templates/t/dossiers/d/uploads/u-1")
            if request.method == "GET":
                whole = len(held) == len(content)
                return answer(200, {"offset": len(held)} | ({"result": {"fileIds": [FILE]}} if whole else {}))
            self.assertTrue(request.url.path.endswith("/uploads/u-1"))
            if (at := int(request.headers["Upload-Offset"])) != len(held):
                return answer(409, {"message": "x", "code": "wrong_offset"})
            part = request.content[:breaks.pop(0)] if breaks and at else request.content
            held.extend(part)
            if len(part) < len(request.content):
                raise httpx.WriteError("reset")
            return answer(204, Upload_Offset=str(len(held)))

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.pdf"
            path.write_bytes(content)
            result = client(Script(*[serve] * 30)).upload_resumable(OF_DOSSIER, path, keep_manual_changes=True)
        self.assertEqual((result["fileIds"], bytes(held)), ([FILE], content))
        refused = Script(answer(201, Location="/x/uploads/u-1"), answer(415, {"message": "no", "code": "unsupported_file_type"}))
        with tempfile.TemporaryFile() as file, self.assertRaises(docket.ApiError):
            file.write(b"x")
            file.seek(0)
            client(refused).upload_resumable(OF_DOSSIER, file, "a.pdf")

    def test_waiting_ends_with_the_status(self) -> None:
        script = Script(*(answer(200, {"processingStatus": s}) for s in ("PROCESSING", "ANALYSE", "PROCESSED")))
        self.assertEqual(client(script).wait_processed(OF_FILE)["processingStatus"], "PROCESSED")
        failed = Script(answer(200, {"processingStatus": "ERROR", "fileErrorInfo": {"cause": "OCR is not installed", "service": "ocr"}}))
        with self.assertRaises(docket.ProcessingFailed) as told:
            client(failed).wait_processed(OF_FILE)
        self.assertEqual((told.exception.service, str(told.exception)), ("ocr", "OCR is not installed (ocr)"))
        late = Script(*(answer(200, {"processingStatus": "PROCESSING"}) for _ in range(99)))
        with self.assertRaises(TimeoutError):
            client(late).wait_processed(OF_FILE, timeout=0.01)

    def test_operations_are_awaited_with_their_analyses(self) -> None:
        script = Script(answer(200, {"ended": None}), answer(200, {"ended": "x", "analysis": {"requested": 2, "waiting": 1}}),
                        answer(200, {"ended": "x", "state": "CANCELLED"}))
        self.assertEqual(client(script).wait_operation({"id": FILE})["state"], "CANCELLED")
        self.assertEqual(len(script.asked), 3)

    def test_rows_are_text_by_column(self) -> None:
        cells = [{"column": "line_description", "value": "Drill"}, {"column": "line_amount", "value": "358.00"}]
        detail = {"name": "Line_Items", "technicalName": "line_items", "componentValues": [{"cells": cells}, {"value": "free text"}]}
        for name in ("Line_Items", "line_items"):
            script = Script(answer(200, {"components": {}, "componentDetails": [detail]}))
            self.assertEqual(client(script).rows(OF_FILE, name), [{"line_description": "Drill", "line_amount": "358.00"}])
        self.assertEqual(client(Script(answer(200, {"componentDetails": [detail]}))).rows(OF_FILE, "other"), [])

    def test_an_override_names_the_version(self) -> None:
        script = Script(answer(204))
        client(script).override(OF_FILE, "Total", ["1", {"value": "2", "basedOn": "v"}], note="typo", if_match="7")
        self.assertEqual(script.asked[0].headers["If-Match"], '"7"')
        self.assertEqual(json.loads(script.asked[0].content),
                         {"name": "Total", "componentValues": [{"value": "1"}, {"value": "2", "basedOn": "v"}], "note": "typo"})

    def test_a_download_goes_on_where_it_broke(self) -> None:
        class Broken(httpx.SyncByteStream):
            def __iter__(self) -> Any:
                yield b"PK123"
                raise httpx.ReadError("reset")

        script = Script(httpx.Response(200, stream=Broken(), headers={"ETag": '"a"'}), httpx.Response(206, content=b"456"))
        package: Any = {"id": DOSSIER}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "package.zip"
            self.assertEqual(client(script).download(package, path), 8)
            self.assertEqual(path.read_bytes(), b"PK123456")
            with self.assertRaises(docket.NotFound):
                client(Script(answer(404, {"message": "gone"}))).download(package, Path(folder) / "other.zip")
            self.assertEqual([p.name for p in Path(folder).iterdir()], ["package.zip"])
        self.assertEqual(script.asked[0].headers["Want-Repr-Digest"], "sha-256=1")
        self.assertEqual((script.asked[1].headers["Range"], script.asked[1].headers["If-Range"]), ("bytes=5-", '"a"'))


    def test_a_download_has_the_digest_that_is_told(self) -> None:
        def told(content: bytes) -> httpx.Response:
            digest = base64.b64encode(hashlib.sha256(b"PK123456").digest()).decode()
            return httpx.Response(200, content=content, headers={"Repr-Digest": f"sha-512=:x:, sha-256=:{digest}:"})

        package: Any = {"id": DOSSIER}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "package.zip"
            self.assertEqual(client(Script(told(b"PK123456"))).download(package, path), 8)
            path.unlink()
            with self.assertRaises(docket.DigestMismatch):
                client(Script(told(b"PK123457"))).download(package, path)
            self.assertEqual(list(Path(folder).iterdir()), [])


class WebhooksTest(unittest.TestCase):
    # The example of the scheme's specification.
    secret, identifier, stamp = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330
    body = b'{"test": 2432232314}'
    signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="

    def headers(self, **changes: str) -> dict[str, str]:
        given = {"webhook_id": self.identifier, "webhook_timestamp": str(self.stamp), "webhook_signature": self.signature, **changes}
        return {k.replace("_", "-"): v for k, v in given.items() if v}

    def verify(self, secrets: Any = None, body: bytes | str | None = None, now: float | None = None, **changes: str) -> Any:
        return docket.verify_webhook(secrets or self.secret, self.headers(**changes), self.body if body is None else body,
                                     now=self.stamp if now is None else now)

    def test_genuine_deliveries(self) -> None:
        want = {"test": 2432232314}
        other = "whsec_" + base64.b64encode(b"another key").decode()
        self.assertEqual(self.verify(), want)
        self.assertEqual(self.verify(body=self.body.decode()), want)
        self.assertEqual(self.verify([other, self.secret]), want)
        self.assertEqual(self.verify(webhook_signature="v1a,x v1,AAAA v1,%% " + self.signature), want)
        self.assertEqual(self.verify(now=self.stamp + 300), want)
        shouted = {k.upper(): v for k, v in self.headers().items()}
        self.assertEqual(docket.verify_webhook(self.secret, shouted, self.body, now=self.stamp), want)

    def test_others(self) -> None:
        other = "whsec_" + base64.b64encode(b"another key").decode()
        unjson = b"not JSON"
        key = base64.b64decode(self.secret.removeprefix("whsec_"))
        mac = hmac.new(key, f"{self.identifier}.{self.stamp}.".encode() + unjson, hashlib.sha256).digest()
        cases: list[tuple[str, str, Callable[[], Any]]] = [
            ("another body", "No signature", lambda: self.verify(body=self.body + b" ")),
            ("another secret", "No signature", lambda: self.verify(other)),
            ("another id", "No signature", lambda: self.verify(webhook_id="msg_2")),
            ("another time", "No signature", lambda: self.verify(webhook_timestamp=str(self.stamp + 1))),
            ("another version", "No signature", lambda: self.verify(webhook_signature=self.signature.replace("v1,", "v2,"))),
            ("too old", "too old", lambda: self.verify(now=self.stamp + 301)),
            ("too new", "too old", lambda: self.verify(now=self.stamp - 301)),
            ("no time", "number of seconds", lambda: self.verify(webhook_timestamp="yesterday")),
            ("no signature", "missing", lambda: self.verify(webhook_signature="")),
            ("a bad secret", "secret", lambda: self.verify("whsec_%")),
            ("no JSON", "not JSON", lambda: self.verify(body=unjson, webhook_signature="v1," + base64.b64encode(mac).decode())),
        ]
        for name, told, call in cases:
            with self.subTest(name), self.assertRaisesRegex(docket.WebhookError, told):
                call()


if __name__ == "__main__":
    unittest.main()
