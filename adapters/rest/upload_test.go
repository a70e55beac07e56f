package rest

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/seed-62a36931/docket/adapters/rest/files"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/template"
)

// upload makes an upload request of parts given as name, file name and content.
func upload(query string, parts ...string) *http.Request {
	return uploadTo(sPath+"/files"+query, parts...)
}

func uploadTo(target string, parts ...string) *http.Request {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for i := 0; i < len(parts); i += 3 {
		h := textproto.MIMEHeader{}
		disposition := `form-data; name="` + parts[i] + `"`
		if parts[i+1] != "" {
			disposition += "; " + fileNameParam(parts[i+1])
		}
		h.Set("Content-Disposition", disposition)
		p, _ := w.CreatePart(h)
		_, _ = p.Write([]byte(parts[i+2]))
	}
	_ = w.Close()
	return request("POST", target, b.String(), "Content-Type", w.FormDataContentType())
}

// fileNameParam writes a name as filename unless it is a whole parameter.
func fileNameParam(s string) string {
	if strings.HasPrefix(s, "filename") {
		return s
	}
	return `filename="` + s + `"`
}

func TestUpload(t *testing.T) {
	rows := []struct {
		name    string
		request *http.Request
		status  int
		message string
		got     string // name and content that the command saw
	}{
		{"one file", upload("", "file", "a.pdf", "%PDF"), 201, "", "a.pdf|%PDF"},
		{"extended name first", upload("", "file", `filename="x.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf`, "1"), 201, "", "Größe.pdf|1"},
		{"name in normal form", upload("", "file", "Gro\u0308ße.pdf", "1"), 201, "", "Größe.pdf|1"},
		{"a quote as browsers write it", upload("", "file", `q%22uote 100%25.pdf`, "1"), 201, "", `q"uote 100%25.pdf|1`},
		{"a quote with a backslash", upload("", "file", `q\"uote.pdf`, "1"), 201, "", `q"uote.pdf|1`},
		{"a percent sign in an extended name", upload("", "file", `filename="x.pdf"; filename*=UTF-8''a%2522.pdf`, "1"), 201,
			"", "a%22.pdf|1"},
		{"path is cut", upload("", "file", `C:\\dir\\b/ c.pdf `, "1"), 201, "", "c.pdf|1"},
		{"just under the limit", upload("", "file", "a.pdf", strings.Repeat("x", 100)), 201, "", "a.pdf|" + strings.Repeat("x", 100)},
		{"over the limit", upload("", "file", "a.pdf", strings.Repeat("x", 101)), 413, "The file is too large", ""},
		{"empty form", upload(""), 400, "file is required", ""},
		{"two files", upload("", "file", "a.pdf", "x", "file", "b.pdf", "y"), 400, "Exactly one file is expected", ""},
		{"no name", upload("", "file", "", "x"), 400, "The file has no name", ""},
		{"empty name", upload("", "file", `filename=""`, "x"), 400, "The file has no name", ""},
		{"folder only", upload("", "file", "dir/", "x"), 400, "The file has no name", ""},
		{"dots", upload("", "file", "a/..", "x"), 400, "The file name is not allowed", ""},
		{"control character", upload("", "file", `filename*=UTF-8''a%0Ab.pdf`, "x"), 400, "The file name is not allowed", ""},
		{"long name", upload("", "file", strings.Repeat("x", 256)+".pdf", "x"), 400, "The file name is not allowed", ""},
		{"JSON", request("POST", sPath+"/files", "{}"), 415, "Content-Type must be multipart/form-data", ""},
		{"no boundary", request("POST", sPath+"/files", "x", "Content-Type", "multipart/form-data"), 400, "file is required", ""},
		{"cut off", request("POST", sPath+"/files",
			"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n%PDF", "Content-Type",
			"multipart/form-data; boundary=b"), 400, "The upload is incomplete", ""},
		{"bad flag", upload("?keepManualChanges=1", "file", "a.pdf", "x"), 400, "keepManualChanges must be true or false", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := newSite(t, func(c *Config) { c.MaxUpload = 100 })
			s.want(s.do(row.request), row.status, row.message)
			if string(s.uploaded) != row.got {
				t.Errorf("the command saw %q, want %q", s.uploaded, row.got)
			}
		})
	}
}

func TestUploadFlags(t *testing.T) {
	s := newSite(t)
	a := s.do(upload("?keepManualChanges=true&disableAutomaticAnalysis=", "file", "a.pdf", "x"))
	c := s.wrote.(commands.UploadFile)
	if !c.KeepManualChanges || c.DisableAutomaticAnalysis || c.DossierID != dossierID || c.Caller.ID != userID {
		t.Errorf("got %+v, want an upload to %s that keeps manual changes", c, dossierID)
	}
	if a.Header.Get("Docket-Position") != "43" || s.awaited != 43 {
		t.Error("position", a.Header.Get("Docket-Position"), s.awaited)
	}
}

// TestAnUploadTellsWhatItReplacedAndLeftOut wants the lists only where they have something.
func TestAnUploadTellsWhatItReplacedAndLeftOut(t *testing.T) {
	s := newSite(t)
	duplicates := `{"duplicates":[{"duplicateOf":{"dossierId":"` + dossierID + `","dossierTemplateId":"` + templateID + `","fileId":"` + defID +
		`"},"fileId":"` + fileID + `"}],"fileIds":["` + fileID + `"],"processedAttributes":[],"processedFileIds":[]}` + "\n"
	if a := s.do(upload("", "file", "a.pdf", "copy")); string(a.body) != duplicates {
		t.Errorf("a duplicate: got %s, want %s", a.body, duplicates)
	}
	if a := s.do(upload("", "file", "a.pdf", "x")); string(a.body) != `{"fileIds":["`+fileID+`"],"processedAttributes":[],"processedFileIds":[]}`+"\n" {
		t.Errorf("nothing to tell: got %s, want the ID %s alone", a.body, fileID)
	}
	s.upload.Replaced = []commands.Replacement{{FileID: fileID, Filename: "a.pdf", Version: 2, Removed: []string{"Total"}}}
	s.upload.Tables = []commands.AppliedTable{{Name: "v.csv", Folder: "a",
		TableDialect: template.TableDialect{Encoding: "windows-1252", Delimiter: ";"},
		Rows:         3, Unmatched: 2, Misfits: 1,
		MisfitCells: []template.MisfitCell{{Row: 3, Column: "Count", Reason: template.NoNumber}}}}
	s.upload.NamesReadAs = "GBK"
	for range files.MaxLeftOut + 1 {
		s.upload.LeftOut = append(s.upload.LeftOut, bulk.Skipped{Name: "x.txt", Folder: "2024", Reason: bulk.Unsupported})
	}
	a := s.do(upload("", "file", "a.pdf", "x"))
	for _, want := range []string{
		`"replacedFiles":[{"fileId":"` + fileID + `","filename":"a.pdf","keptOverrides":[],"removedOverrides":["Total"],"version":2}]`,
		`{"folder":"2024","message":"The file type is not supported","name":"x.txt","reason":"type"}`, `"numberLeftOut":1001`,
		`"csvs":[{"delimiter":";","encoding":"windows-1252","folder":"a","name":"v.csv","numberOfRows":3,"numberOfSkippedCells":1,"numberOfUnmatchedRows":2,` +
			`"skippedCells":[{"column":"Count","message":"The value is not a number","reason":"number","row":3}]}]`, `"namesReadAs":"GBK"`,
	} {
		if !strings.Contains(string(a.body), want) {
			t.Errorf("got %.500s, want %s", a.body, want)
		}
	}
	if n := strings.Count(string(a.body), "x.txt"); n != files.MaxLeftOut {
		t.Errorf("got %d entries, want %d", n, files.MaxLeftOut)
	}
}

// A command that refuses before it opens the upload leaves the bytes unread.
func TestRefusedUploadIsNotRead(t *testing.T) {
	s := newSite(t)
	s.fail = domain.ErrDossierNotFound
	var read atomic.Int64
	r := upload("", "file", "a.pdf", strings.Repeat("x", 1<<20))
	r.Body = io.NopCloser(io.TeeReader(r.Body, counter{&read}))
	s.want(s.do(r), 404, "Dossier not found")
	if read.Load() > 64<<10 {
		t.Errorf("%d bytes were read, want at most %v", read.Load(), 64<<10)
	}
}

type counter struct{ n *atomic.Int64 }

func (c counter) Write(b []byte) (int, error) { c.n.Add(int64(len(b))); return len(b), nil }

// An upload passes through without being held in memory.
func TestUploadMemoryIsFlat(t *testing.T) {
	const size = 128 << 20
	s := newSite(t)
	ports := s.ports()
	ports.Files.Commands = discarding{s.fake}
	handler, err := newHandler(Config{Log: slog.New(slog.DiscardHandler), Rate: -1}, ports, loadContract(t))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	defer server.Close()
	pr, pw := io.Pipe()
	form := multipart.NewWriter(pw)
	go func() {
		p, _ := form.CreateFormFile("file", "big.pdf")
		_, _ = io.CopyN(p, zeros{}, size)
		_ = form.Close()
		_ = pw.Close()
	}()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r, _ := http.NewRequest("POST", server.URL+sPath+"/files", pr)
	r.Header.Set("Authorization", "Bearer good")
	r.Header.Set("Content-Type", form.FormDataContentType())
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; response.StatusCode != 201 || grown > 8<<20 {
		t.Errorf("status %d, %d KiB allocated for an upload of %d MiB, want response.StatusCode = 201 and grown at most %v",
			response.StatusCode, grown>>10, size>>20, 8<<20)
	}
}

// discarding is a command side that reads uploads and keeps nothing.
type discarding struct{ *fake }

func (d discarding) UploadFile(_ context.Context, c commands.UploadFile) (commands.UploadOutcome, error) {
	u, err := c.Open()
	if err == nil {
		_, err = io.Copy(io.Discard, u.Content)
	}
	return commands.UploadOutcome{FileIDs: []string{fileID}}, err
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }
