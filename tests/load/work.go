package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"os"
	"path"
	"sync/atomic"
	"time"
)

// What exists before the first step.
const (
	dossiers = 50
	files    = 20 // processed, in the first dossier
)

// patience is how long an answer is waited for.
const patience = 15 * time.Second

// work holds what requests are about, and sends them.
type work struct {
	i           *installation
	http        *http.Client
	outstanding int
	token       string
	template    string   // paths
	dossiers    []string // paths of those that are read and changed
	files       []string // paths of processed files
	uploads     string   // path of the dossier that files of this step go to
	pdf         []byte
	number      atomic.Int64
	turn        atomic.Int64
}

// newWork makes dossiers and files to read and change.
func newWork(ctx context.Context, i *installation, outstanding int) (*work, error) {
	pdf, err := os.ReadFile("templates/invoice/samples/1-classic.pdf")
	if err != nil {
		return nil, fmt.Errorf("run it in the repository: %w", err)
	}
	w := &work{
		i:           i,
		outstanding: outstanding,
		pdf:         pdf,
		http:        &http.Client{Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: outstanding}},
	}
	if w.token, err = i.signIn(ctx); err != nil {
		return nil, err
	}
	var all struct {
		DossierTemplates []struct{ ID string }
	}
	if err := w.sendAndDecode(ctx, &all, "GET", "/api/dossier-templates", "", nil); err != nil {
		return nil, err
	}
	w.template = "/api/dossier-templates/" + all.DossierTemplates[0].ID
	for range dossiers {
		d, err := w.makeDossier(ctx)
		if err != nil {
			return nil, err
		}
		w.dossiers = append(w.dossiers, d)
	}
	w.uploads = w.dossiers[0]
	for range files {
		id, err := w.uploadFile(ctx)
		if err != nil {
			return nil, err
		}
		w.files = append(w.files, path.Join(w.uploads, "files", id))
	}
	return w, w.awaitProcessed(ctx)
}

// makeDossier makes a dossier and returns its path.
func (w *work) makeDossier(ctx context.Context) (string, error) {
	var d struct{ ID string }
	body := fmt.Sprintf(`{"name":"Dossier %d"}`, w.number.Add(1))
	err := w.sendAndDecode(ctx, &d, "POST", w.template+"/dossiers", "application/json", []byte(body))
	return w.template + "/dossiers/" + d.ID, err
}

// uploadFile stores a file in the dossier of this step and returns its id.
func (w *work) uploadFile(ctx context.Context) (string, error) {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile("file", fmt.Sprintf("%d.pdf", w.number.Add(1)))
	if err == nil {
		_, err = part.Write(w.pdf)
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		return "", err
	}
	var up struct{ FileIDs []string }
	if err := w.sendAndDecode(ctx, &up, "POST", w.uploads+"/files", form.FormDataContentType(), b.Bytes()); err != nil {
		return "", err
	}
	if len(up.FileIDs) != 1 {
		return "", fmt.Errorf("an upload gave %d files", len(up.FileIDs))
	}
	return up.FileIDs[0], nil
}

// awaitProcessed waits until all files of this step are processed.
func (w *work) awaitProcessed(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	for {
		var list struct {
			FileStatus []struct{ ProcessingStatus string }
		}
		if err := w.sendAndDecode(ctx, &list, "GET", w.uploads+"/files", "", nil); err != nil {
			return fmt.Errorf("wait for files to be processed: %w", err)
		}
		waiting := 0
		for _, f := range list.FileStatus {
			if f.ProcessingStatus != "PROCESSED" {
				waiting++
			}
		}
		if waiting == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%d of %d files are not processed: %w", waiting, len(list.FileStatus), ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// A failure is an unexpected answer.
type failure struct {
	status int
	body   string
}

// Error returns status and message.
func (f *failure) Error() string { return fmt.Sprintf("%d %s", f.status, f.body) }

// sendAndDecode sends a request to the nodes in turn and decodes the answer, unless v is nil.
func (w *work) sendAndDecode(ctx context.Context, v any, method, to, contentType string, body []byte) error {
	base := w.i.nodes[int(w.turn.Add(1))%len(w.i.nodes)].base
	req, err := http.NewRequestWithContext(ctx, method, base+to, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+w.token)
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	resp, err := w.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	switch {
	case err != nil:
		return err
	case resp.StatusCode >= 300:
		return &failure{resp.StatusCode, string(answer[:min(len(answer), 200)])}
	case v == nil:
		return nil
	}
	return json.Unmarshal(answer, v)
}

// A operation is a kind of request, chosen in proportion to its weight.
type operation struct {
	name   string
	weight int
	write  bool
	do     func(ctx context.Context) error
}

// allOperations returns what people and programs do: more reading than writing, now and then a new
// file.
func (w *work) allOperations() []operation {
	get := func(to func() string) func(context.Context) error {
		return func(ctx context.Context) error { return w.sendAndDecode(ctx, nil, "GET", to(), "", nil) }
	}
	anyDossier := func() string { return w.dossiers[rand.IntN(len(w.dossiers))] }
	anyFile := func() string { return w.files[rand.IntN(len(w.files))] }
	return []operation{
		{"create a dossier", 10, true, func(ctx context.Context) error { _, err := w.makeDossier(ctx); return err }},
		{"change a dossier", 10, true, func(ctx context.Context) error {
			n := rand.IntN(len(w.dossiers))
			body := fmt.Sprintf(`{"id":%q,"name":"Dossier %d","description":"%d"}`, path.Base(w.dossiers[n]), n+1, w.number.Add(1))
			return w.sendAndDecode(ctx, nil, "POST", w.template+"/dossiers", "application/json", []byte(body))
		}},
		{"override a component", 17, true, func(ctx context.Context) error {
			body := fmt.Sprintf(`{"name":"Invoice_Number","componentValues":[{"value":"%d"}]}`, w.number.Add(1))
			return w.sendAndDecode(ctx, nil, "POST", anyFile()+"/component-overrides", "application/json", []byte(body))
		}},
		{"upload a small PDF", 3, true, func(ctx context.Context) error { _, err := w.uploadFile(ctx); return err }},
		{"read a dossier", 15, false, get(anyDossier)},
		{"list files", 15, false, get(func() string { return w.dossiers[0] + "/files" })},
		{"read components", 20, false, get(func() string { return anyFile() + "/components" })},
		{"read a file's history", 10, false, get(func() string { return anyFile() + "/history" })},
	}
}
