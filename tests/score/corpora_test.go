package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Tables must be read at least this well, by the measure of ICDAR 2013 per document.
const (
	leastGiven    = 0.95
	leastEndToEnd = 0.92
)

func TestTablesOfOfficialDocuments(t *testing.T) {
	root := os.Getenv("DOCKET_CORPORA")
	if root == "" {
		t.Skip("DOCKET_CORPORA is not set")
	}
	dir := filepath.Join(root, "tables")
	out, err := startScore(t.Context(), "tables", "--json", "--cache", pdfCache(t), dir).Output()
	if err != nil {
		t.Fatalf("%v: %s, want no error", err, out)
	}
	var got scoredTables
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	given, ends := got.Given.PerDocument.F1, got.EndToEnd.PerDocument.F1
	t.Logf("%d documents: given regions %.4f, end to end %.4f", len(got.Documents), given, ends)
	if given < leastGiven || ends < leastEndToEnd {
		t.Errorf("given regions %.4f (at least %.2f), end to end %.4f (at least %.2f), want given at least %v and ends at least "+
			"%v", given, leastGiven, ends, leastEndToEnd, leastGiven, leastEndToEnd)
	}
}
