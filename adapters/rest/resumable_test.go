package rest

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
)

const (
	partsPath = sPath + "/uploads"
	uploadID  = "0d9a4bd1-5b6e-4e2b-9f0c-1f7b1f0c7a10"
	// ofTest is the checksum of the body of a good part.
	ofTest = "sha256 n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg="
)

var resumableOperations = []sample{
	{"POST", partsPath, "", 201},
	{"GET", partsPath + "/" + uploadID, "", 200},
	{"PATCH", partsPath + "/" + uploadID, "", 204},
	{"DELETE", partsPath + "/" + uploadID, "", 204},
}

// goodUpload makes a request on an upload that succeeds.
func goodUpload(method, path string) *http.Request {
	switch method {
	case "POST":
		return request(method, path, "", "Upload-Length", "4", "Upload-Metadata", "filename YS5wZGY=", "Tus-Resumable", "1.0.0")
	case "PATCH":
		return request(method, path, "test", "Content-Type", "application/offset+octet-stream", "Upload-Offset", "0")
	}
	return request(method, path, "")
}

// upload4 is the upload that the fake has.
func (f *fake) upload4(is commands.UploadTarget) commands.ResumableUpload {
	out := f.upload
	out.FileIDs, out.Position = []string{fileID}, 43
	return commands.ResumableUpload{ID: uploadID, Length: 4, Offset: 4, Expires: moment0.Add(24 * time.Hour), UploadTarget: is, Outcome: &out}
}

func (f *fake) Begin(_ context.Context, c commands.BeginUpload) (commands.ResumableUpload, error) {
	if c.First != nil {
		if err := f.takePart(*c.First); err != nil {
			return commands.ResumableUpload{}, err
		}
		c.First = nil
	}
	out, err := write(f, c, f.upload4(c.UploadTarget))
	if out.Offset, out.Outcome = 0, nil; err != nil {
		return commands.ResumableUpload{}, err
	}
	return out, nil
}

func (f *fake) Append(_ context.Context, c commands.AppendUpload) (commands.ResumableUpload, error) {
	if err := f.takePart(c.UploadedPart); err != nil {
		return commands.ResumableUpload{}, err
	}
	c.UploadedPart = commands.UploadedPart{}
	return write(f, c, f.upload4(commands.UploadTarget{}))
}

func (f *fake) takePart(p commands.UploadedPart) error {
	b, err := io.ReadAll(p.Content)
	if err == nil && p.Verify != nil {
		err = p.Verify()
	}
	f.uploaded = b
	return err
}

func (f *fake) Find(_ context.Context, c commands.NamedUpload) (commands.ResumableUpload, error) {
	return ask(f, c, f.upload4(commands.UploadTarget{Name: "a.pdf", Metadata: "filename YS5wZGY="}))
}

func (f *fake) End(_ context.Context, c commands.NamedUpload) error {
	_, err := write(f, c, 0)
	return err
}

// TestMetadataOfUploads wants what an upload is to become to be read as the protocol has it, and refused where nobody reads it.
func TestMetadataOfUploads(t *testing.T) {
	long := "filename " + strings.Repeat("YWFh", 2000)
	const notValid = "Upload-Metadata is not valid: it has keys and, behind a space, their values in base64, with commas between them"
	rows := []struct {
		metadata string
		status   int
		message  string
		want     commands.UploadTarget
	}{
		{"filename YS5wZGY=", 201, "", commands.UploadTarget{Name: "a.pdf"}},
		{"filename QzpcYS5wZGY=, filetype ,relativePath bnVsbA==", 201, "", commands.UploadTarget{Name: "a.pdf"}},
		{"filename YS5wZGY=,keepManualChanges dHJ1ZQ==,disableAutomaticAnalysis ZmFsc2U=", 201, "",
			commands.UploadTarget{Name: "a.pdf", KeepManualChanges: true}},
		{"filename YS5wZGY=,keepManualChange dHJ1ZQ==", 400, "Unknown key of Upload-Metadata: keepManualChange, did you mean keepManualChanges?",
			commands.UploadTarget{}},
		{"filename YS5wZGY=,keepManualChanges bm8=", 400, "keepManualChanges must be true or false", commands.UploadTarget{}},
		{"filename YS5wZGY=,filename YS5wZGY=", 400, "Upload-Metadata has filename twice", commands.UploadTarget{}},
		{"filename", 400, "Upload-Metadata has no filename", commands.UploadTarget{}},
		{"filetype YQ==", 400, "Upload-Metadata has no filename", commands.UploadTarget{}},
		{"filename Li4=", 400, "The file name is not allowed", commands.UploadTarget{}},
		{"filename a.pdf", 400, notValid, commands.UploadTarget{}},
		{"filename YS5wZGY=,", 400, notValid, commands.UploadTarget{}},
		{long, 400, "Upload-Metadata must not be longer than 4096", commands.UploadTarget{}},
	}
	for _, row := range rows {
		s := newSite(t)
		a := s.do(request("POST", partsPath, "", "Upload-Length", "4", "Upload-Metadata", row.metadata))
		if a.StatusCode != row.status || row.status != 201 && a.message() != row.message {
			t.Errorf("%s: got %d %s, want %d %q", row.metadata, a.StatusCode, a.body, row.status, row.message)
		}
		if row.want.Metadata = row.metadata; row.status == 201 && s.wrote.(commands.BeginUpload).UploadTarget != row.want {
			t.Errorf("%s: got %+v, want %+v", row.metadata, s.wrote.(commands.BeginUpload).UploadTarget, row.want)
		}
	}
}

// TestHeadersOfUploads wants each header that is missing, malformed or of another protocol to be named.
func TestHeadersOfUploads(t *testing.T) {
	const badChecksum = "Upload-Checksum is not valid: it is sha1 or sha256, a space, and the checksum in base64"
	const mismatch = "The body does not have the checksum that Upload-Checksum tells"
	first := []string{"Content-Type", "application/offset+octet-stream"}
	rows := []struct {
		method  string
		headers []string
		status  int
		message string
	}{
		{"POST", []string{"Upload-Length", ""}, 400, "Upload-Length is required"},
		{"POST", []string{"Upload-Length", "-1"}, 400, "Upload-Length is not valid"},
		{"POST", []string{"Upload-Length", "4.5"}, 400, "Upload-Length is not valid"},
		{"POST", []string{"Upload-Length", "99999999999999999999"}, 400, "Upload-Length is not valid"},
		{"POST", []string{"Upload-Metadata", ""}, 400, "Upload-Metadata is required"},
		{"POST", []string{"Tus-Resumable", "2.0.0"}, 412, "Tus-Resumable must be 1.0.0"},
		{"GET", []string{"Tus-Resumable", "0.2.2"}, 412, "Tus-Resumable must be 1.0.0"},
		{"DELETE", []string{"Tus-Resumable", "x"}, 412, "Tus-Resumable must be 1.0.0"},
		{"PATCH", []string{"Tus-Resumable", "2.0.0"}, 412, "Tus-Resumable must be 1.0.0"},
		{"PATCH", []string{"Upload-Offset", ""}, 400, "Upload-Offset is required"},
		{"PATCH", []string{"Upload-Offset", "x"}, 400, "Upload-Offset is not valid"},
		{"PATCH", []string{"Content-Type", "application/json"}, 415, "Content-Type must be application/offset+octet-stream"},
		{"PATCH", []string{"Upload-Checksum", "md5 1B2M2Y8AsgTpgAmY7PhCfg=="}, 400, badChecksum},
		{"PATCH", []string{"Upload-Checksum", "sha256 YQ=="}, 400, badChecksum},
		{"PATCH", []string{"Upload-Checksum", "sha1 qUqP5cyxm6YcTAhz05Hph5gvu9M="}, 204, ""},
		{"PATCH", []string{"Upload-Checksum", ofTest}, 204, ""},
		{"PATCH", []string{"Upload-Checksum", "sha1 2jmj7l5rSw0yVb/vlWAYkK/YBwk="}, 460, mismatch},
		{"PATCH", []string{"Content-Digest", "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:"}, 400,
			"The body does not have the digest that Content-Digest tells"},
		{"POST", append(first, "Upload-Checksum", "sha1 2jmj7l5rSw0yVb/vlWAYkK/YBwk="), 460, mismatch},
		{"POST", append(first, "Upload-Checksum", "md5 2jmj7l5rSw0yVb/vlWAYkK/YBwk="), 400, badChecksum},
		{"POST", append(first, "Upload-Checksum", ofTest), 201, ""},
	}
	for _, row := range rows {
		s, path := newSite(t), partsPath
		if row.method != "POST" {
			path += "/" + uploadID
		}
		r := goodUpload(row.method, path)
		if len(row.headers) > 2 {
			r = request(row.method, path, "test", "Upload-Length", "4", "Upload-Metadata", "filename YS5wZGY=")
		}
		for i := 0; i < len(row.headers); i += 2 {
			if r.Header.Del(row.headers[i]); row.headers[i+1] != "" {
				r.Header.Set(row.headers[i], row.headers[i+1])
			}
		}
		a := s.do(r)
		if a.StatusCode != row.status || row.message != a.message() {
			t.Errorf("%s %v: got %d %s, want %d %q", row.method, row.headers, a.StatusCode, a.body, row.status, row.message)
		}
		if got := a.Header.Get("Tus-Version"); (row.status == 412) != (got == "1.0.0") {
			t.Errorf("%s %v: Tus-Version is %q, want 1.0.0 with 412 alone", row.method, row.headers, got)
		}
	}
}

// TestWhatUploadsAnswer wants the headers that clients of the protocol go by.
func TestWhatUploadsAnswer(t *testing.T) {
	s := newSite(t)
	wants := func(a answer, headers ...string) {
		t.Helper()
		for i := 0; i < len(headers); i += 2 {
			if got := a.Header.Get(headers[i]); got != headers[i+1] {
				t.Errorf("%s is %q, want %q", headers[i], got, headers[i+1])
			}
		}
	}
	expires := moment0.Add(24 * time.Hour).UTC().Format(http.TimeFormat)
	wants(s.do(goodUpload("POST", partsPath)), "Location", partsPath+"/"+uploadID, "Upload-Offset", "0", "Upload-Expires", expires,
		"Tus-Resumable", "1.0.0", "Docket-Position", "")
	wants(s.do(goodUpload("PATCH", partsPath+"/"+uploadID)), "Upload-Offset", "4", "Upload-Expires", expires, "Docket-Position", "43")
	a := s.do(request("HEAD", partsPath+"/"+uploadID, ""))
	wants(a, "Upload-Offset", "4", "Upload-Length", "4", "Upload-Metadata", "filename YS5wZGY=", "Cache-Control", "no-store")
	var told struct {
		Filename string
		Offset   int
		Result   struct{ FileIDs []string }
	}
	a = s.do(request("GET", partsPath+"/"+uploadID, ""))
	if err := json.Unmarshal(a.body, &told); err != nil || told.Filename != "a.pdf" || told.Offset != 4 || len(told.Result.FileIDs) != 1 {
		t.Errorf("got %s, want a.pdf with 4 bytes and the answer to an upload", a.body)
	}
	rec := httptest.NewRecorder() // of no operation, as in the contract of every API
	s.handler.ServeHTTP(rec, request("OPTIONS", partsPath, "", "Authorization", ""))
	a = answer{Response: rec.Result()}
	if a.StatusCode != 204 {
		t.Errorf("OPTIONS: got %d, want 204", a.StatusCode)
	}
	wants(a, "Tus-Version", "1.0.0", "Tus-Extension", "creation,creation-with-upload,expiration,termination,checksum",
		"Tus-Checksum-Algorithm", "sha1,sha256", "Tus-Max-Size", "536870912")
	s.fail = domain.Refuse(domain.WrongOffset, "Upload-Offset is 0, and the upload has 2 bytes")
	wants(s.do(goodUpload("PATCH", partsPath+"/"+uploadID)), "Tus-Resumable", "1.0.0", "Upload-Offset", "")
}

// brokenBody fails after its first bytes.
type brokenBody struct{ sent bool }

func (b *brokenBody) Read(p []byte) (int, error) {
	if b.sent {
		return 0, errors.New("10.0.0.1: connection reset")
	}
	b.sent = true
	return copy(p, "te"), nil
}

// TestAPartThatBreaksOff is told as such.
func TestAPartThatBreaksOff(t *testing.T) {
	s := newSite(t)
	r := goodUpload("PATCH", partsPath+"/"+uploadID)
	r.Body = io.NopCloser(&brokenBody{})
	s.want(s.do(r), 400, "The upload is incomplete")
}
