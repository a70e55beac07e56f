package commands_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

// TestARepeatedBulkTellsWhatItDid sends each request on many files again after it ended, and others have changed
// its files: it changes nothing, and is answered as before.
func TestARepeatedBulkTellsWhatItDid(t *testing.T) {
	foreign := "" // a file of another dossier
	changed := func(change func(c *drawer) commands.FilesChange) func(c *drawer, r commands.Request) (any, error) {
		return func(c *drawer, r commands.Request) (any, error) {
			of := c.changing(c.mira, change(c), append(c.ids[:3:3], c.ids[0], foreign)...)
			of.Request, of.SkipInvalid = r, true
			out, err := c.ChangeFiles(c.t.Context(), of)
			return []any{out.IDs, out.Skipped}, err
		}
	}
	unanswered := func(ask func(*drawer, commands.Request) error) func(c *drawer, r commands.Request) (any, error) {
		return func(c *drawer, r commands.Request) (any, error) { return nil, ask(c, r) }
	}
	for name, row := range map[string]struct {
		prepare func(c *drawer)
		ask     func(c *drawer, r commands.Request) (any, error)
	}{
		"a zip": {ask: func(c *drawer, r commands.Request) (any, error) {
			of := c.sends(c.mira, "x.zip", zipOf(c.t, "a.pdf", "%PDF-a", "n/d.pdf", "%PDF-d", "e.pdf", "%PDF-e", "x.exe", "MZ",
				"v.csv", "filename,supplier_no\na,4711\nd,4711\nnobody,1\n"))
			of.Request = r
			out, err := c.UploadFile(c.t.Context(), of)
			return []any{out.FileIDs, out.Replaced, out.LeftOut, out.ProcessedFileIDs, out.ProcessedAttributes, out.Tables}, err
		}},
		"a csv": {ask: func(c *drawer, r commands.Request) (any, error) {
			of := c.sends(c.mira, "v.csv", "filename,supplier_no\na,4711\nb,4712\n")
			of.Request = r
			out, err := c.UploadFile(c.t.Context(), of)
			return []any{out.ProcessedFileIDs, out.ProcessedAttributes, out.Tables}, err
		}},
		"an assignment": {ask: changed(func(c *drawer) commands.FilesChange { return c.changes()["file.assigned"] })},
		"a status":      {ask: changed(func(c *drawer) commands.FilesChange { return c.changes()["file.workflow-changed"] })},
		"attributes":    {ask: changed(func(c *drawer) commands.FilesChange { return c.changes()["file.attributes-set"] })},
		"an analysis":   {ask: changed(func(c *drawer) commands.FilesChange { return c.changes()["file.reanalysis-requested"] })},
		"an analysis of the dossier": {ask: func(c *drawer, r commands.Request) (any, error) {
			r.Caller = c.olga
			out, err := c.ReanalyseDossier(c.t.Context(),
				commands.ReanalyseDossier{Request: r, TemplateID: c.templateID, DossierID: c.dossierID})
			return out.IDs, err
		}},
		"a deletion":          {ask: unanswered(askDelete(false))},
		"a deletion for good": {ask: unanswered(askDelete(true))},
		"a restore":           {prepare: trashAll, ask: unanswered(askRestore)},
	} {
		t.Run(name, func(t *testing.T) {
			c := newDrawer(t)
			foreign = c.storeElsewhere("z.pdf")
			if row.prepare != nil {
				row.prepare(c)
			}
			r := request(c.mira)
			want, err := row.ask(c, r)
			if err != nil {
				t.Fatal(err)
			}
			c.changeByOthers()
			blobs := c.blobs.count()
			head, _ := c.Log.Store.Head(t.Context())
			got, err := row.ask(c, r)
			if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("got %v, %v, want %v as before", got, err, want)
			}
			if now, _ := c.Log.Store.Head(t.Context()); now != head || c.blobs.count() != blobs {
				t.Errorf("the log ends at %d with %d blobs, want %d with %d as before", now, c.blobs.count(), head, blobs)
			}
		})
	}
}

// changeByOthers assigns a.pdf anew, sets attributes of b.pdf, and uploads a file, where that can be.
func (c *drawer) changeByOthers() {
	if c.phase(c.ids[0]) == "active" {
		c.assignTo(c.ids[0], c.olga)
		c.assignTo(c.ids[0], user.Principal{})
		c.setNote(c.ids[1], "of another")
	}
	c.storePDF("f.pdf")
}

// storeElsewhere stores a file in another dossier, and gives its id.
func (c *drawer) storeElsewhere(name string) string {
	c.t.Helper()
	own := c.dossierID
	defer func() { c.dossierID = own }()
	c.dossierID = uuid.NewString()
	c.append(c.t, dossier.StreamOf("demo", c.dossierID), dossier.Created{Template: c.templateID,
		Details: dossier.Details{Owner: c.olga.ID, Members: []string{c.olga.ID, c.mira.ID}},
		Text:    es.Seal(dossier.SubjectOf("demo", c.dossierID), dossier.Text{Name: "E"})})
	return c.storePDF(name)
}
