package main

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"testing"
)

// leastMade is the F1 that made tables must reach, with regions given and end to end.
const leastMade = 0.97

// TestMadeTables measures two pages of each kind of tables that LibreOffice has set.
func TestMadeTables(t *testing.T) {
	if _, err := exec.LookPath("soffice"); err != nil {
		t.Skip("LibreOffice is not installed")
	}
	dir := t.TempDir()
	if out, err := startScore(t.Context(), "make-tables", "--pages", "2", "--seed", "3", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s, want no error", err, out)
	}
	out, err := startScore(t.Context(), "tables", "--json", "--kinds", "--cache", pdfCache(t), dir).Output()
	if err != nil {
		t.Fatalf("%v: %s, want no error", err, out)
	}
	var got scoredTables
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	for _, k := range got.Kinds {
		t.Logf("%-12s given regions %.3f, end to end %.3f", k.Name, k.Given.F1, k.EndToEnd.F1)
	}
	given, ends := got.Given.Summed.F1, got.EndToEnd.Summed.F1
	if len(got.Documents) != 2*len(madeKinds) || len(got.Kinds) != len(madeKinds) || given < leastMade || ends < leastMade {
		t.Errorf("%d documents: given regions %.3f, end to end %.3f, at least %.2f wanted", len(got.Documents), given, ends, leastMade)
	}
}

func TestMadePagesDependOnTheSeed(t *testing.T) {
	for i, k := range madeKinds {
		page := func(seed uint64) []byte { return newMadePage(k, seed, uint64(i)).document() }
		if !bytes.Equal(page(1), page(1)) || bytes.Equal(page(1), page(2)) {
			t.Errorf("%s: pages do not follow from their seed", k.name)
		}
		if p := newMadePage(k, 1, uint64(i)); len(p.structures().Tables) != len(p.regions().Tables) || len(p.tables) == 0 {
			t.Errorf("%s: tables and regions differ", k.name)
		}
	}
}

func TestMakeTablesRefusesKindsThatThereAreNot(t *testing.T) {
	cmd := startScore(t.Context(), "make-tables", "--kind", "round", t.TempDir())
	if out, err := cmd.CombinedOutput(); err == nil || cmd.ProcessState.ExitCode() != 2 {
		t.Errorf("%v: %s, want an error and cmd.ProcessState.ExitCode() = 2", err, out)
	}
}
