package service_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestMemoryStaysFlat uploads large files and fetches a package of them: whatever their
// size, the service holds a few buffers.
func TestMemoryStaysFlat(t *testing.T) {
	files, size := 2, int64(48<<20)
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		files, size = 4, 512<<20 // the largest upload; a package of 2 GiB
	}
	// Without LibreOffice an office file is done as soon as it is stored: what follows an
	// upload, where a worker holds the file that it reads, does not count.
	s := servicetest.Serve(t, path.Join(t.TempDir(), "data"), append(servicetest.NewMasterKey(t), "--soffice", "/nonexistent/soffice")...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	realm := client.Realm{Issuer: s.PublicURL() + "/auth/realms/demo", ClientID: "docket-cli"}
	tokens, err := realm.Password(t.Context(), "mira", "Str0ng-enough")
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.New(s.Base, realm.Session(tokens))
	if err != nil {
		t.Fatal(err)
	}
	template, dossier := newDossierOf(t, c)
	uploadedBy(t, c, template, dossier) // buffers and caches are made once
	for i := range files {
		name := fmt.Sprintf("large-%d.docx", i)
		s.CheckMemory("upload of "+terminal.FormatBytes(size), func() {
			out, err := c.Upload(t.Context(), client.Upload{TemplateID: template, DossierID: dossier, Name: name,
				Content: officeFile(uint64(i), size), Size: -1})
			if err != nil {
				t.Fatal(err)
			}
			var failed *client.ProcessingError
			if _, err := c.AwaitProcessed(t.Context(), template, dossier, out.FileIds[0], nil); !errors.As(err, &failed) {
				t.Errorf("%s: %v, want errors.As(err, &failed)", name, err)
			}
		})
	}
	var ask api.CreateDossierDownloadJSONRequestBody
	ask.DownloadFileTypes.Set([]api.DownloadFileType{api.DownloadFileTypeORIGINAL})
	ask.ReportTemplateIds.Set([]string{})
	var ready api.DownloadStatus
	s.CheckMemory("making of a package", func() {
		r, err := c.API.CreateDossierDownloadWithResponse(t.Context(), template, dossier, nil, ask)
		if err != nil || r.JSON200 == nil {
			t.Fatalf("%v %v, want r.JSON200 != nil and no error", r, err)
		}
		if ready, err = c.AwaitReady(t.Context(), r.JSON200.Id, nil); err != nil {
			t.Fatal(err)
		}
	})
	s.CheckMemory("download of "+terminal.FormatBytes(ready.FileSize), func() {
		r, err := c.API.FetchDownload(t.Context(), ready.Id, nil)
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatalf("%v %v, want no error and r.StatusCode = %v", r, err, http.StatusOK)
		}
		defer r.Body.Close()
		if n, err := io.Copy(io.Discard, r.Body); err != nil || n < int64(files)*(size-4096) {
			t.Errorf("%d bytes came, %v, want %d bytes at least", n, err, int64(files)*(size-4096))
		}
	})
}

// officeFile is a docx of about a size, which holds a picture of random bytes that no
// packing makes smaller, written while it is read.
func officeFile(seed uint64, size int64) io.Reader {
	out, in := io.Pipe()
	go func() {
		z := zip.NewWriter(in)
		var err error
		for name, content := range map[string]io.Reader{"[Content_Types].xml": strings.NewReader("<Types/>"),
			"word/document.xml":     strings.NewReader("<document/>"),
			"word/media/image1.bmp": io.LimitReader(noise(seed), size-4096)} {
			var w io.Writer
			if w, err = z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store}); err == nil {
				_, err = io.Copy(w, content)
			}
			if err != nil {
				break
			}
		}
		_ = in.CloseWithError(errors.Join(err, z.Close()))
	}()
	return out
}

// noise is random bytes without end, the same each MiB.
func noise(seed uint64) io.Reader {
	block := make([]byte, 1<<20)
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range block {
		block[i] = byte(r.Uint32())
	}
	return &again{block: bytes.NewReader(block)}
}

// again reads the same bytes over and over.
type again struct{ block *bytes.Reader }

func (a *again) Read(b []byte) (int, error) {
	n, err := a.block.Read(b)
	if errors.Is(err, io.EOF) {
		_, _ = a.block.Seek(0, io.SeekStart)
		n, err = a.block.Read(b)
	}
	return n, err
}
