package component

import (
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/file"
)

// TestAllCandidatesAreOffered attaches two candidates of one component, and finds an empty component that has some.
func TestAllCandidatesAreOffered(t *testing.T) {
	offered := []document.Candidate{{Component: "Total", Value: "12.00"}, {Component: "Due_Date", Value: "2026-03-01"},
		{Component: "Total", Value: "13.00"}, {Component: "Due_Date", Value: "2026-03-02"}}
	details := []Detail{{Name: "total"}}
	f := file.Record{Checks: []file.Check{{Name: "Due_Date", By: "ada"}}}
	empty := AttachCandidates(FindOffered(details, f, offered), offered)
	if len(empty) != 1 || empty[0].Name != "Due_Date" || len(empty[0].Candidates) != 2 ||
		empty[0].Checked == nil || empty[0].Checked.By != "ada" {
		t.Errorf("empty components: got %+v, want Due_Date with two candidates, checked by ada", empty)
	}
	details = AttachCandidates(details, offered)
	if c := details[0].Candidates; len(c) != 2 || c[0].Value != "12.00" || c[1].Value != "13.00" {
		t.Errorf("candidates: got %+v, want 12.00 and 13.00", c)
	}
}
