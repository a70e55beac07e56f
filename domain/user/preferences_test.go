package user

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

func TestPreferencesChange(t *testing.T) {
	subject := SubjectOf("demo", "u")
	dark := Preferences{JSON: `{"theme":"dark"}`}
	changed := PreferencesChanged{es.Seal(subject, dark)}
	for _, row := range []struct {
		name  string
		given []es.Event
		then  []es.Event
		fault error
	}{
		{"the first time", []es.Event{Created{}}, []es.Event{changed}, nil},
		{"once more", []es.Event{Created{}, changed}, nil, nil},
		{"of nobody", nil, nil, domain.ErrUserNotFound},
		{"of an erased account", []es.Event{Created{}, Erased{}}, nil, ErrErased},
	} {
		var s State
		for _, e := range row.given {
			s = Decider.Evolve(s, e)
		}
		got, err := ChangePreferences(subject, dark)(s)
		if !errors.Is(err, row.fault) || !reflect.DeepEqual(got, row.then) {
			t.Errorf("%s: got %v, %v, want %v, %v", row.name, got, err, row.then, row.fault)
		}
	}
	large := Preferences{JSON: strings.Repeat("x", MaxPreferences+1)}
	if _, err := ChangePreferences(subject, large)(State{Exists: true}); domain.KindOf(err) != domain.TooLarge {
		t.Errorf("large ones: got %v, want TooLarge", err)
	}
}
