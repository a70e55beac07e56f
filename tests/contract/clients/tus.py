"""An upload by parts through tuspy: it stops in the middle, and another client goes on with it, with checksums."""
import io
import json
import os
import pathlib
import time
import urllib.request

from tusclient.client import TusClient

base, headers = os.environ["DOCKET_URL"], {"Authorization": "Bearer " + os.environ["DOCKET_TOKEN"]}


def ask(path, body=None):
    more = {} if body is None else {"Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(base + path, data, headers | more)) as answer:
        return answer.read()


sample = pathlib.Path(os.environ["DOCKET_SAMPLE"])
template = "/api/dossier-templates/" + os.environ["DOCKET_TEMPLATE"]
dossier = template + "/dossiers/" + json.loads(ask(template + "/dossiers", {"name": f"tuspy {time.time()}"}))["id"]
content = sample.read_bytes()
client = TusClient(base + dossier + "/uploads", headers=headers)
metadata = {"filename": sample.name, "filetype": "application/pdf"}
first = client.uploader(file_stream=io.BytesIO(content), chunk_size=1000, metadata=metadata, upload_checksum=True)
for _ in range(2):
    first.upload_chunk()
assert first.offset == 2000, first.offset
assert json.loads(ask(dossier + "/files"))["fileStatus"] == [], "a file before its last byte came"

other = TusClient(base + dossier + "/uploads", headers=headers)
second = other.uploader(file_stream=io.BytesIO(content), url=first.url, chunk_size=700, upload_checksum=True)
assert second.offset == 2000, second.offset
second.upload()
assert second.offset == len(content), second.offset
(file,) = json.loads(ask(dossier + "/files"))["fileStatus"]
assert file["filename"] == sample.name, file
assert ask(f"{dossier}/files/{file['id']}/content") == content, "other bytes than were sent"
print("tuspy: stopped at 2000, and went on")
