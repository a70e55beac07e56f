package commands_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

func (f *filing) sets(p user.Principal, id string, pairs ...string) commands.SetFileAttributes {
	c := commands.SetFileAttributes{Request: request(p), TemplateID: f.templateID, DossierID: f.dossierID, FileID: id,
		Values: map[string]string{}}
	for i := 0; i < len(pairs); i += 2 {
		name := pairs[i]
		if known, ok := f.attributes[name]; ok {
			name = known
		}
		c.Values[name] = pairs[i+1]
	}
	return c
}

func TestAttributesOfAFileAreSet(t *testing.T) {
	f := newFiling(t)
	id := f.storePDF("a.pdf")
	f.analyseFile(id)
	set := func(want map[string]string, runs bool, pairs ...string) {
		t.Helper()
		f.analyseFile(id)
		out, err := f.SetFileAttributes(t.Context(), f.sets(f.mira, id, pairs...))
		s := f.file(id)
		if err != nil || !maps.Equal(s.Attributes, want) || (s.Processing == file.Reprocess) != runs || (out.Position > 0) != runs {
			t.Errorf("%v: got %+v, %v, %s, %v, want %v, processed again: %v",
				pairs, out, err, s.Processing, s.Attributes, want, runs)
		}
	}
	supplier, amount := f.attributes["Supplier"], f.attributes["Amount"]
	set(map[string]string{supplier: "4711"}, true, "Supplier", "4711")
	set(map[string]string{supplier: "4711", amount: "-1.50"}, true, "Amount", "-1.50")
	set(map[string]string{supplier: "4711", amount: "-1.50"}, false, "Amount", "-1.50", "Note", "")
	set(map[string]string{amount: "-1.50"}, true, strings.ToUpper(supplier), "")
	set(map[string]string{amount: "-1.50"}, false)
}

func TestWrongAttributesAreRefusedWhole(t *testing.T) {
	f := newFiling(t)
	id, nobody := f.storePDF("a.pdf"), uuid.NewString()
	supplier := f.attributes["Supplier"]
	for _, c := range []struct {
		pairs   []string
		message string
	}{
		{[]string{"Supplier", "x", strings.ToUpper(nobody), "1"}, "Unknown attribute: " + nobody},
		{[]string{"Supplier", "x", "", "1"}, "Unknown attribute: "},
		{[]string{"Supplier", "x", "Amount", "1,5"}, "Value of attribute Amount is not a NUMBER"},
		{[]string{"Supplier", strings.Repeat("x", 4001)}, "Value of attribute Supplier is not a TEXT"},
		{[]string{"Supplier", "x", "Received", "2024-01-31"}, "Attribute is read-only: Received"},
		{[]string{"Received", ""}, "Attribute is read-only: Received"},
		{[]string{"Received", "soon"}, "Value of attribute Received is not a DATE"},
		{[]string{"Supplier", "x", strings.ToUpper(supplier), "y"}, "attributeIdToValue must not contain duplicates"},
	} {
		_, err := f.SetFileAttributes(t.Context(), f.sets(f.mira, id, c.pairs...))
		if fault := (*domain.Fault)(nil); !errors.As(err, &fault) || fault.Kind != domain.Invalid || fault.Message != c.message {
			t.Errorf("%.50v: %v, want errors.As(err, &fault), fault.Kind = Invalid and fault.Message = %v", c.pairs, err, c.message)
		}
	}
	if s := f.file(id); len(s.Attributes) > 0 {
		t.Errorf("a refused request left %v, want none", s.Attributes)
	}
}

func TestWhoSetsAttributes(t *testing.T) {
	f := newFiling(t)
	id := f.storePDF("a.pdf")
	stranger := user.Principal{Workspace: "demo", ID: uuid.NewString(), Roles: []string{user.RoleUser}}
	manager := user.Principal{Workspace: "demo", ID: uuid.NewString(), Roles: []string{user.RoleManager}}
	for _, c := range []struct {
		change func(*commands.SetFileAttributes)
		want   error
	}{
		{func(r *commands.SetFileAttributes) {}, nil},
		{func(r *commands.SetFileAttributes) { r.Caller = f.olga }, nil},
		{func(r *commands.SetFileAttributes) { r.Caller = manager }, domain.ErrAccessDenied},
		{func(r *commands.SetFileAttributes) { r.Caller = stranger }, domain.ErrDossierNotFound},
		{func(r *commands.SetFileAttributes) { r.TemplateID = uuid.NewString() }, domain.ErrTemplateNotFound},
		{func(r *commands.SetFileAttributes) { r.DossierID = uuid.NewString() }, domain.ErrDossierNotFound},
		{func(r *commands.SetFileAttributes) { r.FileID = uuid.NewString() }, domain.ErrFileNotFound},
		{func(r *commands.SetFileAttributes) { r.ExpectVersion = 9; r.Values["x"] = "" }, domain.ErrChanged},
	} {
		r := f.sets(f.mira, id, "Note", uuid.NewString())
		if c.change(&r); c.want != nil {
			r.Values["malformed"] = "" // what stands in the way comes first
		}
		if _, err := f.SetFileAttributes(t.Context(), r); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v, want %v", r, err, c.want)
		}
	}
}

// TestRulesSeeAttributes wants the attributes of a file among the facts, by the
// names of their definitions, and no others.
func TestRulesSeeAttributes(t *testing.T) {
	f := newFiling(t)
	values := map[string]string{f.attributes["Note"]: "n", f.attributes["Supplier"]: "4711",
		uuid.NewString(): "of a definition that is gone"}
	r, _, err := analysis.NewAnalyser(f.Commands.Base, analysis.AnalyserOptions{}).Analyse(t.Context(), "demo",
		f.templateID, letter("Acme"), values)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range r.Components {
		if c.Name == "Attribute" {
			got = append(got, c.Value)
		}
	}
	if want := []string{"Supplier=4711", "Note=n"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
