package history

import (
	"context"
	"fmt"
	"slices"

	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/internal/snakecase"
	"github.com/seed-62a36931/docket/queries/views"
)

// A componentChange is a component of which an override was taken back.
type componentChange struct {
	Name           string   `json:"name"`
	Values         []string `json:"values"`         // null: not readable any more
	PreviousValues []string `json:"previousValues"` // null: not readable any more
}

// describeOverride tells what a component's values were replaced by, and what was read
// of it before.
func (t telling) describeOverride(
	ctx context.Context, who string, e file.ComponentOverridden,
) (string, changes, error) {
	if e.Override.IsErased() {
		return fmt.Sprintf("%s changed a component of %s", who, t.currentFilename()),
			changes{"name": nil, "values": nil, "previousValues": nil}, nil
	}
	o := e.Override.Value
	before, err := t.valuesOf(ctx, t.fileBefore, o.Name)
	if err != nil {
		return "", nil, err
	}
	dropped, err := t.droppedClaims(ctx, o, e.Analysis)
	if err != nil {
		return "", nil, err
	}
	said := fmt.Sprintf("%s changed %s of %s", who, o.Name, t.currentFilename())
	c := changes{"name": o.Name, "values": valueTexts(o.Values), "previousValues": before}
	places, some := placesOf(o.Values)
	if o.HasIdentity() {
		after, err := t.readComponent(ctx, t.fileAfter, o.Name)
		if err != nil {
			return "", nil, err
		}
		c["values"], c["componentValues"] = textsOf(after), shownValues(after)
		places, some = shownPlaces(after)
	}
	if some {
		c["places"] = places
	}
	if o.Note != "" {
		c["note"] = o.Note
	}
	if len(dropped) > 0 {
		said += "; what the request said to be extracted was not, and is dropped"
		c["droppedClaims"] = dropped
	}
	return said, c, nil
}

// A droppedClaim is what a request wrongly gave as extracted with one of its values; a field
// that is left out was not given, or given rightly.
type droppedClaim struct {
	Index         int                 `json:"index"` // of the value
	OriginalValue *string             `json:"originalValue,omitempty"`
	RuleID        *string             `json:"componentRuleId,omitempty"`
	References    *[]claimedReference `json:"entityReferences,omitempty"`
}

// A claimedReference is a reference as a request gave it.
type claimedReference struct {
	ID     string `json:"id"`
	RuleID string `json:"entityRuleId"`
	Type   string `json:"type"`
	Page   int    `json:"page"`
}

// droppedClaims returns what an override wrongly gave as extracted, none once the result of
// the analysis is gone for good.
func (t telling) droppedClaims(ctx context.Context, o file.Override, made file.AnalysisRef) ([]droppedClaim, error) {
	result := t.fileBefore.Result
	if o.HasIdentity() {
		result = es.BlobRef{Subject: t.fileBefore.Original.Subject, ID: made.Result, Size: made.Size}
	}
	found, err := t.results.AnalysisResult(ctx, result)
	if views.IsGone(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []droppedClaim
	for _, c := range component.FindFalseClaims(o, found) {
		d := droppedClaim{Index: c.Index, OriginalValue: c.OriginalValue, RuleID: c.RuleID}
		if c.References != nil {
			refs := make([]claimedReference, len(*c.References))
			for i, r := range *c.References {
				refs[i] = claimedReference(r)
			}
			d.References = &refs
		}
		out = append(out, d)
	}
	return out, nil
}

// placesOf returns the places of each value of an override, and whether there are any.
func placesOf(values []file.Value) (places [][]file.Place, some bool) {
	places = make([][]file.Place, len(values))
	for i, v := range values {
		places[i] = views.NonNil(v.Places)
		some = some || len(v.Places) > 0
	}
	return places, some
}

// describeRevert tells what is read of components without their overrides.
func (t telling) describeRevert(ctx context.Context, who string, e file.OverrideReverted) (string, changes, error) {
	if e.Names.IsErased() {
		return fmt.Sprintf("%s took changes of %s back", who, t.currentFilename()), changes{"components": nil}, nil
	}
	out := make([]componentChange, len(e.Names.Value))
	for i, name := range e.Names.Value {
		after, err := t.valuesOf(ctx, t.fileAfter, name)
		if err != nil {
			return "", nil, err
		}
		before, err := t.valuesOf(ctx, t.fileBefore, name)
		if err != nil {
			return "", nil, err
		}
		out[i] = componentChange{name, after, before}
	}
	sentence := fmt.Sprintf("%s took changes of %s of %s back", who, joinNames(e.Names.Value), t.currentFilename())
	return sentence, changes{"components": out}, nil
}

// describeChecks tells which components somebody checked, or took the check of back.
func (t telling) describeChecks(who, deed string, names es.Sealed[[]string]) (string, changes) {
	if names.IsErased() {
		return who + " " + fmt.Sprintf(deed, "components", t.currentFilename()), changes{"components": nil}
	}
	return who + " " + fmt.Sprintf(deed, joinNames(names.Value), t.currentFilename()), changes{"components": names.Value}
}

// valuesOf reads the values of a component; nil when they are gone for good.
func (t telling) valuesOf(ctx context.Context, r file.Record, name string) ([]string, error) {
	values, err := t.readComponent(ctx, r, name)
	return textsOf(values), err
}

// readComponent reads the values of a component; nil when they are gone for good.
func (t telling) readComponent(ctx context.Context, r file.Record, name string) ([]component.Value, error) {
	details, err := t.results.ComponentDetails(ctx, r)
	if views.IsGone(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(details, func(c component.Detail) bool { return snakecase.Same(c.Name, name) }); i >= 0 {
		return views.NonNil(details[i].Values), nil
	}
	return []component.Value{}, nil
}

// textsOf returns the texts of values; nil for nil.
func textsOf(values []component.Value) []string {
	if values == nil {
		return nil
	}
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = v.Value
	}
	return out
}

// A shownValue tells of a value what it stands for.
type shownValue struct {
	ID       string             `json:"valueId"`
	BasedOn  *string            `json:"basedOn"` // null: added by a person, or not extracted any more
	Value    string             `json:"value"`
	Original string             `json:"originalValue"`
	RuleID   string             `json:"componentRuleId"`
	Refs     []claimedReference `json:"entityReferences"`
	Cells    []shownCell        `json:"cells,omitempty"`
}

type shownCell struct {
	Column   string `json:"column"`
	Value    string `json:"value"`
	Original string `json:"originalValue"`
}

// maxShownValues is how many values the history tells in full; of more, it tells those that differ from what was
// extracted.
const maxShownValues = 100

// shownValues returns what the history tells of the values of a component.
func shownValues(values []component.Value) []shownValue {
	out := []shownValue{}
	for _, v := range values {
		if len(values) > maxShownValues && v.Value == v.OriginalValue {
			continue
		}
		s := shownValue{ID: v.ID, Value: v.Value, Original: v.OriginalValue, RuleID: v.RuleID, Refs: []claimedReference{}}
		if v.BasedOn != "" {
			s.BasedOn = &v.BasedOn
		}
		for _, r := range v.References {
			s.Refs = append(s.Refs, claimedReference(r))
		}
		for _, c := range v.Cells {
			s.Cells = append(s.Cells, shownCell{c.Column, c.Value, c.OriginalValue})
		}
		out = append(out, s)
	}
	return out
}

// shownPlaces returns the places of each value, and whether there are any.
func shownPlaces(values []component.Value) (places [][]file.Place, some bool) {
	places = make([][]file.Place, len(values))
	for i, v := range values {
		places[i] = views.NonNil(v.Places)
		some = some || len(v.Places) > 0
	}
	return places, some
}

// valueTexts are the values of an override alone.
func valueTexts(values []file.Value) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = v.Value
	}
	return out
}
