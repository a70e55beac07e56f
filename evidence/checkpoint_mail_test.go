package evidence_test

import (
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"

	"github.com/seed-62a36931/docket/evidence"
)

// Checkpoints that went by mail, through an editor or a form are those that were sent.
func TestMailedCheckpointsAreRead(t *testing.T) {
	secret, public, err := note.GenerateKey(nil, "docket.example/log")
	if err != nil {
		t.Fatal(err)
	}
	signer, err := note.NewSigner(secret)
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := note.NewVerifier(public)
	if err != nil {
		t.Fatal(err)
	}
	var sent string
	for _, n := range []int64{7, 9} {
		c := evidence.Checkpoint{Origin: "docket.example/log"}
		c.N = n
		signed, err := note.Sign(&note.Note{Text: c.String()}, signer)
		if err != nil {
			t.Fatal(err)
		}
		sent += string(signed) + "\n"
	}
	quote := func(by string) string {
		return by + strings.ReplaceAll(strings.TrimSuffix(sent, "\n"), "\n", "\n"+by) + "\n"
	}
	for _, row := range []struct{ name, came string }{
		{"untouched", sent},
		{"CRLF", strings.ReplaceAll(sent, "\n", "\r\n")},
		{"a byte order mark", "\ufeff" + sent},
		{"spaces behind lines", strings.ReplaceAll(sent, "\n", "  \n")},
		{"hard spaces behind lines", strings.ReplaceAll(sent, "\n", "\u00a0\n")},
		{"quoted", quote("> ")},
		{"quoted twice", quote(">> ")},
		{"quoted, blank lines without a space", strings.ReplaceAll(quote("> "), "> \n", ">\n")},
		{"a hyphen for the dash", strings.ReplaceAll(sent, "— ", "- ")},
		{"two hyphens for the dash", strings.ReplaceAll(sent, "— ", "-- ")},
		{"a short dash", strings.ReplaceAll(sent, "— ", "– ")},
		{"no dash in its letters", strings.ReplaceAll(sent, "— ", "? ")},
		{"all of it", strings.ReplaceAll(strings.ReplaceAll(quote("> "), "— ", "- "), "\n", " \r\n")},
	} {
		repaired := evidence.RepairMailed(row.came)
		known, rest, err := evidence.ReadCheckpoints(repaired, "mail")
		if err != nil || len(known) != 2 || known[0].N != 7 || known[1].N != 9 || strings.TrimSpace(rest) != "" {
			t.Errorf("%s: got %v and %q, %v, want both checkpoints", row.name, known, rest, err)
			continue
		}
		signed, _ := evidence.SplitCheckpoints(repaired)
		for _, one := range signed {
			if _, err := evidence.OpenCheckpoint([]byte(one), verifier); err != nil {
				t.Errorf("%s: got %v, want that the signature fits", row.name, err)
			}
		}
	}
	if got := evidence.RepairMailed(sent); got != sent {
		t.Errorf("untouched: got %q, want %q", got, sent)
	}
	changed := strings.Replace(sent, "\n7\n", "\n8\n", 1)
	signed, _ := evidence.SplitCheckpoints(evidence.RepairMailed(strings.ReplaceAll(changed, "\n", "\r\n")))
	if _, err := evidence.OpenCheckpoint([]byte(signed[0]), verifier); err == nil {
		t.Error("a size that was changed is taken, want it refused")
	}
}
