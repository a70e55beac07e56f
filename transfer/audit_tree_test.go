package transfer

import (
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/projections/upkeep"
)

// The report says whether anything outside was compared, and that a checkpoint is of another log.
func TestTheReportTellsWhatWasComparedOutside(t *testing.T) {
	t.Parallel()
	log := estest.NewStore()
	var leaves evidence.Roots
	for version := range uint64(9) {
		if _, err := log.Append(t.Context(), "thing-a-1", version,
			[]es.Envelope{{ID: uuid.New(), Type: "thing.made", Schema: 1, Body: []byte("{}")}}); err != nil {
			t.Fatal(err)
		}
	}
	var at5 tlog.Tree
	for env, err := range readHashed(t.Context(), log) {
		if err != nil {
			t.Fatal(err)
		}
		if leaves.Add(env.leaf); leaves.Size() == 5 {
			at5 = leaves.Tree()
		}
	}
	known := func(origin, source string, n int64, right bool) evidence.KnownCheckpoint {
		c := evidence.KnownCheckpoint{Checkpoint: evidence.Checkpoint{Origin: origin, Tree: at5}, Source: source}
		if c.N = n; !right {
			c.Hash[0]++
		}
		return c
	}
	ours, altered := known("docket/ours", "the database", 5, true), "was changed, added, moved or removed"
	for _, row := range []struct {
		name        string
		kept, given []evidence.KnownCheckpoint
		problem     string
		report      string
	}{
		{"nothing", nil, nil, "", "kept outside: nothing was compared"},
		{"only what the installation keeps", []evidence.KnownCheckpoint{ours}, nil, "", "kept outside: nothing was compared"},
		{"one that fits", []evidence.KnownCheckpoint{ours}, []evidence.KnownCheckpoint{known("docket/ours", "kept.txt", 5, true)}, "",
			"kept outside: kept.txt\n"},
		{"one that does not fit", []evidence.KnownCheckpoint{ours},
			[]evidence.KnownCheckpoint{known("docket/ours", "kept.txt", 5, false)}, altered,
			"kept outside: kept.txt\n"},
		{"one of another log", []evidence.KnownCheckpoint{ours}, []evidence.KnownCheckpoint{known("docket/theirs", "kept.txt", 5, false)},
			"the checkpoint is of another log, docket/theirs, and this one is signed as docket/ours", ""},
		{"one of another log that is longer", []evidence.KnownCheckpoint{ours},
			[]evidence.KnownCheckpoint{known("docket/theirs", "kept.txt", 90, false)},
			"is of another log", ""},
		{"one of another name, where no name is known", nil,
			[]evidence.KnownCheckpoint{known("docket/theirs", "kept.txt", 5, false)}, altered, ""},
		{"one of the installation under another name",
			[]evidence.KnownCheckpoint{known("docket/ours", "the database", 5, false)}, nil, altered, ""},
	} {
		tree, err := sqlite.OpenEvidence(t.Context(), filepath.Join(t.TempDir(), "evidence.db"))
		if err != nil {
			t.Fatal(err)
		}
		scope := AuditScope{Count: upkeep.CounterOf(log), Tree: tree, Checkpoints: row.kept, Given: row.given}
		found, err := VerifyLog(t.Context(), &es.Log{Store: log, Codec: es.NewCodec(json.Marshal, json.Unmarshal, nil)}, scope,
			terminal.NewProgress(io.Discard))
		if err != nil {
			t.Fatal(err)
		}
		var report bytes.Buffer
		if err := found.PrintReport(&report); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(found.problems, "\n"); row.problem == "" && got != "" || !strings.Contains(got, row.problem) ||
			len(found.problems) > 1 {
			t.Errorf("%s: got the problems %q, want %q", row.name, found.problems, row.problem)
		}
		if !strings.Contains(report.String(), row.report) {
			t.Errorf("%s: got the report\n%s\nwant %q in it", row.name, &report, row.report)
		}
		if err := tree.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
