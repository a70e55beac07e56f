package template

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

var gone = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

// rankDefinitions are definitions a, b, c … with these ranks; a rank below 0 is that of a
// soft-deleted one.
func rankDefinitions(ranks ...int) (out []Component) {
	for i, rank := range ranks {
		name := string(rune('a' + i))
		c := Component{ID: name, TechnicalName: name, DisplayName: name, Rank: max(rank, -rank)}
		if rank < 0 {
			c.SoftDeleted = &gone
		}
		out = append(out, c)
	}
	return out
}

func changeDefinitions(how string, components ...Component) ComponentDefinitionsChanged {
	return ComponentDefinitionsChanged{how, es.Seal(key, components)}
}

func TestASoftDeletedDefinitionLeavesAGapAndComesBackLast(t *testing.T) {
	past := []es.Event{created, defineComponents(rankDefinitions(1, 2, 3, 4, 5)...)}
	third := rankDefinitions(1, 2, 3)[2]
	hidden := third
	at := gone.AddDate(0, 0, 1)
	hidden.SoftDeleted = &at
	estest.GivenEvents(t, Decider, past...).When(SoftDeleteComponents(key, []string{"c"}, at)).Then(
		changeDefinitions("soft-deleted", hidden))
	past = append(past, changeDefinitions("soft-deleted", hidden))
	estest.GivenEvents(t, Decider, past...).When(SoftDeleteComponents(key, []string{"c"}, at.AddDate(1, 0, 0))).Then()
	back := third
	back.Rank = 6
	estest.GivenEvents(t, Decider, past...).When(RestoreComponents(key, []string{"a", "c"})).Then(changeDefinitions("restored", back))
	estest.GivenEvents(t, Decider, past...).When(RestoreComponents(key, []string{"a", "b"})).Then()
	estest.GivenEvents(t, Decider, past...).When(RestoreComponents(key, []string{"c", "x"})).ThenErr(ErrComponentNotFound)
	estest.GivenEvents(t, Decider, past...).When(SoftDeleteComponents(key, []string{"a", "x"}, at)).ThenErr(ErrComponentNotFound)
	estest.GivenEvents(t, Decider).When(SoftDeleteComponents(key, []string{"c"}, at)).ThenErr(domain.ErrTemplateNotFound)
	estest.GivenEvents(t, Decider).When(RestoreComponents(key, []string{"c"})).ThenErr(domain.ErrTemplateNotFound)
}

func TestSeveralRestoredDefinitionsKeepTheOrderOfTheRequest(t *testing.T) {
	list := rankDefinitions(-1, -2, 7, -9)
	want := rankDefinitions(9, 0, 0, 8)
	estest.GivenEvents(t, Decider, created, defineComponents(list...)).When(RestoreComponents(key, []string{"d", "c", "a"})).
		Then(changeDefinitions("restored", want[3], want[0]))
	alone := rankDefinitions(-5)
	back := rankDefinitions(1)
	estest.GivenEvents(t, Decider, created, defineComponents(alone...)).When(RestoreComponents(key, []string{"a"})).Then(
		changeDefinitions("restored", back[0]))
}

func TestAnOrderCountsFromOneAndTheRestFollows(t *testing.T) {
	past := []es.Event{created, defineComponents(rankDefinitions(1, 2, 4, 5, -3)...)}
	want := rankDefinitions(3, 2, 4, 1)
	estest.GivenEvents(t, Decider, past...).When(ReorderComponents(key, []string{"d", "b"})).Then(changeDefinitions("reordered",
		want[3], want[0]))
	for _, c := range []struct {
		order []string
		want  string
	}{
		{[]string{"d", "b"}, "d b a c"},
		{[]string{"a", "b", "c", "d"}, "a b c d"},
		{[]string{"c"}, "c a b d"},
	} {
		s := estest.Fold(Decider, past...)
		events, err := ReorderComponents(key, c.order)(s)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for i, d := range estest.Fold(Decider, append(past, events...)...).ActiveComponents() {
			if got += d.ID + " "; d.Rank != i+1 {
				t.Errorf("%v: %s has rank %d, want %v", c.order, d.ID, d.Rank, i+1)
			}
		}
		if strings.TrimSpace(got) != c.want {
			t.Errorf("%v: got %s, want %s", c.order, got, c.want)
		}
	}
	inOrder := []es.Event{created, defineComponents(rankDefinitions(1, 2)...)}
	estest.GivenEvents(t, Decider, inOrder...).When(ReorderComponents(key, []string{"a"})).Then()
	estest.GivenEvents(t, Decider, past...).When(ReorderComponents(key, []string{"e"})).ThenErr(ErrComponentNotFound)
	estest.GivenEvents(t, Decider, past...).When(ReorderComponents(key, []string{"x"})).ThenErr(ErrComponentNotFound)
	estest.GivenEvents(t, Decider).When(ReorderComponents(key, []string{"a"})).ThenErr(domain.ErrTemplateNotFound)
}

func TestTextsOfDefinitionsChangeAndNothingElse(t *testing.T) {
	past := []es.Event{created, defineComponents(rankDefinitions(1, 2, -3)...)}
	want := rankDefinitions(1, 2)
	want[1].DisplayName, want[1].Description = "B", " as printed "
	change := ComponentChange{ID: "b", DisplayName: " B ", Description: " as printed "}
	estest.GivenEvents(t, Decider, past...).When(ChangeComponents(key, []ComponentChange{change, {ID: "a", DisplayName: "a"}})).
		Then(changeDefinitions("updated", want[1]))
	for message, changes := range map[string][]ComponentChange{
		"Component definition not found":          {change, {ID: "c", DisplayName: "C"}},
		"id must not contain duplicates":          {change, change},
		"displayName is required":                 {{ID: "a", DisplayName: " "}},
		"displayName must not be longer than 255": {{ID: "a", DisplayName: strings.Repeat("ä", 256)}},
		"description must not be longer than 4000": {
			{ID: "a", DisplayName: strings.Repeat("ä", 255) + " ", Description: strings.Repeat("ä", 4001)}},
	} {
		kind := domain.Invalid
		if strings.HasSuffix(message, "found") {
			kind = domain.NotFound
		}
		estest.GivenEvents(t, Decider, past...).When(ChangeComponents(key, changes)).ThenErr(domain.Faultf(kind, "%s", message))
	}
	estest.GivenEvents(t, Decider).When(ChangeComponents(key, []ComponentChange{change})).ThenErr(domain.ErrTemplateNotFound)
}

// TestTechnicalNamesEndInitials for new definitions; one of before holds its name in both forms.
func TestTechnicalNamesEndInitials(t *testing.T) {
	for _, c := range []struct{ existing, add, want, refused string }{
		{"", "HTTPServer", "http_server", ""},
		{"httpserver", "HTTPServer", "", "Technical name already exists: httpserver"},
		{"http_server", "HTTPServer", "", "Technical name already exists: http_server"},
		{"httpserver", "Server", "server", ""},
	} {
		got, err := AssignRanks([]Component{{ID: "a", TechnicalName: c.existing}},
			[]NewComponent{{ID: "b", TechnicalName: c.add, DisplayName: "x"}})
		if c.refused != "" {
			if f := (*domain.Fault)(nil); !errors.As(err, &f) || f.Kind != domain.Conflict || f.Message != c.refused {
				t.Errorf("%s beside %s: %v, want errors.As(err, &f), f.Kind = Conflict and f.Message = %v", c.add, c.existing,
					err, c.refused)
			}
			continue
		}
		if err != nil || got[0].TechnicalName != c.want {
			t.Errorf("%s beside %s: %v %v, want no error and got[0].TechnicalName = %v", c.add, c.existing, got, err, c.want)
		}
	}
}

// TestManyDefinitionsFitIntoEvents holds the largest request to the limit of an event,
// sealed and written as JSON.
func TestManyDefinitionsFitIntoEvents(t *testing.T) {
	var add []NewComponent
	for i := range 1000 {
		text := "\x01" // six bytes of JSON
		if i%2 == 0 {
			text = "😀"
		}
		add = append(add, NewComponent{ID: fmt.Sprint(i), TechnicalName: fmt.Sprint("c", i), DisplayName: "x",
			Description: strings.Repeat(text, 4000)})
	}
	events, err := DefineComponents(key, add)(State{Exists: true})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, e := range events {
		list := e.(ComponentDefinitionsChanged).Components.Value
		size := 0
		for _, c := range list {
			size += maxEncodedSize(c)
		}
		if n += len(list); size*4/3+1000 > es.MaxBody || len(list) == 0 {
			t.Fatalf("%d definitions of %d bytes in one event", len(list), size)
		}
	}
	if s := estest.Fold(Decider, append([]es.Event{created}, events...)...); n != 1000 || len(s.Components) != 1000 ||
		s.Components[999].Rank != 1000 {
		t.Errorf("%d definitions in %d events, want n = 1000, len(s.Components) = 1000 and s.Components[999].Rank = 1000", n, len(events))
	}
}
