"""The main job through the client that openapi-python-client makes."""
import io
import json
import os
import pathlib
import time

from docket_api_client import AuthenticatedClient
from docket_api_client.api.components import add_component_overrides, get_file_components
from docket_api_client.api.dossier_templates import list_dossier_templates
from docket_api_client.api.dossiers import create_or_update_dossier, delete_dossier, get_dossier
from docket_api_client.api.download_packages import create_file_download, fetch_download, get_download_status
from docket_api_client.api.files import get_file_status, upload_file
from docket_api_client.models import DocumentForm, DossierRequest, DownloadRequest, OverrideRequest, PackageContent
from docket_api_client.types import File


def until(what, is_so):
    end = time.monotonic() + 300
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError(f"not within five minutes: {what}")
        time.sleep(0.2)


sample = pathlib.Path(os.environ["DOCKET_SAMPLE"])
with AuthenticatedClient(base_url=os.environ["DOCKET_URL"], token=os.environ["DOCKET_TOKEN"]) as client:
    listed = list_dossier_templates.sync(client=client).dossier_templates
    template = next(t for t in listed if str(t.id) == os.environ["DOCKET_TEMPLATE"])
    dossier = create_or_update_dossier.sync(template.id, client=client, body=DossierRequest(name=f"opc {time.time()}"))
    form = DocumentForm(file=File(payload=io.BytesIO(sample.read_bytes()), file_name=sample.name, mime_type="application/pdf"))
    uploaded = upload_file.sync(template.id, dossier.id, client=client, body=form)
    of_file = (template.id, dossier.id, uploaded.file_ids[0])
    until("the file is processed", lambda: get_file_status.sync(*of_file, client=client).processing_status == "PROCESSED")
    found = get_file_components.sync(*of_file, client=client)
    assert found.components["Invoice_Number"] == ["NT-2024-0117"], found
    override = OverrideRequest(name="Invoice_Number", component_values=[{"value": "NT-1"}])
    add_component_overrides.sync_detailed(*of_file, client=client, body=override)
    assert get_file_components.sync(*of_file, client=client).components["Invoice_Number"] == ["NT-1"]
    asked = create_file_download.sync(*of_file, client=client, body=DownloadRequest(download_file_types=[PackageContent.ORIGINAL]))
    until("the package is ready", lambda: get_download_status.sync(asked.id, client=client).status == "READY")
    # It makes no type of a zip; the bytes are there.
    assert fetch_download.sync_detailed(asked.id, client=client).content[:2] == b"PK"
    delete_dossier.sync_detailed(template.id, dossier.id, client=client, delete_permanently=True)
    gone = get_dossier.sync_detailed(template.id, dossier.id, client=client)
    assert (gone.status_code, json.loads(gone.content)["code"]) == (404, "dossier_not_found"), gone
print("   openapi-python-client: the main job is done")
