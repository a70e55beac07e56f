package template

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

const key = es.Subject("demo")

var created = Created{Text: es.Seal(key, Text{Name: "Invoices"})}

func defineComponents(components ...Component) ComponentDefinitionsChanged {
	return ComponentDefinitionsChanged{"created", es.Seal(key, components)}
}

func TestComponentsAreRankedBehindTheActiveOnes(t *testing.T) {
	gone := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	past := []es.Event{created, defineComponents(
		Component{ID: "1", TechnicalName: "a", Rank: 1}, Component{ID: "2", TechnicalName: "b", Rank: 5},
		Component{ID: "3", TechnicalName: "c", Rank: 9, SoftDeleted: &gone})}
	add := []NewComponent{{ID: "4", TechnicalName: "Invoice Number", DisplayName: " Number "},
		{ID: "5", TechnicalName: "x", DisplayName: "X"}}
	estest.GivenEvents(t, Decider, past...).When(DefineComponents(key, add)).Then(defineComponents(
		Component{ID: "4", TechnicalName: "invoice_number", DisplayName: "Number", Rank: 6}, Component{ID: "5", TechnicalName: "x",
			DisplayName: "X", Rank: 7}))
	estest.GivenEvents(t, Decider).When(DefineComponents(key, add)).ThenErr(domain.ErrTemplateNotFound)

	for name, message := range map[string]string{"A": "Technical name already exists: a",
		"C": "Technical name already exists: c. The soft-deleted definition 3 holds it for good: restore that one, or " +
			"choose another name"} {
		estest.GivenEvents(t, Decider, past...).When(DefineComponents(key, []NewComponent{{TechnicalName: name, DisplayName: "C"}})).
			ThenErr(domain.Faultf(domain.Conflict, "%s", message))
	}
	twice := []NewComponent{{TechnicalName: "n n", DisplayName: "N"}, {TechnicalName: "NN", DisplayName: "N"},
		{TechnicalName: "n_n", DisplayName: "N"}}
	estest.GivenEvents(t, Decider, past...).When(DefineComponents(key, twice)).
		ThenErr(domain.Faultf(domain.Conflict, "Technical name already exists: n_n"))
	for message, bad := range map[string]NewComponent{
		"technicalName is required":                      {DisplayName: "A"},
		"technicalName must contain a letter or a digit": {TechnicalName: "--", DisplayName: "A"},
		"displayName is required":                        {TechnicalName: "q", DisplayName: "  "},
	} {
		estest.GivenEvents(t, Decider, past...).When(DefineComponents(key, []NewComponent{bad})).
			ThenErr(domain.Faultf(domain.Invalid, "%s", message))
	}
}

func TestStatusFollowsRulesAndTime(t *testing.T) {
	now := time.Date(2024, 6, 1, 0, 0, 0, 0, time.UTC)
	blob := Body{Blob: es.BlobRef{ID: uuid.New()}, Counter: 1}
	day := func(n int) *time.Time { d := now.AddDate(0, 0, n); return &d }
	complete := []es.Event{EntityRulesStored{blob}, ComponentRulesStored{blob}}
	for _, c := range []struct {
		from, to *time.Time
		rules    []es.Event
		want     string
	}{
		{nil, nil, nil, StatusIncomplete},
		{nil, nil, complete[:1], StatusIncomplete},
		{nil, nil, complete, StatusActive},
		{day(1), nil, complete, StatusInactive},
		{day(-1), day(1), complete, StatusActive},
		{nil, day(-1), complete, StatusInactive},
		{nil, day(-1), nil, StatusIncomplete},
	} {
		begin := created
		begin.ValidFrom, begin.ValidTo = c.from, c.to
		s := estest.Fold(Decider, append([]es.Event{begin}, c.rules...)...)
		if got := s.StatusAt(now); got != c.want {
			t.Errorf("%v to %v with %d rule files: %s, want %s", c.from, c.to, len(c.rules), got, c.want)
		}
		if err := s.RequireActive(now); (err == nil) != (c.want == StatusActive) {
			t.Errorf("%s: Active() = %v", c.want, err)
		}
	}
}
