package history

import (
	"testing"

	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/es"
)

// TestHistoryTellsOfAnUploadThatWasSkipped wants the reason in the sentence, and nothing of it
// once its dossier is erased.
func TestHistoryTellsOfAnUploadThatWasSkipped(t *testing.T) {
	t.Parallel()
	table := []bulk.Skipped{{Name: "v.csv", Reason: bulk.NoTable, Detail: "The csv has no header"}}
	for _, row := range []struct {
		event bulk.EntriesSkipped
		want  string
	}{
		{bulk.EntriesSkipped{Count: 1, Whole: true, Entries: es.Seal("s", table)},
			"mira uploaded v.csv, which sets no attributes: The csv has no header"},
		{bulk.EntriesSkipped{Count: 1, Whole: true}, "mira uploaded a csv that sets no attributes"},
		{bulk.EntriesSkipped{Count: 1, Entries: es.Seal("s", table)}, "mira uploaded a zip; entries left out: 1"},
		{bulk.EntriesSkipped{Count: 2, Action: bulk.Trash, Entries: es.Seal("s", table)},
			"mira deleted files; files left out: 2"},
		{bulk.EntriesSkipped{Count: 2, Action: bulk.Move, Entries: es.Seal("s", table)},
			"mira changed the workflow status of files; files left out: 2"},
	} {
		if said, _ := skippedEntries("mira", row.event); said != row.want {
			t.Errorf("got %q, want %q", said, row.want)
		}
	}
}
