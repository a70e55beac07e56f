package file

import (
	"errors"
	"testing"

	"github.com/seed-62a36931/docket/domain"
)

// TestAnAssignedFileIsItsAssigneesToReplace lets anybody replace a file while
// nobody works on it.
func TestAnAssignedFileIsItsAssigneesToReplace(t *testing.T) {
	members := []string{"mira", "olga"}
	for _, c := range []struct {
		phase          Phase
		assignee       string
		may, replacing error
	}{
		{Active, "", nil, nil},
		{Active, "mira", nil, nil},
		{Active, "olga", ErrAssigned, ErrAssigned},
		{Active, "gone", nil, nil},                  // is no member any more
		{Trashed, "olga", nil, domain.ErrContended}, // the name is free: a new file is made
	} {
		s := State{Phase: c.phase, Assignee: c.assignee, Version: 1}
		if err := s.MayReplace("mira", members); !errors.Is(err, c.may) {
			t.Errorf("%d %q: %v, want %v", c.phase, c.assignee, err, c.may)
		}
		if _, err := Replace(Replaced{}, "mira", members)(s); !errors.Is(err, c.replacing) {
			t.Errorf("%d %q: replace: %v, want %v", c.phase, c.assignee, err, c.replacing)
		}
	}
	if domain.KindOf(ErrAssigned) != domain.Forbidden || ErrAssigned.Message != "The file is assigned to another user" {
		t.Error(ErrAssigned)
	}
}
