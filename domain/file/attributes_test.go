package file

import (
	"maps"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/attribute"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

func attributes(pairs ...string) AttributesSet {
	var values []attribute.Value
	for i := 0; i < len(pairs); i += 2 {
		values = append(values, attribute.Value{ID: pairs[i], Value: pairs[i+1]})
	}
	return AttributesSet{es.Seal(subject, values)}
}

// TestWhatSettingAttributesDoes looks at files in every state: what is stored, and
// whether the file is analysed once more.
func TestWhatSettingAttributesDoes(t *testing.T) {
	manual := first
	manual.Manual = true
	processed := []es.Event{first, begins, laidOut, indexed, outcome, done}
	withA := then(processed, attributes("a", "1", "b", "2"))
	failedIn := func(service string) []es.Event {
		return []es.Event{first, begins, laidOut, Failed{Run: 1, Service: service, Cause: es.Seal(subject, Cause{"x"})}}
	}
	skip := ProcessingChanged{Run: 1, From: Layout, To: Index, Tree: tree, Pages: 2}
	one := map[string]string{"a": "1"}
	for name, c := range map[string]struct {
		past   []es.Event
		values map[string]string
		want   []es.Event
	}{
		"processed":                {processed, one, []es.Event{attributes("a", "1"), ReanalysisRequested{}}},
		"not begun":                {[]es.Event{first}, one, []es.Event{attributes("a", "1")}},
		"in a run":                 {[]es.Event{first, begins}, one, []es.Event{attributes("a", "1"), ReanalysisRequested{}}},
		"in a run, asked already":  {[]es.Event{first, begins, ReanalysisRequested{}}, one, []es.Event{attributes("a", "1")}},
		"waits for its next run":   {then(processed, ReanalysisRequested{}), one, []es.Event{attributes("a", "1")}},
		"its rules failed":         {failedIn("analysis"), one, []es.Event{attributes("a", "1"), ReanalysisRequested{}}},
		"unreadable":               {failedIn("layout"), one, []es.Event{attributes("a", "1")}},
		"excluded":                 {[]es.Event{manual, begins, skip, done}, one, []es.Event{attributes("a", "1")}},
		"the same values":          {withA, map[string]string{"a": "1", "b": "2"}, nil},
		"one of two differs":       {withA, map[string]string{"a": "1", "b": "3"}, []es.Event{attributes("b", "3"), ReanalysisRequested{}}},
		"taken away":               {withA, map[string]string{"a": ""}, []es.Event{attributes("a", ""), ReanalysisRequested{}}},
		"taken away again":         {then(withA, attributes("a", "")), map[string]string{"a": ""}, nil},
		"nothing":                  {withA, nil, nil},
		"kept through replacement": {then(withA, Replaced{Version: 2, Original: blob()}), map[string]string{"b": "2"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			estest.GivenEvents(t, Decider, c.past...).When(SetAttributes(c.values)).Then(c.want...)
		})
	}
	for _, end := range []es.Event{SoftDeleted{}, PermanentlyDeleted{}} {
		estest.GivenEvents(t, Decider, then(processed, end)...).When(SetAttributes(one)).ThenErr(domain.ErrFileNotFound)
	}
	approved := State{Phase: Active, Workflow: Approved, Processing: Processed, Result: blob()}
	if events, err := SetAttributes(one)(approved); err != nil || len(events) != 1 {
		t.Errorf("a closed file: %v, %v, want no error and len(events) = 1", events, err)
	}
}

// TestManyValuesAreDealtOut keeps each event well below the largest body.
func TestManyValuesAreDealtOut(t *testing.T) {
	values := map[string]string{}
	for _, id := range strings.Split(strings.Repeat("abcdefghijklmnopqrstuvwxyz", 4), "") {
		values[id+string(rune('0'+len(values)%10))+strings.Repeat("x", len(values)/10)] = strings.Repeat("€", 4000)
	}
	events, err := SetAttributes(values)(estest.Fold(Decider, es.Event(first)))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, e := range events {
		size := 0
		for _, a := range e.(AttributesSet).Values.Value {
			size += len(a.ID) + len(a.Value)
			got[a.ID] = a.Value
		}
		if size > attribute.PerEvent {
			t.Errorf("an event of %d bytes, want at most %v", size, attribute.PerEvent)
		}
	}
	if !maps.Equal(got, values) || len(events) < 10 {
		t.Errorf("%d of %d values in %d events, want %v and len(events) at least 10", len(got), len(values), len(events), values)
	}
}

// TestTheRecordTellsOfAttributes follows what readers see: values, time, and
// whether the latest analysis may not have seen them.
func TestTheRecordTellsOfAttributes(t *testing.T) {
	at := func(s int) time.Time { return time.Date(2024, 1, 1, 0, 0, s, 0, time.UTC) }
	var r Record
	for i, step := range []struct {
		event  es.Event
		values map[string]string
		set    int // second of the latest change, 0: none
		unseen bool
	}{
		{first, nil, 0, false},
		{attributes("a", "1", "b", "2"), map[string]string{"a": "1", "b": "2"}, 1, true},
		{begins, map[string]string{"a": "1", "b": "2"}, 1, true},
		{laidOut, map[string]string{"a": "1", "b": "2"}, 1, true},
		{indexed, map[string]string{"a": "1", "b": "2"}, 1, true},
		{outcome, map[string]string{"a": "1", "b": "2"}, 1, false},
		{done, map[string]string{"a": "1", "b": "2"}, 1, false},
		{attributes("a", "", "b", "3"), map[string]string{"b": "3"}, 7, true},
		{ReanalysisRequested{}, map[string]string{"b": "3"}, 7, true},
		{ProcessingChanged{Run: 2, From: Reprocess, To: Analyse}, map[string]string{"b": "3"}, 7, true},
		{attributes("c", "4"), map[string]string{"b": "3", "c": "4"}, 10, true}, // while rules run
		{outcome, map[string]string{"b": "3", "c": "4"}, 10, true},
		{ProcessingChanged{Run: 3, From: Reprocess, To: Analyse}, map[string]string{"b": "3", "c": "4"}, 10, true},
		{outcome, map[string]string{"b": "3", "c": "4"}, 10, false},
		{Replaced{Version: 2, Original: blob()}, map[string]string{"b": "3", "c": "4"}, 10, false},
	} {
		r = Fold(r, es.Recorded{Envelope: es.Envelope{Time: at(i), Version: uint64(i + 1)}, Event: step.event})
		var set time.Time
		if r.LastAttribute != nil {
			set = *r.LastAttribute
		}
		if !reflect.DeepEqual(r.Attributes, step.values) || r.Unseen != step.unseen || step.set != 0 && !set.Equal(at(step.set)) ||
			step.set == 0 && !set.IsZero() {
			t.Errorf("behind event %d, %T: %v, unseen %v, set at %v, want %v, unseen %v, set at step %d",
				i, step.event, r.Attributes, r.Unseen, set, step.values, step.unseen, step.set)
		}
	}
}
