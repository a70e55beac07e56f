package commands_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// failFile has a run of a file fail for a cause.
func (c *drawer) failFile(id, cause string) {
	c.t.Helper()
	stream := file.StreamOf("demo", id)
	for _, decide := range []es.Decision[file.State]{file.BeginRun(file.Plan{}), file.FailRun(1, "layout", cause)} {
		cmd := es.Command{Stream: stream, Meta: es.Meta{Workspace: "demo", Actor: user.SystemID, Command: uuid.New()}}
		if _, err := es.Decide(c.t.Context(), c.Log, file.Decider, cmd, decide); err != nil {
			c.t.Fatal(err)
		}
	}
}

// retrying is a request to try files again.
func (c *drawer) retrying(p user.Principal, cause string, ids ...string) commands.RetryFiles {
	return commands.RetryFiles{Request: request(p), TemplateID: c.templateID, DossierID: c.dossierID, FileIDs: ids, Cause: cause}
}

// TestFailedFilesAreTriedAgain by their names, by what they failed for, or all of the dossier: those alone that failed, each
// once, and the answer tells why others were left out.
func TestFailedFilesAreTriedAgain(t *testing.T) {
	unknown := uuid.NewString()
	for _, row := range []struct {
		name        string
		cause       string
		ids         func(c *drawer) []string // nil: none
		want        func(c *drawer) []string
		left        func(c *drawer) []string
		leftReasons []error
	}{
		{name: "all", want: func(c *drawer) []string { return c.ids[:2] }},
		{name: "one cause", cause: "It is no PDF", want: func(c *drawer) []string { return c.ids[1:2] }},
		{name: "a cause that none has", cause: "It is", want: func(*drawer) []string { return nil }},
		{name: "chosen ones", ids: func(c *drawer) []string { return []string{c.ids[2], c.ids[1], unknown, c.ids[1]} },
			want: func(c *drawer) []string { return c.ids[1:2] }, left: func(c *drawer) []string { return []string{c.ids[2], unknown} },
			leftReasons: []error{file.ErrNotFailed, domain.ErrFileNotFound}},
		{name: "chosen ones of a cause", cause: "It is no PDF", ids: func(c *drawer) []string { return c.ids[:2] },
			want: func(c *drawer) []string { return c.ids[1:2] }, left: func(c *drawer) []string { return c.ids[:1] },
			leftReasons: []error{file.ErrOtherCause}},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := newDrawer(t)
			c.failFile(c.ids[0], "The file took longer than 30m0s")
			c.failFile(c.ids[1], "It is no PDF")
			var ids []string
			if row.ids != nil {
				ids = row.ids(c)
			}
			ask := c.retrying(c.mira, row.cause, ids...)
			out, err := c.RetryFiles(t.Context(), ask)
			if err != nil || !slices.Equal(out.IDs, row.want(c)) {
				t.Errorf("got %v, %v, want %v", out.IDs, err, row.want(c))
			}
			var left []string
			for i, s := range out.Skipped {
				left = append(left, s.ID)
				if i >= len(row.leftReasons) || s.Reason != row.leftReasons[i].Error() {
					t.Errorf("got %s left out for %q, want %v", s.ID, s.Reason, row.leftReasons)
				}
			}
			if row.left != nil && !slices.Equal(left, row.left(c)) || row.left == nil && len(left) > 0 {
				t.Errorf("got %v left out, want others", left)
			}
			if n := c.events("file.reanalysis-requested"); n != len(row.want(c)) {
				t.Errorf("got %d requests for an analysis, want %d", n, len(row.want(c)))
			}
			again := c.retrying(c.mira, row.cause, ids...)
			if out, err := c.RetryFiles(t.Context(), again); err != nil || len(out.IDs) > 0 {
				t.Errorf("asked twice: got %v, %v, want none", out.IDs, err)
			}
			if n := c.events("file.reanalysis-requested"); n != len(row.want(c)) {
				t.Errorf("asked twice: got %d requests for an analysis, want %d", n, len(row.want(c)))
			}
		})
	}
}

// TestRetriesAreRefusedLikeAnalyses, to those who may not ask for an analysis and where nothing can be changed.
func TestRetriesAreRefusedLikeAnalyses(t *testing.T) {
	c := newDrawer(t)
	c.failFile(c.ids[0], "It is no PDF")
	stranger := user.Principal{Workspace: "demo", ID: uuid.NewString(), Roles: []string{user.RoleUser}}
	if _, err := c.RetryFiles(t.Context(), c.retrying(stranger, "")); !errors.Is(err, domain.ErrDossierNotFound) {
		t.Errorf("a stranger: got %v, want %v", err, domain.ErrDossierNotFound)
	}
	c.happens(c.ids[0], file.Assigned{Assignee: c.olga.ID})
	if _, err := c.RetryFiles(t.Context(), c.retrying(c.mira, "", c.ids[0])); !errors.Is(err, domain.ErrAccessDenied) {
		t.Errorf("somebody else's: got %v, want %v", err, domain.ErrAccessDenied)
	}
	out, err := c.RetryFiles(t.Context(), c.retrying(c.mira, ""))
	if err != nil || len(out.IDs) > 0 || len(out.Skipped) != 1 || out.Skipped[0].ID != c.ids[0] {
		t.Errorf("somebody else's among all: got %+v, %v, want it left out", out, err)
	}
	c.archiveDossier()
	if _, err := c.RetryFiles(t.Context(), c.retrying(c.mira, "")); domain.KindOf(err) != domain.Conflict {
		t.Errorf("archived: got %v, want a conflict", err)
	}
	if n := c.events("file.reanalysis-requested"); n != 0 {
		t.Errorf("got %d requests for an analysis, want none", n)
	}
}
