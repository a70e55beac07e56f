package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"slices"

	"github.com/seed-62a36931/docket/tests/faults/model"
)

// nextOperation chooses the next operation of a client.
func (l *load) nextOperation() func(context.Context) {
	l.mu.Lock()
	defer l.mu.Unlock()
	deeds := []struct {
		weight int
		do     func(context.Context)
	}{
		{4, l.createDossier}, {6, l.uploadFile}, {1, l.uploadZip}, {12, l.overrideComponent}, {3, l.trashFile}, {3, l.restoreFile},
		{1, l.deleteFile}, {1, l.endDossier}, {2, l.reanalyseFile}, {2, l.packFile}, {4, l.fetchFile},
	}
	if len(l.dossiers) < 3 {
		return l.createDossier
	}
	sum := 0
	for _, d := range deeds {
		sum += d.weight
	}
	n := l.rand.IntN(sum)
	for _, d := range deeds {
		if n -= d.weight; n < 0 {
			return d.do
		}
	}
	return l.createDossier
}

func (l *load) createDossier(ctx context.Context) {
	name := fmt.Sprintf("Dossier %d", l.journal.nextNumber())
	body, _ := json.Marshal(map[string]string{"name": name}) // it is a plain map
	got, c := l.runCommand(ctx, model.Command{Kind: "create dossier", Type: "dossier.created", Mark: name, Keyed: true},
		request{method: "POST", path: l.template + "/dossiers", contentType: "application/json", body: body})
	var d struct{ ID string }
	if json.Unmarshal(got.body, &d) == nil && got.outcome == model.Acknowledged {
		c.Stream = streamOf("dossier", d.ID)
		l.mu.Lock()
		l.dossiers = append(l.dossiers, &testDossier{id: d.ID, path: l.template + "/dossiers/" + d.ID})
		l.mu.Unlock()
	}
	l.journal.noteCommands(c)
}

// multipartForm returns a multipart form with one file.
func multipartForm(name string, content []byte) (body []byte, contentType string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err != nil || w.Close() != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes(), w.FormDataContentType()
}

// sendUpload sends a form and returns the ids of the files that it created.
func (l *load) sendUpload(
	ctx context.Context, d *testDossier, c model.Command, name string, content []byte,
) (ids []string, _ reply, _ model.Command) {
	body, contentType := multipartForm(name, content)
	got, c := l.runCommand(ctx, c, request{method: "POST", path: d.path + "/files", contentType: contentType, body: body})
	var up struct{ FileIDs []string }
	if got.outcome == model.Acknowledged {
		_ = json.Unmarshal(got.body, &up) // without ids the model misses the stream
	}
	return up.FileIDs, got, c
}

// uploadFile stores a file and reads it at once, at whichever node answers.
func (l *load) uploadFile(ctx context.Context) {
	d := l.chooseDossier()
	if d == nil {
		return
	}
	n := l.journal.nextNumber()
	name := fmt.Sprintf("file %d.pdf", n)
	ids, _, c := l.sendUpload(
		ctx, d, model.Command{Kind: "upload", Type: "file.uploaded", Mark: name, Keyed: true}, name,
		l.samples[n%len(l.samples)],
	)
	if len(ids) == 1 {
		c.Stream = streamOf("file", ids[0])
		l.checkReadable(ctx, d.path+"/files/"+ids[0], c)
	}
	l.journal.noteCommands(c)
	l.giveBackDossier(d, ids...)
}

// checkReadable checks that an acknowledged change is visible to readers that name its
// position.
func (l *load) checkReadable(ctx context.Context, path string, c model.Command) {
	if got := l.sendUntilKnown(ctx, request{method: "GET", path: path}); got.outcome == model.Refused {
		c.Answer, c.Attempts = fmt.Sprintf("%d %.200s", got.status, got.body), slices.Concat(c.Attempts, got.sent)
		l.journal.noteViolation(model.Violation{Rule: model.RuleCommands, What: "what was acknowledged cannot be read",
			Asked: []model.Command{c}})
	}
}

// uploadZip stores several files by one command, which is carried out as a bulk.
func (l *load) uploadZip(ctx context.Context) {
	d := l.chooseDossier()
	if d == nil {
		return
	}
	n := l.journal.nextNumber()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	var names []string
	for i := range 3 {
		name := fmt.Sprintf("packed %d-%d.pdf", n, i)
		names = append(names, name)
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(l.samples[(n+i)%len(l.samples)])
		}
		if err != nil {
			panic(err) // a buffer takes everything
		}
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	ids, _, c := l.sendUpload(
		ctx, d, model.Command{Kind: "upload of a zip", Type: "file.uploaded", Keyed: true},
		fmt.Sprintf("packed %d.zip", n), b.Bytes(),
	)
	c.Position = 0 // it is of the last of several events
	for i, name := range names {
		if c.Mark = name; len(ids) == len(names) { // they are stored in the order of their names
			c.Stream = streamOf("file", ids[i])
		}
		l.journal.noteCommands(c)
	}
	l.giveBackDossier(d, ids...)
}

func (l *load) overrideComponent(ctx context.Context) {
	l.onFile(ctx, isActive, "POST", "/component-overrides", model.Command{Kind: "override", Type: "component.overridden", Keyed: true}, nil)
}

func (l *load) trashFile(ctx context.Context) {
	l.onFile(ctx, isActive, "DELETE", "", model.Command{Kind: "delete", Type: "file.soft-deleted"}, func(p *testFile) { p.trashed = true })
}

func (l *load) restoreFile(ctx context.Context) {
	l.onFile(
		ctx, func(p *testFile) bool { return p.trashed }, "POST", "/restore",
		model.Command{Kind: "restore", Type: "file.restored"}, func(p *testFile) { p.trashed = false },
	)
}

func (l *load) reanalyseFile(ctx context.Context) {
	l.onFile(ctx, isActive, "POST", "/reanalyse", model.Command{Kind: "reanalyse", Type: "file.reanalysis-requested"}, nil)
}

// deleteFile deletes a file for good.
func (l *load) deleteFile(ctx context.Context) {
	l.onFile(
		ctx, isActive, "DELETE", "?deletePermanently=true",
		model.Command{Kind: "delete for good", Type: "file.permanently-deleted"},
		func(p *testFile) { p.busy = true },
	)
}

func isActive(p *testFile) bool { return !p.trashed }

// onFile does something to a file. A file whose command has an unknown outcome is not used
// again.
func (l *load) onFile(ctx context.Context, fits func(*testFile) bool, method, path string, c model.Command, then func(*testFile)) {
	p := l.chooseFile(fits)
	if p == nil {
		return
	}
	r := request{method: method, path: p.in.path + "/files/" + p.id + path}
	c.Stream = streamOf("file", p.id)
	if c.Type == "component.overridden" {
		c.Mark = fmt.Sprintf("value %d", l.journal.nextNumber())
		r.contentType = "application/json"
		r.body, _ = json.Marshal(map[string]any{
			"name": "Note", "componentValues": []any{map[string]string{"value": c.Mark}},
		}) // it is a plain map
	}
	got, c := l.runCommand(ctx, c, r)
	l.journal.noteCommands(c)
	if got.outcome == model.Acknowledged && then != nil {
		l.mu.Lock()
		then(p)
		l.mu.Unlock()
	}
	l.giveBack(p, got.outcome == model.Acknowledged && c.Type != "file.permanently-deleted")
}

// endDossier deletes a dossier for good, with all its files.
func (l *load) endDossier(ctx context.Context) {
	d := l.takeDossier()
	if d == nil {
		return
	}
	_, c := l.runCommand(ctx, model.Command{
		Kind: "delete dossier for good", Type: "dossier.permanently-deleted",
		Stream: streamOf("dossier", d.id),
	},
		request{method: "DELETE", path: d.path + "?deletePermanently=true"})
	l.journal.noteCommands(c)
}

// packFile requests a package of a file.
func (l *load) packFile(ctx context.Context) {
	p := l.chooseFile(isActive)
	if p == nil {
		return
	}
	_, c := l.runCommand(ctx, model.Command{Kind: "download", Type: "download.requested", Keyed: true},
		request{
			method:      "POST",
			path:        p.in.path + "/files/" + p.id + "/downloads",
			contentType: "application/json",
			body:        []byte(`{"downloadFileTypes":["ORIGINAL"],"reportTemplateIds":[]}`),
		})
	l.journal.noteCommands(c)
	l.giveBack(p, true)
}

// fetchFile reads the bytes of a file, which must be those of a sample.
func (l *load) fetchFile(ctx context.Context) {
	p := l.chooseFile(isActive)
	if p == nil {
		return
	}
	got := l.sendUntilKnown(ctx, request{method: http.MethodGet, path: p.in.path + "/files/" + p.id + "/content"})
	sound := false
	for _, s := range l.samples {
		sound = sound || bytes.Equal(s, got.body)
	}
	if got.outcome == model.Refused || got.outcome == model.Acknowledged && !sound {
		l.journal.noteViolation(model.Violation{
			Rule:  model.RuleBlobs,
			What:  fmt.Sprintf("the bytes of file %s: %d %.200s", p.id, got.status, got.body),
			Asked: []model.Command{{Kind: "fetch", Stream: streamOf("file", p.id), Outcome: got.outcome, Attempts: got.sent}},
		})
	}
	l.giveBack(p, true)
}
