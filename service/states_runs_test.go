package service_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestARestoredFileGoesOnBeingProcessed and its answer is shown to a manager who is no
// reader of files.
func TestARestoredFileGoesOnBeingProcessed(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		o := newWorkplace(t, args)
		for n := range 5 { // some of them are deleted while they are processed
			f := o.dossier + "/files/" + o.mo.Upload(o.dossier, fmt.Sprintf("%d.pdf", n), servicetest.SamplePDF(t))
			o.mo.Want(204, "DELETE", f, nil)
			o.stray.ExpectRefusal(403, "Access denied", "GET", f+"?includeSoftDeleted=true", "")
			var r review
			o.stray.Want(200, "POST", f+"/restore", nil).Decode(t, &r)
			if r.SoftDeletedTime != nil || "/files/"+r.ID != strings.TrimPrefix(f, o.dossier) {
				t.Errorf("got %+v, want the file itself", r)
			}
			if s := o.mo.AwaitDone(f); s.ProcessingStatus != "PROCESSED" || s.NumberOfAnalyses != 1 {
				t.Errorf("%+v, want s.ProcessingStatus = %q and s.NumberOfAnalyses = 1", s, "PROCESSED")
			}
		}
		var asked struct{ FileIDs []string }
		o.rita.ExpectRefusal(403, "Access denied", "POST", o.dossier+"/reanalyse", "")
		o.olga.ExpectRefusal(400, "ocr must be true or false", "POST", o.dossier+"/reanalyse?ocr=1", "")
		o.olga.Want(200, "POST", o.dossier+"/reanalyse?ocr=true", nil).Decode(t, &asked)
		if len(asked.FileIDs) != 5 {
			t.Fatalf("%v, want 5", asked.FileIDs)
		}
		for _, id := range asked.FileIDs {
			if s := o.mo.AwaitDone(o.dossier + "/files/" + id); s.NumberOfAnalyses != 2 {
				t.Errorf("%+v, want s.NumberOfAnalyses = 2", s)
			}
		}
	})
}

// entityList holds the answer of operation E11.
type entityList struct {
	Filename string
	Pages    []struct {
		Page, Rotation int
		Width, Height  float64
	}
	Entities []entity
}

type entity struct {
	ID, Type, DisplayName, Kind, State, Value, EntityRuleID, Color string
	ComponentNames                                                 []string
	Positions                                                      []struct {
		Page  int
		Boxes []struct{ X, Y, Width, Height float64 }
	}
}

// TestEntitiesOfAFile are those that its components refer to, with boxes on the page.
func TestEntitiesOfAFile(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		o := newWorkplace(t, args)
		f := o.dossier + "/files/" + o.mo.Upload(o.dossier, "a.pdf", servicetest.CanaryPDF("INV-2024-017"))
		o.mo.AwaitDone(f)
		var e entityList
		a := o.mo.Want(200, "GET", f+"/entities", nil)
		a.Decode(t, &e)
		if len(e.Pages) != 1 || e.Pages[0].Width != 595 || e.Pages[0].Height != 842 || e.Pages[0].Page != 1 || e.Filename != "a.pdf" {
			t.Errorf("pages: %s, want one A4 page of a.pdf", a.Body)
		}
		i := slices.IndexFunc(e.Entities, func(x entity) bool { return slices.Contains(x.ComponentNames, "Invoice_Number") })
		if i < 0 {
			t.Fatalf("no entity of Invoice_Number: %s, want i at least 0", a.Body)
		}
		n := e.Entities[i]
		if n.Value != "INV-2024-017" || n.Kind != "ENTITY" || n.State != "APPLIED" || n.EntityRuleID == "" ||
			!strings.HasPrefix(n.Color, "#") || n.DisplayName == "" {
			t.Errorf("got %+v, want INV-2024-017, applied by a rule", n)
		}
		box := n.Positions[0].Boxes[0] // the words stand at 72, 720, and the number behind "Invoice No.: "
		if n.Positions[0].Page != 1 || box.X < 100 || box.X > 200 || box.Y < 700 || box.Y > 722 || box.Width < 40 ||
			box.Width > 120 || box.Height < 5 || box.Height > 20 {
			t.Errorf("got %+v, want a box on page 1 near its line", n.Positions)
		}
		var c struct {
			ComponentDetails []struct {
				Name            string
				ComponentValues []struct{ EntityReferences []struct{ ID string } }
			}
		}
		o.mo.Want(200, "GET", f+"/components?includeDetails=true", nil).Decode(t, &c)
		for _, d := range c.ComponentDetails {
			if d.Name == "Invoice_Number" && d.ComponentValues[0].EntityReferences[0].ID != n.ID {
				t.Errorf("%+v refers to another than %s, want %s", d, n.ID, n.ID)
			}
		}
		o.mo.Want(200, "GET", f+"/entities?page=2", nil).Decode(t, &e)
		if len(e.Entities) != 0 || len(e.Pages) != 0 {
			t.Errorf("behind the last page: %+v, want len(e.Entities) = 0 and len(e.Pages) = 0", e)
		}
		o.mo.ExpectRefusal(400, "page is not valid", "GET", f+"/entities?page=0", "")
		o.mo.ExpectRefusal(400, "page is not valid", "GET", f+"/entities?page=x", "")
		o.stray.ExpectRefusal(403, "Access denied", "GET", f+"/entities", "")
		broken := o.dossier + "/files/" + o.mo.Upload(o.dossier, "b.pdf", []byte("%PDF-1.7 nothing"))
		o.mo.AwaitDone(broken)
		if got := string(o.mo.Want(200, "GET", broken+"/entities", nil).Body); !strings.Contains(got, `"entities":[]`) ||
			!strings.Contains(got, `"pages":[]`) {
			t.Errorf("a file that was never analysed: %s, want %q in got and %q in got", got, `"entities":[]`, `"pages":[]`)
		}
	})
}
