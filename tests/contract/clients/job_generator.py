"""The main job through the client that openapi-generator makes for Python."""
import os
import pathlib
import time

import openapi_client as docket


def until(what, is_so):
    end = time.monotonic() + 300
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError(f"not within five minutes: {what}")
        time.sleep(0.2)


sample = pathlib.Path(os.environ["DOCKET_SAMPLE"])
config = docket.Configuration(host=os.environ["DOCKET_URL"], access_token=os.environ["DOCKET_TOKEN"])
with docket.ApiClient(config) as client:
    templates, dossiers, files = docket.DossierTemplatesApi(client), docket.DossiersApi(client), docket.FilesApi(client)
    components, packages = docket.ComponentsApi(client), docket.DownloadPackagesApi(client)

    template = next(t for t in templates.list_dossier_templates().dossier_templates if str(t.id) == os.environ["DOCKET_TEMPLATE"])
    dossier = dossiers.create_or_update_dossier(template.id, docket.DossierRequest(name=f"python {time.time()}"))
    uploaded = files.upload_file(template.id, dossier.id, (sample.name, sample.read_bytes()))
    of_file = (template.id, dossier.id, uploaded.file_ids[0])
    until("the file is processed", lambda: files.get_file_status(*of_file).processing_status == "PROCESSED")
    found = components.get_file_components(*of_file, include_details=True)
    assert found.filename == "1-classic.pdf", found
    assert found.components["Invoice_Number"] == ["NT-2024-0117"], found
    override = docket.OverrideRequest(name="Invoice_Number", component_values=[docket.OverrideValue(value="NT-1")])
    components.add_component_overrides(*of_file, override)
    assert components.get_file_components(*of_file).components["Invoice_Number"] == ["NT-1"]
    assert [m.name for m in components.list_component_overrides(*of_file).component_override_models] == ["Invoice_Number"]
    asked = packages.create_file_download(*of_file, download_request=docket.DownloadRequest(download_file_types=["ORIGINAL"]))
    until("the package is ready", lambda: packages.get_download_status(asked.id).status == "READY")
    assert packages.fetch_download(asked.id)[:2] == b"PK"
    dossiers.delete_dossier(template.id, dossier.id, delete_permanently=True)
    try:
        dossiers.get_dossier(template.id, dossier.id)
        raise AssertionError("a deleted dossier is there")
    except docket.exceptions.NotFoundException:
        pass
print("   python: the main job is done")
