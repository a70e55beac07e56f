// Package replay tells dossiers from the log alone, so that auditors can hold views against it.
package replay

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
	"github.com/seed-62a36931/docket/queries/lists"
	"github.com/seed-62a36931/docket/queries/results"
	"github.com/seed-62a36931/docket/queries/scope"
	"github.com/seed-62a36931/docket/queries/views"
)

// Replays tells dossiers from the log alone.
type Replays struct {
	log     *es.Log
	results *results.Reader
}

// New returns Replays that read through the given ports.
func New(log *es.Log, results *results.Reader) *Replays {
	return &Replays{log, results}
}

// A Replay is a dossier as it was at a moment, with what was in it.
type Replay struct {
	Until   time.Time
	Dossier lists.Dossier
	Files   []ReplayedFile // by the names that they had
	Erased  bool           // the text of the dossier is gone for good since
}

// A ReplayedFile is a file as it was, and what was read of it.
type ReplayedFile struct {
	lists.FileStatus
	Components []component.Detail // in order of display; overridden ones are marked
	Analysis   string             // version of components without an override
	Erased     bool               // its content is gone for good since
}

// Replay tells a dossier from the log alone, as it was at a moment: no view is read, so
// an auditor can hold views against it. What is gone for good since has lost its text,
// and is told all the same. domain.ErrDossierNotFound when there was none.
func (q *Replays) Replay(ctx context.Context, workspace, id string, until time.Time) (Replay, error) {
	r := Replay{Until: until}
	d, err := scope.RecordAt(ctx, q.log, dossier.StreamOf(workspace, id), until, dossier.Fold)
	if err != nil {
		return Replay{}, err
	}
	if d.ID == "" || d.Gone {
		return Replay{}, domain.ErrDossierNotFound
	}
	t, err := scope.RecordAt(ctx, q.log, template.StreamOf(workspace, d.Template), until, template.Fold)
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
	r.Dossier, r.Erased = lists.DossierOf(d, t), d.Name == ""
	for _, u := range uploads {
		f, err := scope.RecordAt(ctx, q.log, u.Stream, until, file.Fold)
		if err != nil {
			return Replay{}, err
		}
		if f.Gone {
			continue
		}
		details, err := q.results.ComponentDetails(ctx, f)
		if err != nil && !views.IsGone(err) {
			return Replay{}, err
		}
		was := ReplayedFile{FileStatus: lists.StatusOf(d, f, t), Analysis: f.AnalysisVersion(), Erased: f.Filename == "" ||
			err != nil}
		if !was.Erased {
			was.Components = results.Arrange(details, f, t)
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
func (q *Replays) FileStreams(ctx context.Context, workspace, dossierID string) ([]es.StreamID, error) {
	uploads, err := q.uploadsTo(ctx, workspace, dossierID, time.Unix(1<<40, 0))
	var out []es.StreamID
	for _, u := range uploads {
		out = append(out, u.Stream)
	}
	return views.AnswerUnless(err, out)
}

// uploadsTo finds the first events of all files of a dossier in the log, in order. Their
// bodies name the dossier in the open, so nothing is unsealed for others.
func (q *Replays) uploadsTo(ctx context.Context, workspace, id string, until time.Time) ([]es.Envelope, error) {
	var out []es.Envelope
	for e, err := range es.ReadToHead(ctx, q.log.Store, 0, es.Filter{Types: []string{"file.uploaded"}}) {
		if err != nil {
			return nil, fmt.Errorf("look for files of the dossier: %w", err)
		}
		if !scope.HasHappened(e.Time, until) {
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
