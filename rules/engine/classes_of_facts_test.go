package engine

import (
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
)

// TestListsAreOfTheClassesThatPatternsName asks for facts of classes that have a list
// and of such that have none, among them one with subclasses and a retracted fact.
func TestListsAreOfTheClassesThatPatternsName(t *testing.T) {
	s := startSession(t, `declare Base a: int @key end
declare Middle extends Base end
declare Other a: int @key end
rule "D.0.0" salience 1 when then insert(new Other(1)); for (int i = 9; i > 0; i--) { insert(new Middle(i)); insert(new Base(i)); } insertLogical(new Other(1)); insertLogical(new Other(2)); end
rule "D.0.1" when $m: Middle(a == 3) then retract($m); end`, nil, Limits{Firings: 9})
	if err := s.Run(); err != nil {
		t.Fatal(err)
	}
	for class, want := range map[string]int{"Base": 17, "Middle": 8, "Other": 2, "Object": 19, "String": 0} {
		if got := s.FactsOfClass(class); len(got) != want {
			t.Errorf("%s: %v, want %d", class, got, want)
		}
		if listed := s.byClass[class] != nil; listed != (class == "Middle") {
			t.Errorf("%s has a list: %v", class, listed)
		}
	}
	got := ""
	for _, o := range s.FactsOfClass("Base")[:3] {
		got += host.ClassNameOf(o) + " "
	}
	if got != "Middle Base Middle " {
		t.Errorf("got %s, want %q", got, "Middle Base Middle ")
	}
}
