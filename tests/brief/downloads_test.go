package brief

import (
	"archive/zip"
	"bytes"
	"io"
	"mime"
	"net/http"
	"slices"
	"testing"
)

func testDownloads(t *testing.T, c, other *client, templateID string) {
	d := openDossier(t, c, templateID, "downloads")
	content := writePDF("To be downloaded")
	one, two := d.upload(t, "one.pdf", content), d.upload(t, "two.pdf", writePDF("Another"))
	d.waitUntilAnalysed(t, one)
	d.waitUntilAnalysed(t, two)
	defaults := read[dossierTemplate](t, c, call(2, templateID)).DownloadFileTypes
	original := downloadRequest{DownloadFileTypes: []string{"ORIGINAL"}}

	t.Run("of one file", func(t *testing.T) {
		created := read[downloadStatus](t, c, d.in(28, one).json(original))
		testPackage(t, d, created, []string{one}, map[string][]byte{"one.pdf": content})
		testDownloadDeletion(t, c, other, string(created.ID))
	})
	t.Run("of all files", func(t *testing.T) {
		created := read[downloadStatus](t, c, d.in(23).json(downloadRequest{}))
		if !slices.Equal(sortStrings(created.DownloadFileTypes), sortStrings(defaults)) {
			t.Errorf("got file types %v, want those of the template: %v", created.DownloadFileTypes, defaults)
		}
		testPackage(t, d, created, []string{one, two}, nil)
	})
	t.Run("of chosen files", func(t *testing.T) {
		chosen := downloadRequest{
			DownloadFileTypes: []string{"ORIGINAL", "PREVIEW"}, ReportTemplateIDs: reportTemplateIDs(t, c, templateID),
			RedactionPreviewColor: "#ff0080", FileIDs: []string{two},
		}
		created := read[downloadStatus](t, c, d.in(30).json(chosen))
		if len(created.DownloadFileTypes) != 2 || len(created.ReportTemplateIDs) != len(chosen.ReportTemplateIDs) {
			t.Errorf("got %+v, want file types and reports of %+v", created, chosen)
		}
		testPackage(t, d, created, []string{two}, nil)
	})
	t.Run("refused", func(t *testing.T) {
		for _, body := range []map[string]any{
			{"downloadFileTypes": []string{"ORIGINAL", "ORIGINAL"}},
			{"downloadFileTypes": []string{"REDACTED_BY_HAND"}},
			{"reportTemplateIds": []string{unknownID, unknownID}},
			{"redactionPreviewColor": "not a color"},
		} {
			c.refuse(t, d.in(23).json(body))
			c.refuse(t, d.in(28, one).json(body))
			body["fileIds"] = []string{one}
			c.refuse(t, d.in(30).json(body))
		}
		c.refuse(t, d.in(30).json(downloadRequest{FileIDs: []string{unknownID}}))
		c.refuseWith(t, d.in(28, unknownID).json(original), http.StatusNotFound, fileNotFound)
		c.refuseWith(t, call(23, templateID, unknownID).json(original), http.StatusNotFound, dossierNotFound)
		for _, row := range []int{38, 39, 40} {
			if status, _ := c.refuse(t, call(row, unknownID)); status != http.StatusNotFound {
				t.Errorf("%s of an unknown download: got status %d, want 404", operations[row].name, status)
			}
		}
	})
}

func sortStrings(types []packageFileType) []packageFileType {
	return slices.Sorted(slices.Values(types))
}

// testPackage follows a requested package until it can be fetched, and fetches it.
func testPackage(t *testing.T, d dossierTest, created downloadStatus, fileIDs []string, want map[string][]byte) {
	t.Helper()
	id := string(created.ID)
	if created.DossierID != d.id || !slices.Equal(slices.Sorted(slices.Values(created.FileIDs)), slices.Sorted(slices.Values(fileIDs))) {
		t.Errorf("got %+v, want files %v of dossier %s", created, fileIDs, d.id)
	}
	if early := d.send(t, call(40, id)); early.status == http.StatusOK && d.download(t, id).Status != "READY" {
		t.Error("a package was fetched before it was READY")
	}
	waitFor(t, "the package", func() bool { return d.download(t, id).Status == "READY" })
	ready := d.download(t, id)
	if ready.ErrorCause != "" || ready.FileSize == 0 || ready.Filename == "" {
		t.Errorf("got %+v, want a file name and size, no error", ready)
	}
	res := d.do(t, call(40, id))
	if int64(len(res.body)) != ready.FileSize {
		t.Errorf("got %d bytes, want the file size %d", len(res.body), ready.FileSize)
	}
	if got, _, err := mime.ParseMediaType(res.header.Get("Content-Type")); err != nil || got != ready.MimeType {
		t.Errorf("got content type %q, want %q", got, ready.MimeType)
	}
	if got := attachmentName(t, res); got != ready.Filename {
		t.Errorf("got file name %q, want %q", got, ready.Filename)
	}
	if d.download(t, id).LastDownload == nil {
		t.Error("lastDownload is not set after a download")
	}
	if want != nil {
		requireEntries(t, res.body, want)
	}
}

// requireEntries requires that a package is a zip archive that has each of these contents.
func requireEntries(t *testing.T, archive []byte, want map[string][]byte) {
	t.Helper()
	reader, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range want {
		if !slices.ContainsFunc(reader.File, func(entry *zip.File) bool { return bytes.Equal(readEntry(t, entry), content) }) {
			t.Errorf("the package does not contain %s as it was uploaded", name)
		}
	}
}

func readEntry(t *testing.T, entry *zip.File) []byte {
	t.Helper()
	reader, err := entry.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close() //nolint:errcheck // read only
	content, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func (c *client) download(t *testing.T, id string) downloadStatus {
	t.Helper()
	return read[downloadStatus](t, c, call(38, id))
}

// listsDownload reports whether the list of the caller's downloads has one.
func (c *client) listsDownload(t *testing.T, id string) bool {
	t.Helper()
	return slices.ContainsFunc(read[downloadList](t, c, call(37)).DownloadStatus, func(listed downloadStatus) bool {
		return string(listed.ID) == id
	})
}

func testDownloadDeletion(t *testing.T, c, other *client, id string) {
	t.Helper()
	if !c.listsDownload(t, id) {
		t.Error("a download is not in its user's list")
	}
	if other.listsDownload(t, id) {
		t.Error("a download is in the list of another user")
	}
	c.do(t, call(39, id))
	if c.listsDownload(t, id) {
		t.Error("a deleted download is listed")
	}
	for _, row := range []int{38, 39, 40} {
		if status, _ := c.refuse(t, call(row, id)); status != http.StatusNotFound {
			t.Errorf("%s of a deleted download: got status %d, want 404", operations[row].name, status)
		}
	}
}
