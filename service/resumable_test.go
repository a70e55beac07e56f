package service_test

import (
	"bytes"
	"crypto/sha1" //nolint:gosec // the tus protocol has it
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// A tusCaller sends what clients of the tus protocol send.
type tusCaller struct{ *servicetest.Caller }

func (c tusCaller) ask(method, path string, body io.Reader, headers ...string) servicetest.Answer {
	c.T.Helper()
	h := http.Header{"Tus-Resumable": {"1.0.0"}}
	if body != nil {
		h.Set("Content-Type", "application/offset+octet-stream")
	}
	for i := 0; i < len(headers); i += 2 {
		h.Set(headers[i], headers[i+1])
	}
	a, err := c.AskUnchecked(method, path, body, h)
	if err != nil {
		c.T.Fatalf("%s %s: %v", method, path, err)
	}
	return a
}

func metadataOf(name string) string {
	return "filename " + base64.StdEncoding.EncodeToString([]byte(name))
}

// begin begins an upload and returns its path.
func (c tusCaller) begin(dossier, name string, length int) string {
	c.T.Helper()
	a := c.ask("POST", dossier+"/uploads", nil, "Upload-Length", strconv.Itoa(length), "Upload-Metadata", metadataOf(name))
	if a.Status != 201 {
		c.T.Fatalf("begin %s: got %d %s, want 201", name, a.Status, a.Body)
	}
	return a.Header.Get("Location")
}

// add sends a part, and wants a status.
func (c tusCaller) add(status int, upload string, offset int, part []byte, headers ...string) servicetest.Answer {
	c.T.Helper()
	a := c.ask("PATCH", upload, bytes.NewReader(part), append(headers, "Upload-Offset", strconv.Itoa(offset))...)
	if a.Status != status {
		c.T.Fatalf("add %d bytes at %d: got %d %s, want %d", len(part), offset, a.Status, a.Body, status)
	}
	return a
}

// has wants the service to have so many bytes of an upload.
func (c tusCaller) has(upload string, want int) {
	c.T.Helper()
	a := c.ask("HEAD", upload, nil)
	if got := a.Header.Get("Upload-Offset"); a.Status != 200 || got != strconv.Itoa(want) {
		c.T.Fatalf("got %d with Upload-Offset %q, want 200 with %d", a.Status, got, want)
	}
}

// result returns what became of an upload.
func (c tusCaller) result(upload string) (out uploadTold) {
	c.T.Helper()
	var told struct{ Result *uploadTold }
	c.Want(200, "GET", upload, nil).Decode(c.T, &told)
	if told.Result == nil {
		c.T.Fatal("the upload has no result, want one")
	}
	return *told.Result
}

// content returns the bytes of a file.
func (c tusCaller) content(dossier, id string) []byte {
	c.T.Helper()
	return c.Want(200, "GET", dossier+"/files/"+id+"/content", nil).Body
}

// noisyPDF returns a file that cannot be compressed.
func noisyPDF(size int) []byte {
	out := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(out) // never fails
	copy(out, "%PDF-1.7 ")
	return out
}

// TestUploadsByParts sends files by parts, with all that can go wrong between them.
func TestUploadsByParts(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		c := newDuplicateCast(t, args)
		mira, otto := tusCaller{c.mira}, tusCaller{c.otto}
		t.Run("parts", func(t *testing.T) { sendInParts(tusCaller{withTest(t, c.mira)}, c.may) })
		t.Run("small parts", func(t *testing.T) { sendSmallParts(tusCaller{withTest(t, c.mira)}, c.may) })
		t.Run("refusals", func(t *testing.T) { refuseParts(tusCaller{withTest(t, c.mira)}, c.may) })
		t.Run("zip and csv", func(t *testing.T) { sendArchive(tusCaller{withTest(t, c.mira)}, c.june) })
		t.Run("at once", func(t *testing.T) { sendAtOnce(tusCaller{withTest(t, c.mira)}, c.may) })
		up := mira.begin(c.may, "private.pdf", 20)
		member, id := c.AddAccount("demo", "partmember", "USER")
		mira.Want(200, "POST", path.Dir(c.may), map[string]any{"id": path.Base(c.may), "name": "May", "memberIds": []string{id}})
		for _, method := range []string{"HEAD", "PATCH", "DELETE"} {
			if a := (tusCaller{member}).ask(method, up, strings.NewReader("x"), "Upload-Offset", "0"); a.Status != 404 {
				t.Errorf("%s of another member: got %d %s, want 404", method, a.Status, a.Body)
			}
			if a := otto.ask(method, up, strings.NewReader("x"), "Upload-Offset", "0"); a.Status != 403 {
				t.Errorf("%s of an account that is no member: got %d %s, want 403", method, a.Status, a.Body)
			}
		}
		if a := mira.ask("DELETE", up, nil); a.Status != 204 {
			t.Errorf("got %d %s, want 204", a.Status, a.Body)
		}
		if a := mira.ask("HEAD", up, nil); a.Status != 404 {
			t.Errorf("after its end: got %d, want 404", a.Status)
		}
	})
}

func withTest(t *testing.T, c *servicetest.Caller) *servicetest.Caller {
	out := *c
	out.T = t
	return &out
}

func sendInParts(c tusCaller, dossier string) {
	content := noisyPDF(1 << 20)
	up := c.begin(dossier, "parts.pdf", len(content))
	c.has(up, 0)
	c.add(204, up, 0, content[:1000])
	sum := sha1.Sum(content[1000:70_000]) //nolint:gosec // see above
	c.add(204, up, 1000, content[1000:70_000], "Upload-Checksum", "sha1 "+base64.StdEncoding.EncodeToString(sum[:]))
	c.has(up, 70_000)
	a := c.add(204, up, 70_000, content[70_000:])
	if a.Header.Get("Docket-Position") == "" || a.Header.Get("Upload-Offset") != strconv.Itoa(len(content)) {
		c.T.Errorf("the last part is answered with %v, want the length and a position", a.Header)
	}
	out := c.result(up)
	if len(out.FileIDs) != 1 || !bytes.Equal(c.content(dossier, out.FileIDs[0]), content) {
		c.T.Errorf("got %+v, want one file with the bytes that were sent", out)
	}
	c.has(up, len(content))
	c.add(204, up, len(content), nil)
	c.add(409, up, 70_000, content[70_000:]) // the last part, whose answer was lost
	whole := c.ask("POST", dossier+"/uploads", bytes.NewReader(content), "Upload-Length", strconv.Itoa(len(content)),
		"Upload-Metadata", metadataOf("whole.pdf"))
	if whole.Status != 201 || whole.Header.Get("Upload-Offset") != strconv.Itoa(len(content)) {
		c.T.Fatalf("with its creation: got %d %v, want 201 with all bytes", whole.Status, whole.Header)
	}
	if out := c.result(whole.Header.Get("Location")); len(out.FileIDs) != 1 || len(out.Duplicates) != 1 {
		c.T.Errorf("got %+v, want a file that is told to be a duplicate", out)
	}
}

func sendSmallParts(c tusCaller, dossier string) {
	content := noisyPDF(70_000)
	up := c.begin(dossier, "small.pdf", len(content))
	const step = 700
	for at := 0; at < len(content); at += step {
		c.add(204, up, at, content[at:min(at+step, len(content))])
	}
	if out := c.result(up); !bytes.Equal(c.content(dossier, out.FileIDs[0]), content) {
		c.T.Error("the bytes differ, want those that were sent")
	}
}

func refuseParts(c tusCaller, dossier string) {
	content := noisyPDF(5000)
	up := c.begin(dossier, "refused.pdf", len(content))
	c.add(409, up, 1, content[1:])
	c.add(413, up, 0, append(slices.Clone(content), 'x'))
	c.add(460, up, 0, content[:100], "Upload-Checksum", "sha1 2jmj7l5rSw0yVb/vlWAYkK/YBwk=")
	c.has(up, 0)
	c.add(204, up, 0, content[:100])
	// a body of unknown length that is too long
	if a := c.ask("PATCH", up, io.MultiReader(bytes.NewReader(content[100:]), strings.NewReader("x")), "Upload-Offset", "100"); a.Status != 413 {
		c.T.Errorf("got %d %s, want 413", a.Status, a.Body)
	}
	c.has(up, 100)
	c.add(204, up, 100, content[100:])
	begin := func(status int, name, length string) {
		c.T.Helper()
		a := c.ask("POST", dossier+"/uploads", nil, "Upload-Length", length, "Upload-Metadata", metadataOf(name))
		if a.Status != status {
			c.T.Errorf("begin %s: got %d %s, want %d", name, a.Status, a.Body, status)
		}
	}
	begin(400, "empty.pdf", "0")
	begin(415, "notes.txt", "10")
	begin(413, "large.pdf", "99999999999")
	wrong := c.begin(dossier, "wrong.pdf", 100)
	if a := c.add(415, wrong, 0, bytes.Repeat([]byte("x"), 100)); !bytes.Contains(a.Body, []byte("unsupported_file_type")) {
		c.T.Errorf("got %s, want unsupported_file_type", a.Body)
	}
	if a := c.ask("HEAD", wrong, nil); a.Status != 404 {
		c.T.Errorf("content that is refused for good: got %d, want 404", a.Status)
	}
	if a := c.ask("POST", dossier+"/uploads", nil, "Upload-Defer-Length", "1", "Upload-Metadata", metadataOf("d.pdf")); a.Status != 400 ||
		!bytes.Contains(a.Body, []byte("Upload-Length is required")) {
		c.T.Errorf("got %d %s, want 400 Upload-Length is required", a.Status, a.Body)
	}
}

func sendArchive(c tusCaller, dossier string) {
	content := servicetest.Zip(c.T, "a.pdf", "%PDF-1.4 a", "b.pdf", "%PDF-1.4 b", "c.txt", "no")
	up := c.begin(dossier, "many.zip", len(content))
	c.add(204, up, 0, content[:50])
	c.add(204, up, 50, content[50:])
	if out := c.result(up); len(out.FileIDs) != 2 || len(out.LeftOut) != 1 {
		c.T.Errorf("got %+v, want two files and one entry left out", out)
	}
	table := []byte("filename;Supplier\na.pdf;ACME\n")
	up = c.begin(dossier, "t.csv", len(table))
	c.add(204, up, 0, table[:7])
	c.add(204, up, 7, table[7:])
	if out := c.result(up); len(out.FileIDs) != 0 {
		c.T.Errorf("got %+v, want no file", out)
	}
}

// sendAtOnce sends the same part twice at the same time: one is taken.
func sendAtOnce(c tusCaller, dossier string) {
	content := noisyPDF(300_000)
	up := c.begin(dossier, "once.pdf", len(content))
	var all sync.WaitGroup
	got := make([]int, 4)
	for i := range got {
		all.Go(func() {
			got[i] = c.ask("PATCH", up, bytes.NewReader(content), "Upload-Offset", "0").Status
		})
	}
	all.Wait()
	taken := 0
	for _, status := range got {
		if status == 204 {
			taken++
		} else if status != 409 {
			c.T.Errorf("got %d, want 204 or 409", status)
		}
	}
	if taken != 1 {
		c.T.Errorf("got %v, want 204 once", got)
	}
	if out := c.result(up); len(out.FileIDs) != 1 || !bytes.Equal(c.content(dossier, out.FileIDs[0]), content) {
		c.T.Errorf("got %+v, want one file with the bytes that were sent", out)
	}
}

// TestUploadsOutliveKills kills the service between parts and beneath the last one. What was acknowledged is there, sealed, and
// each upload becomes one file.
func TestUploadsOutliveKills(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		data := filepath.Join(t.TempDir(), "data")
		s := servicetest.Serve(t, data, args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER")
		c := tusCaller{s.SignIn("mira", "Str0ng-enough")}
		dossier := c.NewDossier("Killed uploads")
		const files = 4
		contents := map[string][]byte{}
		for n := range files {
			content := append(noisyPDF(3_000_000), fmt.Sprintf("Canary-%d-in-the-open", n)...)
			name := fmt.Sprintf("%d.pdf", n)
			contents[name] = content
			up := c.begin(dossier, name, len(content))
			c.add(204, up, 0, content[:len(content)-100])
			c.add(204, up, len(content)-100, content[len(content)-100:len(content)-2])
			s.Kill()
			expectSealed(t, data)
			s.Start()
			c = tusCaller{s.SignIn("mira", "Str0ng-enough")}
			c.has(up, len(content)-2)
			sent := make(chan bool)
			go func() {
				defer close(sent)
				_, _ = c.AskUnchecked("PATCH", up, bytes.NewReader(content[len(content)-2:]), http.Header{ // it may be cut off
					"Content-Type": {"application/offset+octet-stream"}, "Upload-Offset": {strconv.Itoa(len(content) - 2)}})
			}()
			select { // not to wait for something, but to come in between
			case <-sent:
			case <-time.After(time.Duration(15*n) * time.Millisecond):
			}
			s.Kill()
			<-sent
			s.Start()
			c = tusCaller{s.SignIn("mira", "Str0ng-enough")}
			finishUpload(c, up, content)
		}
		expectOnce(c, dossier, contents)
	})
}

// finishUpload sends what is missing of an upload, as a client does that lost the answer. The lease of a process that
// was killed may be in force for a while.
func finishUpload(c tusCaller, upload string, content []byte) {
	c.T.Helper()
	servicetest.Await(c.T, time.Minute, func() bool {
		a := c.ask("HEAD", upload, nil)
		at, err := strconv.Atoi(a.Header.Get("Upload-Offset"))
		if err != nil {
			c.T.Fatalf("got %d with Upload-Offset %q, want a number", a.Status, a.Header.Get("Upload-Offset"))
		}
		if at == len(content) {
			return true
		}
		a = c.ask("PATCH", upload, bytes.NewReader(content[at:]), "Upload-Offset", strconv.Itoa(at))
		if a.Status != 204 && a.Status != 409 {
			c.T.Fatalf("got %d %s, want 204 or, for a while, 409", a.Status, a.Body)
		}
		return a.Status == 204
	})
}

// expectOnce wants a dossier to have each file once, with its bytes.
func expectOnce(c tusCaller, dossier string, contents map[string][]byte) {
	c.T.Helper()
	var list struct{ FileStatus []fileTold }
	c.Want(200, "GET", dossier+"/files", nil).Decode(c.T, &list)
	if len(list.FileStatus) != len(contents) {
		c.T.Errorf("got %d files, want %d", len(list.FileStatus), len(contents))
	}
	for _, f := range list.FileStatus {
		if !bytes.Equal(c.content(dossier, f.ID), contents[f.Filename]) {
			c.T.Errorf("%s has other bytes, want those that were sent", f.Filename)
		}
	}
}

// expectSealed wants no file of the data folder to hold bytes of an upload in the open.
func expectSealed(t *testing.T, data string) {
	t.Helper()
	seen := 0
	err := filepath.WalkDir(data, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() { // as the socket of operators
			return err
		}
		b, err := os.ReadFile(path)
		if seen++; bytes.Contains(b, []byte("in-the-ope")) {
			t.Errorf("%s holds an upload in the open, want it sealed", path)
		}
		return err
	})
	if err != nil || seen < 3 {
		t.Errorf("looked at %d files, %v, want at least 3 and no error", seen, err)
	}
}

// TestUploadsAreBounded in number, bytes and time, and what expired takes no room.
func TestUploadsAreBounded(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		data := filepath.Join(t.TempDir(), "data")
		s := servicetest.Serve(t, data, append(args, "--resumable-per-account", "2", "--resumable-bytes", "5000", "--resumable-age", "6s")...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER")
		c := tusCaller{s.SignIn("mira", "Str0ng-enough")}
		dossier := c.NewDossier("Bounded")
		refuse := func(length, message string) {
			t.Helper()
			a := c.ask("POST", dossier+"/uploads", nil, "Upload-Length", length, "Upload-Metadata", metadataOf("x.pdf"))
			if a.Status != 409 || !bytes.Contains(a.Body, []byte(message)) || !bytes.Contains(a.Body, []byte("too_many_uploads")) {
				t.Errorf("got %d %s, want 409 %s", a.Status, a.Body, message)
			}
		}
		first := c.begin(dossier, "a.pdf", 3000)
		refuse("3000", "too large together")
		second := c.begin(dossier, "b.pdf", 1000)
		refuse("10", "too many uploads in progress")
		c.add(204, first, 0, noisyPDF(2000))
		if a := c.ask("DELETE", second, nil); a.Status != 204 {
			t.Errorf("got %d %s, want 204", a.Status, a.Body)
		}
		c.begin(dossier, "c.pdf", 1000)
		servicetest.Await(t, 5*time.Minute, func() bool { return c.ask("HEAD", first, nil).Status == 404 })
		servicetest.Await(t, 5*time.Minute, func() bool { return countBlobs(t, data) == 0 })
		c.begin(dossier, "d.pdf", 3000)
	})
}

// countBlobs returns how many blobs of uploads lie in a data folder: no other ones are larger than this.
func countBlobs(t *testing.T, data string) (n int) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(data, "blobs"), func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil //nolint:nilerr // it was removed meanwhile
		}
		if info, err := d.Info(); err == nil && info.Size() > 2000 && info.Size() < 2500 {
			n++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
