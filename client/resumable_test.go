package client_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/client"
)

// A partStore takes in parts as the service does, and breaks connections.
type partStore struct {
	t       *testing.T
	content []byte
	length  int
	cuts    []int // how many bytes of the next parts arrive
}

func (p *partStore) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodPost:
		p.length, _ = strconv.Atoi(r.Header.Get("Upload-Length"))
		if got, want := r.Header.Get("Upload-Metadata"), "filename YS5wZGY=,keepManualChanges dHJ1ZQ=="; got != want {
			p.t.Errorf("Upload-Metadata is %q, want %q", got, want)
		}
		w.Header().Set("Location", r.URL.Path+"/"+someID)
		w.WriteHeader(http.StatusCreated)
	case http.MethodPatch:
		if at := r.Header.Get("Upload-Offset"); at != strconv.Itoa(len(p.content)) {
			w.WriteHeader(http.StatusConflict)
			fmt.Fprint(w, `{"message":"Upload-Offset is wrong","code":"wrong_offset"}`)
			return
		}
		in := io.Reader(r.Body)
		if len(p.cuts) > 0 {
			in = io.LimitReader(in, int64(p.cuts[0]))
		}
		part, _ := io.ReadAll(in)
		if p.content = append(p.content, part...); len(p.cuts) > 0 {
			p.cuts = p.cuts[1:]
			cut()
		}
		w.Header().Set("Upload-Offset", strconv.Itoa(len(p.content)))
		w.WriteHeader(http.StatusNoContent)
	default:
		w.Header().Set("Content-Type", "application/json")
		result := ""
		if len(p.content) == p.length {
			result = `,"result":{"fileIds":["` + someID + `"],"processedFileIds":[],"processedAttributes":[]}`
		}
		fmt.Fprintf(w, `{"id":"%s","filename":"a.pdf","length":%d,"offset":%d,"expires":"2027-01-01T00:00:00Z"%s}`, someID, p.length,
			len(p.content), result)
	}
}

// TestAnUploadGoesOnWhereItBroke, also when nothing arrived, and when only the answer was lost.
func TestAnUploadGoesOnWhereItBroke(t *testing.T) {
	content := append(bytes.Repeat([]byte("0123456789"), 4<<20), "end"...)
	store := &partStore{t: t, cuts: []int{5_000_000, 0, 16 << 20, 1}}
	server := httptest.NewServer(store)
	defer server.Close()
	c := of(t, server, client.Fixed("t"))
	var sent int64
	out, err := c.UploadResumable(t.Context(), client.Upload{TemplateID: someID, DossierID: someID, Name: "a.pdf",
		Content: bytes.NewReader(content), Size: int64(len(content)), KeepManualChanges: true, Progress: func(n int64) { sent = n }})
	if err != nil || len(out.FileIds) != 1 || !bytes.Equal(store.content, content) || sent != int64(len(content)) {
		t.Errorf("got %+v, %v with %d bytes and %d told, want one file with all %d bytes", out, err, len(store.content), sent, len(content))
	}
	if _, err := c.UploadResumable(t.Context(), client.Upload{Content: io.MultiReader(strings.NewReader("x")), Size: 1}); err == nil {
		t.Error("a content that cannot be sought was taken, want an error")
	}
}

// TestAnUploadThatIsRefusedEnds at once.
func TestAnUploadThatIsRefusedEnds(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if r.Method == http.MethodPost {
			w.Header().Set("Location", r.URL.Path+"/"+someID)
			w.WriteHeader(http.StatusCreated)
			return
		}
		w.WriteHeader(http.StatusUnsupportedMediaType)
		fmt.Fprint(w, `{"message":"Unsupported file type","code":"unsupported_file_type"}`)
	}))
	defer server.Close()
	_, err := of(t, server, client.Fixed("t")).UploadResumable(t.Context(), client.Upload{TemplateID: someID, DossierID: someID,
		Name: "a.pdf", Content: strings.NewReader("x"), Size: 1})
	if client.CodeOf(err) != "unsupported_file_type" || asked != 2 {
		t.Errorf("got %v after %d requests, want unsupported_file_type after 2", err, asked)
	}
}
