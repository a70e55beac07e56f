package file

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/naming"
)

// TestDecisionsInEachPhase tells what may become of a file that is not there yet, is there, lies in the trash, or is gone.
func TestDecisionsInEachPhase(t *testing.T) {
	hold := naming.Hold{Key: "k", Claim: uuid.UUID{7}}
	later := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, row := range []struct {
		name   string
		decide es.Decision[State]
		want   map[Phase]error // nil: done; a phase that is left out: nothing happens
	}{
		{"upload", Upload(Uploaded{Dossier: "d"}),
			map[Phase]error{None: nil, Active: domain.ErrContended, Trashed: domain.ErrContended, Gone: domain.ErrContended}},
		{"soft-delete", SoftDelete(later), map[Phase]error{None: domain.ErrFileNotFound, Active: nil,
			Trashed: domain.ErrFileNotFound, Gone: domain.ErrFileNotFound}},
		{"restore", Restore(hold), map[Phase]error{None: domain.ErrFileNotFound, Active: ErrNotDeleted, Trashed: nil,
			Gone: domain.ErrFileNotFound}},
		{"restore as", RestoreAs(subject, "b.PDF")(hold),
			map[Phase]error{None: domain.ErrFileNotFound, Active: ErrNotDeleted, Trashed: nil, Gone: domain.ErrFileNotFound}},
		{"delete", DeletePermanently(), map[Phase]error{None: domain.ErrFileNotFound, Active: nil, Trashed: nil,
			Gone: domain.ErrFileNotFound}},
		{"expire", Expire(later), map[Phase]error{Trashed: nil}},
		{"assign", Assign("mira", Circle{Members: []string{"mira"}}),
			map[Phase]error{None: domain.ErrFileNotFound, Active: nil, Trashed: domain.ErrFileNotFound, Gone: domain.ErrFileNotFound}},
	} {
		for _, phase := range []Phase{None, Active, Trashed, Gone} {
			events, err := row.decide(State{Phase: phase, Filename: "a.pdf", Workflow: New, PurgeAt: later})
			want, told := row.want[phase]
			if !errors.Is(err, want) || (len(events) > 0) != (told && want == nil) {
				t.Errorf("%s in phase %d: got %v, %v; want %v", row.name, phase, events, err, want)
			}
		}
	}
}

func TestAnUploadIsTheFirstVersion(t *testing.T) {
	events, err := Upload(Uploaded{Dossier: "d", Version: 9})(State{})
	if err != nil || len(events) != 1 || events[0].(Uploaded).Version != 1 {
		t.Errorf("got %+v, %v; want version 1", events, err)
	}
	events, err = Replace(Replaced{}, "mira", nil)(State{Phase: Active, Version: 4})
	if err != nil || events[0].(Replaced).Version != 5 {
		t.Errorf("got %+v, %v; want the version after 4", events, err)
	}
	// Nobody works on a file that nobody is assigned to, even where a list of members has somebody without an id.
	if _, err := Replace(Replaced{}, "mira", []string{""})(State{Phase: Active}); err != nil {
		t.Errorf("an unassigned file: %v, want no error", err)
	}
}

// A file comes back under a name of the same kind, in its state and its record alike.
func TestAFileComesBackUnderAnotherName(t *testing.T) {
	hold := naming.Hold{Key: "k", Claim: uuid.UUID{7}}
	trashed := SoftDeleted{PurgeAt: time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)}
	named := Renamed{es.Seal(subject, NewName{"b.pdf"})}
	estest.GivenEvents(t, Decider, first, trashed).When(RestoreAs(subject, "b.pdf")(hold)).Then(Restored{hold}, named)
	for _, name := range []string{"b.docx", "b", "pdf", "b.pdf.zip"} {
		if _, err := RestoreAs(subject, name)(hold)(State{Phase: Trashed, Filename: "a.pdf"}); !errors.Is(err, ErrFilename) {
			t.Errorf("%s: got %v, want %v", name, err, ErrFilename)
		}
	}
	if s := applyEvent(State{Filename: "a.pdf"}, named); s.Filename != "b.pdf" {
		t.Errorf("the state has the name %q, want b.pdf", s.Filename)
	}
	at := time.Date(2030, 2, 1, 0, 0, 0, 0, time.UTC)
	r := Fold(Record{Filename: "a.pdf"}, es.Recorded{Event: named, Envelope: es.Envelope{Time: at, Version: 3}})
	if r.Filename != "b.pdf" || r.Version != 3 || !r.LastUpdated.Equal(at) {
		t.Errorf("the record is %+v, want r.Filename = b.pdf, r.Version = 3 and r.LastUpdated.Equal(at)", r)
	}
	if r = Fold(r, es.Recorded{Event: PermanentlyDeleted{}}); !r.Gone {
		t.Error("the record of a file that was deleted for good does not say so")
	}
}

// What people see of a file is the file itself, or the PDF that was made of it.
func TestThePDFThatIsShown(t *testing.T) {
	original, pdf := blob(), blob()
	for name, want := range map[string]es.BlobRef{"a.pdf": original, "a.docx": pdf, "a.png": pdf} {
		if got := (State{Filename: name, Original: original, Made: Made{PDF: pdf}}).ShownPDF(); got != want {
			t.Errorf("%s: got %v, want %v", name, got.ID, want.ID)
		}
	}
}

// A PDF is made of office files and pictures, each by its own engine: once, and anew only when somebody asks for it and the
// engine is another one.
func TestWhatIsConverted(t *testing.T) {
	p := Plan{Convert: "c1", Pictures: "p1"}
	for name, want := range map[string]string{"a.docx": "c1", "a.png": "p1", "a.pdf": "", "a.csv": ""} {
		if got := p.Conversion(name); got != want {
			t.Errorf("%s: got the engine %q, want %q", name, got, want)
		}
	}
	pdf := blob()
	for _, row := range []struct {
		name string
		made Made
		plan Plan
		want bool
	}{
		{"a.docx", Made{}, p, true},
		{"a.docx", Made{}, Plan{}, true}, // and fails there
		{"a.docx", Made{PDF: pdf, PDFKey: "c1", Check: true}, p, false},
		{"a.docx", Made{PDF: pdf, PDFKey: "c0", Check: true}, p, true},
		{"a.docx", Made{PDF: pdf, PDFKey: "c0"}, p, false}, // nobody asked
		{"a.docx", Made{PDF: pdf, PDFKey: "c0", Check: true}, Plan{}, false},
		{"a.png", Made{PDF: pdf, PDFKey: "p0", Check: true}, p, true},
		{"a.png", Made{PDF: pdf, PDFKey: "p1", Check: true}, p, false},
		{"a.pdf", Made{Check: true}, p, false},
	} {
		if got := (State{Filename: row.name, Made: row.made}).NeedsConversion(row.plan); got != row.want {
			t.Errorf("%s made %+v by %+v: got %t, want %t", row.name, row.made, row.plan, got, row.want)
		}
	}
}

// A component is marked once, however often its name comes.
func TestMarksAreSetOnce(t *testing.T) {
	known := func(name string) bool { return name != "unknown" }
	s := State{Phase: Active, Dossier: "d"}
	events, err := SetChecks([]string{"total", "Total", "total"}, nil, known)(s)
	if err != nil || len(events) != 1 || len(events[0].(ComponentChecked).Names.Value) != len(
		slices.Compact(events[0].(ComponentChecked).Names.Value)) {
		t.Fatalf("got %+v, %v; want each once", events, err)
	}
	s = applyEvent(s, events[0])
	if events, err = SetChecks([]string{"total"}, nil, known)(s); err != nil || len(events) > 0 {
		t.Errorf("again: got %+v, %v; want nothing", events, err)
	}
	if events, err = SetChecks(nil, []string{"total", "total", "other"}, known)(s); err != nil || len(events) != 1 ||
		!slices.Equal(events[0].(ComponentUnchecked).Names.Value, []string{"total"}) {
		t.Errorf("taken back: got %+v, %v; want total once", events, err)
	}
	for _, names := range [][2][]string{{{"unknown"}, nil}, {nil, {"unknown"}}} {
		if _, err := SetChecks(names[0], names[1], known)(s); !errors.Is(err, ErrNoComponent) {
			t.Errorf("%v: got %v, want %v", names, err, ErrNoComponent)
		}
	}
}
