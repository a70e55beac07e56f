package rules

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
)

// TestMutantsAreJudgedAsInDrools compares which of the programs in the file that
// DOCKET_DROOLS_MUTANTS names are taken, with what the parser of Drools says: make drools
// MUTANTS=1 records it. At least 999 of 1,000 must be judged alike.
func TestMutantsAreJudgedAsInDrools(t *testing.T) {
	path := os.Getenv("DOCKET_DROOLS_MUTANTS")
	if path == "" {
		t.Skip("DOCKET_DROOLS_MUTANTS is not set: make drools MUTANTS=1 does")
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	all, taken, alike := 0, 0, 0
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var trace struct{ Name, DRL, Phase, Error string }
		if err := json.Unmarshal(lines.Bytes(), &trace); err != nil {
			t.Fatal(err)
		}
		all++
		report := CheckSyntax([]byte(trace.DRL))
		ours, theirs := len(report.Errors) == 0, trace.Phase == "ok"
		if theirs {
			taken++
		}
		if ours == theirs {
			alike++
			continue
		}
		t.Logf("%s: taken %v, in Drools %v %s; %v\n%s", trace.Name, ours, theirs, trace.Error, report.Errors, trace.DRL)
	}
	t.Logf("%d of %d are judged alike, %d of them programs", alike, all, taken)
	if all == 0 || all-alike > all/1000 {
		t.Errorf("%d are judged otherwise", all-alike)
	}
}
