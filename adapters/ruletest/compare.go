package ruletest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/document"
)

// A Difference is an expectation that was not met.
type Difference struct {
	What     string   `json:"what"`      // entities, component NAME, or error
	Name     string   `json:"component"` // of a component, else ""
	Expected []string `json:"expected"`  // of what is missing
	Found    []string `json:"found"`     // instead, or too much
}

// CompareResult compares the outcome of a run with the expectations of the case; err is the
// failure of a rule, nil when there was none.
func (c Case) CompareResult(r document.Result, err error) []Difference {
	if err != nil || c.Error != "" {
		return c.compareError(err)
	}
	var out []Difference
	if c.Entities != nil {
		out = append(out, c.compareEntities(r.Entities)...)
	}
	if c.Components != nil {
		out = append(out, c.compareComponents(r.Components)...)
	}
	return out
}

func (c Case) compareError(err error) []Difference {
	d := Difference{What: "error"}
	if c.Error != "" {
		d.Expected = []string{c.Error}
	}
	if err != nil {
		d.Found = []string{err.Error()}
	}
	if err != nil && c.Error != "" && strings.Contains(err.Error(), c.Error) {
		return nil
	}
	return []Difference{d}
}

// compareEntities assigns each expected entity a found one. Expectations that state
// more choose first.
func (c Case) compareEntities(found []document.Entity) []Difference {
	wanted := slices.Clone(*c.Entities)
	slices.SortStableFunc(wanted, func(a, b Entity) int { return cmp.Compare(b.countStated(), a.countStated()) })
	taken := make([]bool, len(found))
	d := Difference{What: "entities"}
	for _, w := range wanted {
		i := slices.IndexFunc(found, w.matchesEntity)
		for i >= 0 && taken[i] {
			next := slices.IndexFunc(found[i+1:], w.matchesEntity)
			if next < 0 {
				i = -1
				break
			}
			i += 1 + next
		}
		if i < 0 {
			d.Expected = append(d.Expected, w.String())
			continue
		}
		taken[i] = true
	}
	for i, e := range found {
		sameType := func(w Entity) bool { return w.Type == e.Type }
		if !taken[i] && (c.Exact || len(d.Expected) > 0 && slices.ContainsFunc(wanted, sameType)) && e.State == document.StateApplied {
			d.Found = append(d.Found, shownEntity(e).String())
		}
	}
	if len(d.Expected) == 0 && (len(d.Found) == 0 || !c.Exact) {
		return nil
	}
	return []Difference{d}
}

// countStated returns how many fields an expectation states.
func (e Entity) countStated() (n int) {
	for _, given := range []bool{e.Value != "", e.Rule != "", e.Page != 0} {
		if given {
			n++
		}
	}
	return n
}

func (e Entity) matchesEntity(f document.Entity) bool {
	return e.Type == f.Type && e.State == f.State && (e.Value == "" || e.Value == f.Value) &&
		(e.Rule == "" || e.Rule == f.RuleID) && (e.Page == 0 || e.Page == f.FirstPage())
}

func shownEntity(e document.Entity) Entity {
	return Entity{Type: e.Type, Value: e.Value, Rule: e.RuleID, State: e.State, Page: e.FirstPage()}
}

// String describes an entity in a few words, with the stated fields only.
func (e Entity) String() string {
	s := e.Type
	if e.Value != "" {
		s += fmt.Sprintf(" %q", e.Value)
	}
	if e.State != document.StateApplied {
		s += " " + e.State
	}
	if e.Rule != "" {
		s += " by " + e.Rule
	}
	if e.Page != 0 {
		s += fmt.Sprintf(" on page %d", e.Page)
	}
	return s
}

// compareComponents compares the values of each component in their order.
func (c Case) compareComponents(found []document.Component) (out []Difference) {
	by, names := map[string][]document.Component{}, []string{}
	for _, f := range found {
		if by[f.Name] == nil {
			names = append(names, f.Name)
		}
		by[f.Name] = append(by[f.Name], f)
	}
	for _, w := range *c.Components {
		values := by[w.Name]
		delete(by, w.Name)
		same := slices.EqualFunc(w.Values, values, Value.matchesComponent)
		if same {
			continue
		}
		d := Difference{What: "component " + w.Name, Name: w.Name}
		for _, v := range w.Values {
			d.Expected = append(d.Expected, v.String())
		}
		for _, f := range values {
			d.Found = append(d.Found, shownValue(f).String())
		}
		out = append(out, d)
	}
	for _, name := range names {
		if !c.Exact || by[name] == nil {
			continue
		}
		d := Difference{What: "component " + name, Name: name}
		for _, f := range by[name] {
			d.Found = append(d.Found, shownValue(f).String())
		}
		out = append(out, d)
	}
	return out
}

func (v Value) matchesComponent(f document.Component) bool {
	return v.Value == f.Value && (v.Rule == nil || *v.Rule == f.RuleID) && (v.Description == nil || *v.Description == f.Description)
}

func shownValue(f document.Component) Value {
	return Value{f.Value, &f.RuleID, &f.Description}
}

// String describes a value in a few words, with the stated fields only.
func (v Value) String() string {
	s := fmt.Sprintf("%q", v.Value)
	if v.Rule != nil {
		s += " by " + *v.Rule
	}
	if v.Description != nil && *v.Description != "" {
		s += fmt.Sprintf(" (%s)", *v.Description)
	}
	return s
}
