package accounts

import (
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

// TestRowsThatDoNotCountAllEventsAreNotHeldAgainstTheLog: a build of before is read while the next one is made, and a
// password that was changed since makes none of its rows older.
func TestRowsThatDoNotCountAllEventsAreNotHeldAgainstTheLog(t *testing.T) {
	created := user.Fold(user.Account{}, es.Recorded{Envelope: es.Envelope{Stream: user.StreamOf("demo", "a"), Version: 4,
		Meta: es.Meta{Workspace: "demo"}}, Event: user.PasswordChanged{}})
	created.ID, created.Workspace = "a", "demo"
	for _, c := range []struct {
		row  user.Account
		want uint64
	}{{created, 4}, {user.Account{ID: "a", Workspace: "demo", Version: 4}, 0}} {
		if got := markOf(c.row); got.Version != c.want || got.Stream != user.StreamOf("demo", "a") {
			t.Errorf("%+v: got %+v, want the version %d", c.row, got, c.want)
		}
	}
}
