package history

import (
	"testing"

	"github.com/seed-62a36931/docket/queries"
)

// Whatever text comes as a cursor, it is refused or names a position.
func FuzzCursor(f *testing.F) {
	ask := queries.AskHistory{DossierID: "9a11b6de-6c1f-4a8e-9b59-2f5a6f2f7c02"}
	f.Add(formatCursor(cursorScope(ask), 7))
	f.Add("b3A6NDcxMQ")
	f.Fuzz(func(t *testing.T, text string) {
		if at, ok := readCursor(text, cursorScope(ask)); ok && (at == 0 || formatCursor(cursorScope(ask), at) == "") {
			t.Errorf("%q gives %d, want a position of the same scope, or none", text, at)
		}
	})
}
