package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/internal/measure"
)

// truthOf writes ground truth for the items of the first sample invoice; of the columns
// Description, Qty, Unit price and Amount it claims that there are two rows.
func truthOf(t *testing.T, dir, name, firstItem string) {
	t.Helper()
	cells := ""
	for r, row := range [][]string{{"Description", "Qty", "Unit price", "Amount"}, {firstItem, "4", "89.50", "358.00"}} {
		for c, text := range row {
			cells += `<cell start-row="` + string(rune('0'+r)) + `" start-col="` + string(rune('0'+c)) + `"><content>` + text +
				`</content></cell>`
		}
	}
	write(t, filepath.Join(dir, name+"-str.xml"), `<document><table id="1"><region page="1">`+cells+`</region></table></document>`)
	write(t, filepath.Join(dir, name+"-reg.xml"),
		`<document><table id="1"><region page="1"><bounding-box x1="50" y1="530" x2="550" y2="572"/></region></table></document>`)
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestScoreTables(t *testing.T) {
	dir := t.TempDir()
	sample, err := os.ReadFile("templates/invoice/samples/1-classic.pdf")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "one-1.pdf"), string(sample))
	truthOf(t, dir, "one-1", "Cordless drill, 18 V")
	write(t, filepath.Join(dir, "two-2a.pdf"), string(sample))
	truthOf(t, dir, "two-2a", "Another thing")
	truthOf(t, dir, "two-2b", "Cordless drill, 18 V")
	write(t, filepath.Join(dir, "three-str.xml"), "no xml")
	truthOf(t, dir, "four", "The PDF is missing")
	cmd := startScore(t.Context(), "tables", "--json", "--cache", pdfCache(t), dir)
	out, err := cmd.Output()
	var got scoredTables
	if json.Unmarshal(out, &got) != nil || err == nil || cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("%v, %s, want json.Unmarshal(out, &got) = nil, an error and cmd.ProcessState.ExitCode() = 1", err, out)
	}
	if len(got.Documents) != 3 || got.Documents[0].Name != "four" || got.Documents[0].Error == "" {
		t.Fatalf(`documents %+v, want len(got.Documents) = 3, got.Documents[0].Name = four and got.Documents[0].Error other `+
			`than ""`, got.Documents)
	}
	if len(got.Skipped) != 1 || !strings.HasPrefix(got.Skipped[0], "three: ") {
		t.Errorf("left out: %q, want len(got.Skipped) = 1 and %q at its beginning", got.Skipped, "three: ")
	}
	// Two rows of four cells have 3 + 3 relations to the right and 4 down. The whole table
	// of the invoice has four rows: 4 x 3 to the right and 3 x 4 down.
	for _, d := range got.Documents[1:] {
		if want := (measure.Counts{Right: 10, Found: 10, Expected: 10}); d.Given.Counts != want {
			t.Errorf("%s, given: %+v, want d.Given.Counts = %v", d.Name, d.Given, want)
		}
		if want := (measure.Counts{Right: 10, Found: 24, Expected: 10}); d.EndToEnd.Counts != want {
			t.Errorf("%s, end to end: %+v, want d.EndToEnd.Counts = %v", d.Name, d.EndToEnd, want)
		}
	}
	// One document of three has nothing, the other two all.
	if p := got.Given.PerDocument; p.Recall < 0.666 || p.Recall > 0.667 {
		t.Errorf("per document %+v, want p.Recall at least 0.666 and p.Recall at most 0.667", p)
	}
	if want := (measure.Counts{Right: 20, Found: 20, Expected: 30}); got.Given.Summed.Counts != want {
		t.Errorf("summed %+v, want got.Given.Summed.Counts = %v", got.Given.Summed, want)
	}
}

func TestScoreTablesForPeople(t *testing.T) {
	dir := t.TempDir()
	sample, err := os.ReadFile("templates/invoice/samples/1-classic.pdf")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "one.pdf"), string(sample))
	truthOf(t, dir, "one", "Cordless drill, 18 V")
	out, err := startScore(t.Context(), "tables", "--cache", pdfCache(t), dir).Output()
	if err != nil || !strings.Contains(string(out), "one                    1.000   1.000   1.000   0.417   1.000   0.588") {
		t.Errorf("got %v, want string(out) with one                    1.000   1.000   1.000   0.417   1.000   0.588 and no "+
			"error\n%s", err, out)
	}
	cmd := startScore(t.Context(), "tables", t.TempDir())
	if _, err := cmd.Output(); err == nil || cmd.ProcessState.ExitCode() != 2 {
		t.Errorf("an empty directory: %v, want an error and cmd.ProcessState.ExitCode() = 2", err)
	}
}

func TestGroundTruthMeansThePageAsDisplayed(t *testing.T) {
	shown := measure.Place{Page: 1, X0: 10, Y0: 20, X1: 40, Y1: 60}
	for rotation, want := range map[int]measure.Place{
		0:   shown,
		90:  {Page: 1, X0: 40, Y0: 10, X1: 80, Y1: 40}, // the page is 100 wide: 100 - 60 to 100 - 20
		180: {Page: 1, X0: 60, Y0: 140, X1: 90, Y1: 180},
		270: {Page: 1, X0: 20, Y0: 160, X1: 60, Y1: 190},
	} {
		if got := withoutRotation(shown, []layout.Page{{Width: 100, Height: 200, Rotation: rotation}}); got != want {
			t.Errorf("rotated by %d: %+v, want %+v", rotation, got, want)
		}
	}
}

// TestScoreSets measures a folder with one set of two documents.
func TestScoreSets(t *testing.T) {
	dir := t.TempDir()
	sample, err := os.ReadFile("templates/invoice/samples/1-classic.pdf")
	if err != nil {
		t.Fatal(err)
	}
	set := filepath.Join(dir, "classic")
	if err := os.Mkdir(set, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"one", "two", "three"} {
		write(t, filepath.Join(set, name+".pdf"), string(sample))
		truthOf(t, set, name, "Cordless drill, 18 V")
	}
	out, err := startScore(t.Context(), "sets", "--cache", pdfCache(t), dir).Output()
	if err != nil {
		t.Fatalf("%v: %s, want no error", err, out)
	}
	if got := strings.Count(string(out), "| classic |"); got != 2 || !strings.Contains(string(out), "| 1.000 | 0.588 |") {
		t.Errorf("%d rows for the set, want 2: %s", got, out)
	}
	if cmd := startScore(t.Context(), "sets", set); cmd.Run() == nil || cmd.ProcessState.ExitCode() != 2 {
		t.Error("a folder without sets is measured")
	}
}
