package commands_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// changing is a request to change files.
func (c *drawer) changing(p user.Principal, change commands.FilesChange, ids ...string) commands.ChangeFiles {
	return commands.ChangeFiles{Request: request(p), TemplateID: c.templateID, DossierID: c.dossierID, FileIDs: ids,
		Change: change}
}

// changes are what can be asked of chosen files, each with the event that it gives.
func (c *drawer) changes() map[string]commands.FilesChange {
	return map[string]commands.FilesChange{
		"file.assigned":         {Action: bulk.Assign, Assignee: c.mira.ID},
		"file.workflow-changed": {Action: bulk.Move, To: file.UnderReview},
		"file.attributes-set": {Action: bulk.Describe,
			Values: map[string]string{c.attributes["Supplier"]: "4711"}},
		"file.reanalysis-requested": {Action: bulk.Reanalyse, OCR: true},
	}
}

// TestChangesOfChosenFilesAreFinished kills the process at every append of each change: what was begun
// is done to every file once by whoever goes on, and before that nothing has happened.
func TestChangesOfChosenFilesAreFinished(t *testing.T) {
	for event, change := range newDrawer(t).changes() {
		ask := func(c *drawer) (es.StreamID, error) {
			r := c.changing(c.mira, change, c.ids...)
			if change.Action == bulk.Assign {
				r.Change.Assignee = c.mira.ID
			}
			if change.Action == bulk.Describe {
				r.Change.Values = map[string]string{c.attributes["Supplier"]: "4711"}
			}
			_, err := c.ChangeFiles(t.Context(), r)
			return bulk.StreamOf("demo", r.CommandID.String()), err
		}
		f := feat{change.Action, nil, ask, file.Active, file.Active, event, 5}
		for _, there := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s %v", event, there), func(t *testing.T) {
				for n := 1; f.dies(t, n, there); n++ {
				}
			})
		}
	}
}

// TestChangesOfChosenFiles asks for each change twice: the second time everything is as asked for.
func TestChangesOfChosenFiles(t *testing.T) {
	c := newDrawer(t)
	for _, event := range slices.Sorted(maps.Keys(c.changes())) {
		change := c.changes()[event]
		for range 2 {
			out, err := c.ChangeFiles(t.Context(), c.changing(c.mira, change, c.ids[1], c.ids[0], c.ids[1]))
			if err != nil || !slices.Equal(out.IDs, []string{c.ids[1], c.ids[0]}) || len(out.Skipped) > 0 || out.Position == 0 {
				t.Errorf("%s: %+v, %v, want out.IDs = {c.ids[1], c.ids[0]}, no out.Skipped, out.Position other than 0 and no "+
					"error", event, out, err)
			}
		}
		if n := c.events(event); n != 2 && change.Action != bulk.Reanalyse && change.Action != bulk.Move {
			t.Errorf("%d x %s, want 2", n, event)
		}
	}
	if f := c.file(c.ids[0]); f.Assignee != c.mira.ID || f.Workflow != file.UnderReview ||
		f.Attributes[c.attributes["Supplier"]] != "4711" {
		t.Errorf(`the file is %+v, want f.Assignee = %v, f.Workflow = UnderReview and f.Attributes[c.attributes["Supplier"]] = `+
			`4711`, f, c.mira.ID)
	}
	if f := c.file(c.ids[2]); f.Assignee != "" || f.Workflow != file.New || len(f.Attributes) > 0 {
		t.Errorf(`the file that was not chosen is %+v, want f.Assignee = "", f.Workflow = New and no f.Attributes`, f)
	}
}

// TestChangesOfChosenFilesAreValidatedWhole refuses what does not fit one of the files, and with
// SkipInvalid leaves that file out.
func TestChangesOfChosenFilesAreValidatedWhole(t *testing.T) {
	other := newDrawer(t)
	for name, row := range map[string]struct {
		event   string
		prepare func(c *drawer)
		change  func(of *commands.ChangeFiles)
		want    error // also of the file that is left out; nil: whatever the words say
		words   string
		whole   bool // SkipInvalid makes no difference
	}{
		"unknown file": {"file.assigned", nil, func(r *commands.ChangeFiles) { r.FileIDs[1] = uuid.NewString() },
			domain.ErrFileNotFound, "", false},
		"elsewhere": {"file.attributes-set", nil, func(r *commands.ChangeFiles) { r.FileIDs[1] = other.ids[0] },
			domain.ErrFileNotFound, "", false},
		"in the trash": {"file.workflow-changed", func(c *drawer) { c.trashFiles(c.ids[1]) }, nil, domain.ErrFileNotFound, "", false},
		"somebody else's": {"file.reanalysis-requested",
			func(c *drawer) { c.happens(c.ids[1], file.Assigned{Assignee: c.olga.ID}) }, nil, domain.ErrAccessDenied, "", false},
		"not processed": {"file.workflow-changed",
			func(c *drawer) { c.takenBy(c.mira, c.ids...); c.analyseFile(c.ids[0]); c.analyseFile(c.ids[2]) }, approve,
			file.ErrNotProcessed, "", false},
		"no such step": {"file.workflow-changed", func(c *drawer) {
			c.takenBy(c.mira, c.ids[0], c.ids[2])
			c.analyseFile(c.ids[0])
			c.analyseFile(c.ids[2])
		}, approve, nil, "Workflow status cannot change from NEW to APPROVED", false},
		"approved": {"file.assigned", func(c *drawer) { c.happens(c.ids[1], file.WorkflowChanged{To: file.Approved}) },
			nil, nil, "File is approved", false},
		"unknown user": {"file.assigned", nil, func(r *commands.ChangeFiles) { r.Change.Assignee = nothingsID }, nil,
			"Unknown user: " + nothingsID, true},
		"unknown approver": {"file.workflow-changed", nil, toApprover, nil, "Unknown approver: " + nothingsID, true},
		"no such attribute": {"file.attributes-set", nil,
			func(r *commands.ChangeFiles) { r.Change.Values = map[string]string{nothingsID: "1"} }, nil,
			"Unknown attribute: " + nothingsID, true},
		"no member": {"file.assigned", nil, func(r *commands.ChangeFiles) { r.Caller = manager() }, domain.ErrAccessDenied, "", true},
		"archived":  {"file.assigned", func(c *drawer) { c.archiveDossier() }, nil, domain.ErrArchived, "", true},
		"deleted":   {"file.assigned", func(c *drawer) { c.dossierTrashed() }, nil, domain.ErrDossierNotFound, "", true},
	} {
		t.Run(name, func(t *testing.T) {
			c := newDrawer(t)
			if row.prepare != nil {
				row.prepare(c)
			}
			r := c.changing(c.mira, c.changes()[row.event], slices.Clone(c.ids)...)
			if row.change != nil {
				row.change(&r)
			}
			before := c.events()
			_, err := c.ChangeFiles(t.Context(), r)
			if err == nil || row.want != nil && !errors.Is(err, row.want) || row.want == nil && err.Error() != row.words ||
				c.events() != before {
				t.Errorf("%v, and %d events, want %v%s and no events", err, c.events()-before, row.want, row.words)
			}
			r.SkipInvalid, r.CommandID = true, uuid.New()
			out, again := c.ChangeFiles(t.Context(), r)
			if row.whole {
				if again == nil || again.Error() != err.Error() || c.events() != before {
					t.Errorf("with SkipInvalid: %+v, %v, want %v and no events", out, again, err)
				}
				return
			}
			if again != nil || !slices.Equal(out.IDs, []string{r.FileIDs[0], r.FileIDs[2]}) ||
				len(out.Skipped) != 1 || out.Skipped[0] != (commands.SkippedFile{ID: r.FileIDs[1], Reason: err.Error()}) {
				t.Errorf("with SkipInvalid: %+v, %v, want the first and the third, and the second left out",
					out, again)
			}
		})
	}
}

const nothingsID = "00000000-0000-4000-8000-000000000000"

func approve(r *commands.ChangeFiles) { r.Change.To = file.Approved }

func toApprover(r *commands.ChangeFiles) {
	r.Change.To, r.Change.Approver = file.UnderApproval, nothingsID
}

// takenBy lets somebody begin the review of files.
func (c *drawer) takenBy(p user.Principal, ids ...string) {
	c.t.Helper()
	for _, id := range ids {
		c.happens(id, file.WorkflowChanged{From: file.New, To: file.UnderReview, Assignee: p.ID})
	}
}

// TestNothingIsBegunForNoFile leaves all files out.
func TestNothingIsBegunForNoFile(t *testing.T) {
	c := newDrawer(t)
	before := c.events()
	r := c.changing(c.mira, c.changes()["file.assigned"], nothingsID)
	r.SkipInvalid = true
	out, err := c.ChangeFiles(t.Context(), r)
	if err != nil || len(out.IDs) > 0 || len(out.Skipped) != 1 || c.events() != before {
		t.Errorf("%+v, %v, %d events, want no out.IDs, len(out.Skipped) = 1, c.events() = %v and no error", out, err,
			c.events()-before, before)
	}
}
