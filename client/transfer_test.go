package client_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/client"
)

// cut ends a connection in the middle of an answer.
func cut() { panic(http.ErrAbortHandler) }

// TestADownloadGoesOnWhereItBroke: first within a call, then in a later one.
func TestADownloadGoesOnWhereItBroke(t *testing.T) {
	content := bytes.Repeat([]byte("0123456789"), 50000)
	var ranges []string
	serve := func(w http.ResponseWriter, r *http.Request, most int) {
		ranges = append(ranges, r.Header.Get("Range"))
		w.Header().Set("ETag", `"v1"`)
		http.ServeContent(&atMost{w, most}, r, "", time.Time{}, bytes.NewReader(content))
	}
	breaking := func(w http.ResponseWriter, r *http.Request) { serve(w, r, 100_000) }
	s := answering(t, breaking, breaking, breaking, breaking, func(w http.ResponseWriter, r *http.Request) { serve(w, r, len(content)) })
	c := of(t, s, client.Fixed("t"))
	path := filepath.Join(t.TempDir(), "package.zip")
	if err := c.Download(t.Context(), someID, path, nil); err == nil {
		t.Fatal("a connection that always breaks brought a package")
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("half a package has the name of a whole one: %v, want %v", err, fs.ErrNotExist)
	}
	var have, all int64
	if err := c.Download(t.Context(), someID, path, func(h, a int64) { have, all = h, a }); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, content) || have != int64(len(content)) || all != have {
		t.Errorf("%d bytes, %v; told %d of %d, want all %d bytes", len(got), err, have, all, len(content))
	}
	for i, r := range ranges {
		if (r == "") != (i == 0) {
			t.Errorf("request %d asks for %q, want a range in all but the first", i, r)
		}
	}
	left, _ := filepath.Glob(path + ".*")
	if len(left) > 0 {
		t.Errorf("left behind: %v, want none", left)
	}
}

// atMost cuts an answer off behind some bytes.
type atMost struct {
	http.ResponseWriter
	left int
}

func (a *atMost) Write(b []byte) (int, error) {
	if len(b) > a.left {
		_, _ = a.ResponseWriter.Write(b[:a.left])
		_ = http.NewResponseController(a.ResponseWriter).Flush()
		cut()
	}
	a.left -= len(b)
	return a.ResponseWriter.Write(b)
}

// A package that was made anew meanwhile does not mix with the old one.
func TestADownloadOfSomethingElseBeginsAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "package.zip")
	for name, text := range map[string]string{".part": "old bytes", ".part.tag": `"old"`} {
		if err := os.WriteFile(path+name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := answering(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"new"`)
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader("new"))
	})
	if err := of(t, s, client.Fixed("t")).Download(t.Context(), someID, path, nil); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "new" {
		t.Errorf("%q %v, want string(got) = new and no error", got, err)
	}
}

func TestADownloadThatWasWholeBeforeIsNotFetchedAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "package.zip")
	for name, text := range map[string]string{".part": "whole", ".part.tag": `"v1"`} {
		if err := os.WriteFile(path+name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := answering(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"v1"`)
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader("whole"))
	})
	if err := of(t, s, client.Fixed("t")).Download(t.Context(), someID, path, nil); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(path); string(got) != "whole" {
		t.Errorf("got %q, want whole", got)
	}
	s = answering(t, status(409))
	if err := of(t, s, client.Fixed("t")).Download(t.Context(), someID, path+"2", nil); client.StatusOf(err) != 409 {
		t.Errorf("a package that is not ready: %v, want 409", err)
	}
}

func TestAnUploadIsSentAgainUnderItsKey(t *testing.T) {
	var keys, names, contents []string
	take := func(w http.ResponseWriter, r *http.Request) {
		keys = append(keys, r.Header.Get("Idempotency-Key"))
		part, header, err := r.FormFile("file")
		if err != nil {
			t.Error(err)
			return
		}
		b, _ := io.ReadAll(part)
		names, contents = append(names, header.Filename), append(contents, string(b))
		if r.ContentLength <= int64(len(b)) {
			t.Errorf("an upload of %d bytes says it has %d, want more than that", len(b), r.ContentLength)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		_, _ = io.WriteString(w, `{"fileIds":["`+someID+`"],"processedFileIds":[],"processedAttributes":[]}`)
	}
	s := answering(t, func(w http.ResponseWriter, r *http.Request) {
		keys = append(keys, r.Header.Get("Idempotency-Key"))
		cut()
	}, status(503), take)
	var sent []int64
	u := client.Upload{TemplateID: someID, DossierID: someID, Name: `Größe "1".pdf`, Content: strings.NewReader("%PDF content"), Size: 12,
		Progress: func(n int64) { sent = append(sent, n) }}
	out, err := of(t, s, client.Fixed("t")).Upload(t.Context(), u)
	if err != nil || len(out.FileIds) != 1 {
		t.Fatalf("%+v %v, want no error and len(out.FileIds) = 1", out, err)
	}
	if len(keys) != 2 || keys[0] == "" || keys[0] != keys[1] || names[0] != u.Name || contents[0] != "%PDF content" ||
		sent[len(sent)-1] != 12 {
		t.Errorf("keys %q, names %q, contents %q, progress %v, want the same key twice, and all 12 bytes",
			keys, names, contents, sent)
	}
}

// What cannot be read again is sent once, of unknown size if need be.
func TestAnUploadOfAStreamIsSentOnce(t *testing.T) {
	s := answering(t, status(503), status(201))
	u := client.Upload{TemplateID: someID, DossierID: someID, Name: "a.pdf", Content: io.MultiReader(strings.NewReader("%PDF")), Size: -1}
	if _, err := of(t, s, client.Fixed("t")).Upload(t.Context(), u); client.StatusOf(err) != 503 {
		t.Errorf("got %v, want 503", err)
	}
}

// TestADownloadHasTheDigestThatIsTold: also one that goes on, and one of other bytes leaves nothing behind.
func TestADownloadHasTheDigestThatIsTold(t *testing.T) {
	content := bytes.Repeat([]byte("0123456789"), 20000)
	sum := sha256.Sum256(content)
	digest := "sha-512=:x:, sha-256=:" + base64.StdEncoding.EncodeToString(sum[:]) + ":"
	var wants []string
	serve := func(sent []byte, most int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			wants = append(wants, r.Header.Get("Want-Repr-Digest"))
			w.Header().Set("ETag", `"v1"`)
			w.Header().Set("Repr-Digest", digest)
			http.ServeContent(&atMost{w, most}, r, "", time.Time{}, bytes.NewReader(sent))
		}
	}
	other := bytes.Clone(content)
	other[len(other)-1] = 'x'
	for _, row := range []struct {
		sent []byte
		want error
	}{{content, nil}, {other, client.ErrDigest}} {
		wants = nil
		c := of(t, answering(t, serve(row.sent, 100_000), serve(row.sent, len(content))), client.Fixed("t"))
		path := filepath.Join(t.TempDir(), "package.zip")
		if err := c.Download(t.Context(), someID, path, nil); !errors.Is(err, row.want) {
			t.Errorf("got %v, want %v", err, row.want)
		}
		left, _ := filepath.Glob(path + "*")
		if (len(left) == 1) != (row.want == nil) || len(left) > 1 {
			t.Errorf("there are %v after %v, want the package alone, or nothing", left, row.want)
		}
		if want := []string{"sha-256=1", ""}; !slices.Equal(wants, want) {
			t.Errorf("the requests want %q, want %q", wants, want)
		}
	}
}
