package domain

import (
	"errors"
	"fmt"
	"regexp"
	"testing"
)

// TestCodesAreStableNames: each name is one word in snake case, belongs to one code, and follows those of its status.
func TestCodesAreStableNames(t *testing.T) {
	shape, seen, status := regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`), map[string]bool{}, 0
	for _, c := range Codes() {
		if !shape.MatchString(c.Name) || seen[c.Name] {
			t.Errorf("code %q is no name in snake case, or stands twice", c.Name)
		}
		if seen[c.Name] = true; c.Status < status && c.Status != 500 {
			t.Errorf("code %s has status %d and stands behind %d, want codes grouped by status", c.Name, c.Status, status)
		}
		status = c.Status
	}
}

func TestCodeOf(t *testing.T) {
	taken := Refuse(NameTaken, "Name already exists").At("name")
	for _, row := range []struct {
		err  error
		want *Code
	}{
		{errors.New("x"), Internal},
		{Faultf(Invalid, "x"), InvalidValue},
		{Faultf(TooMany, "x"), RateExceeded},
		{taken, NameTaken},
		{fmt.Errorf("save: %w", taken.Because(errors.New("y"))), NameTaken},
		{&Fault{Kind: Conflict, Message: "more", Cause: taken}, NameTaken},
		{&Fault{Kind: Forbidden, Message: "of another kind", Cause: taken}, AccessDenied},
	} {
		if got := CodeOf(row.err); got != row.want {
			t.Errorf("%v: got code %s, want %s", row.err, got.Name, row.want.Name)
		}
	}
	if moved := InItem(2, fmt.Errorf("x: %w", taken)); !errors.Is(moved, taken) || moved.(*Fault).Field != "/2/name" {
		t.Errorf("in the third item the fault is %+v, want the same at /2/name", moved)
	}
}

func TestFaultsAreToldOnce(t *testing.T) {
	first, other := Required("name"), Required("id")
	if got := first.With([]*Fault{Required("name"), other, other}).More; len(got) != 1 || got[0] != other {
		t.Errorf("got %v, want id alone", got)
	}
}
