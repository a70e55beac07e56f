package queries

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
)

// A Replay is a dossier as it was at a moment, with what was in it.
type Replay struct {
	Until   time.Time
	Dossier Dossier
	Files   []ReplayedFile // by the names that they had
	Erased  bool           // the text of the dossier is gone for good since
}

// A ReplayedFile is a file as it was, and what was read of it.
type ReplayedFile struct {
	FileStatus
	Components []component.Detail // in order of display; overridden ones are marked
	Analysis   string             // version of components without an override
	Erased     bool               // its content is gone for good since
}

// Replay tells a dossier from the log alone, as it was at a moment: no view is read, so
// an auditor can hold views against it. What is gone for good since has lost its text,
// and is told all the same. domain.ErrDossierNotFound when there was none.
func (q *Queries) Replay(ctx context.Context, workspace, id string, until time.Time) (Replay, error) {
	r := Replay{Until: until}
	d, err := recordAt(ctx, q.Log, dossier.StreamOf(workspace, id), until, dossier.Fold)
	if err != nil {
		return Replay{}, err
	}
	if d.ID == "" || d.Gone {
		return Replay{}, domain.ErrDossierNotFound
	}
	t, err := recordAt(ctx, q.Log, template.StreamOf(workspace, d.Template), until, template.Fold)
	if err != nil {
		return Replay{}, err
	}
	uploads, err := q.uploadsTo(ctx, workspace, id, until)
	if err != nil {
		return Replay{}, err
	}
	if len(uploads) > 0 {
		d.FirstFile = &uploads[0].Time
	}
	r.Dossier, r.Erased = dossierOf(d, t), d.Name == ""
	s := scope{template: t, now: d, then: d}
	for _, u := range uploads {
		f, err := recordAt(ctx, q.Log, u.Stream, until, file.Fold)
		if err != nil {
			return Replay{}, err
		}
		if f.Gone {
			continue
		}
		details, err := q.componentDetails(ctx, f)
		if err != nil && !isGone(err) {
			return Replay{}, err
		}
		was := ReplayedFile{FileStatus: s.statusOf(f, t), Analysis: f.AnalysisVersion(), Erased: f.Filename == "" || err != nil}
		if !was.Erased {
			was.Components = arrangeComponents(details, f, t)
		}
		r.Files = append(r.Files, was)
	}
	slices.SortFunc(r.Files, func(a, b ReplayedFile) int {
		return cmp.Or(cmp.Compare(a.Filename, b.Filename), cmp.Compare(a.ID, b.ID))
	})
	return r, nil
}

// FileStreams returns the streams of all files that a dossier ever had, in the order of their uploads, from
// the log alone.
func (q *Queries) FileStreams(ctx context.Context, workspace, dossierID string) ([]es.StreamID, error) {
	uploads, err := q.uploadsTo(ctx, workspace, dossierID, time.Unix(1<<40, 0))
	var out []es.StreamID
	for _, u := range uploads {
		out = append(out, u.Stream)
	}
	return answerUnless(err, out)
}

// uploadsTo finds the first events of all files of a dossier in the log, in order. Their
// bodies name the dossier in the open, so nothing is unsealed for others.
func (q *Queries) uploadsTo(ctx context.Context, workspace, id string, until time.Time) ([]es.Envelope, error) {
	var out []es.Envelope
	for e, err := range es.ReadToHead(ctx, q.Log.Store, 0, es.Filter{Types: []string{"file.uploaded"}}) {
		if err != nil {
			return nil, fmt.Errorf("look for files of the dossier: %w", err)
		}
		if !hasHappened(e.Time, until) {
			break
		}
		var body struct {
			Dossier string `json:"dossier"`
		}
		if err := json.Unmarshal(e.Body, &body); err != nil {
			return nil, errors.Join(es.ErrUnreadable, fmt.Errorf("file.uploaded at %d: %w", e.Position, err))
		}
		if body.Dossier == id && e.Workspace == workspace {
			out = append(out, e)
		}
	}
	return out, nil
}
