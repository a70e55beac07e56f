package component

import (
	"slices"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/internal/snakecase"
)

// A GivenValue is one value that a component has from now on, as a request gives it.
type GivenValue struct {
	file.Value // ID, Base, Unchanged and Cells are set by Composition.Override
	// BasedOn is the ID of the value, as read, that this one stands for; empty for a new value. Nil leaves that
	// to be found out.
	BasedOn *string
	// Cells are those of a row, by column; the others stay as they are. Nil: they follow from the text.
	Cells []GivenCell
	// HasPlaces tells that the request says where the value stands, perhaps nowhere.
	HasPlaces bool
}

// A GivenCell is the text of one cell of a row; an empty one takes the cell away.
type GivenCell struct{ Column, Value string }

// A Composition makes overrides of one component of a file as it stands.
type Composition struct {
	Name    string
	Result  es.BlobRef // of the latest analysis
	Found   []Value    // by the latest analysis
	Current []Value    // as they are read, overrides applied
	NewID   func(index int) string
	Columns []string // that the definition of the component has
	// Former are the identifiers that extracted values had in the analysis that the present override was made
	// on, with those that they have now, where they differ.
	Former map[string]string

	found, current map[string]int // indices, by identifier
}

// NewComposition returns what overrides of a component are made on: its values by the latest analysis, whose
// result is named, and with the overrides applied. The analyses are those of ApplyOverrides and the latest.
func NewComposition(name string, latest es.BlobRef, overrides []file.Applied, analyses Analyses, newID func(int) string) Composition {
	found := analyses[latest.ID]
	c := Composition{Name: name, Result: latest, Found: valuesNamed(found, name), NewID: newID,
		Current: valuesNamed(ApplyOverrides(found, latest, overrides, analyses), name), Former: map[string]string{},
		found: map[string]int{}, current: map[string]int{}}
	for i, v := range c.Found {
		c.found[v.ID] = i
	}
	for i, v := range c.Current {
		c.current[v.ID], c.current[v.BasedOn] = i, i
	}
	delete(c.current, "")
	for _, o := range overrides {
		if o.Analysis.ID == latest.ID || !snakecase.Same(o.Name, name) {
			continue
		}
		then := valuesNamed(analyses[o.Analysis.ID], name)
		for i, j := range followValues(then, c.Found).to {
			if j != unpaired && then[i].ID != c.Found[j].ID {
				c.Former[then[i].ID] = c.Found[j].ID
			}
		}
	}
	return c
}

// columns returns the columns that rows can have: those that some have, in their order, and those of the definition.
func (c Composition) columns() []string {
	out := columnsOf(slices.Concat(c.Found, c.Current))
	for _, column := range c.Columns {
		out = appendNewColumn(out, column)
	}
	return out
}

// latestID returns the identifier that a value has now.
func (c Composition) latestID(id string) string {
	if now, ok := c.Former[id]; ok {
		return now
	}
	return id
}

// Override returns the override that gives the component these values. Which extracted value each of them stands
// for follows from BasedOn, or, when no value has it, from what the request says to be extracted, or else from
// aligning the values with the current ones. Errors: domain.Invalid for a BasedOn that names no value, or one
// twice, and for columns that the rows do not have.
func (c Composition) Override(given []GivenValue, note string) (file.Override, error) {
	out := file.Override{Name: c.Name, Note: note, Result: c.Result}
	matched, err := c.match(given)
	if err != nil {
		return out, err
	}
	columns, room := c.columns(), maxExtracted
	for i, g := range given {
		v, err := c.compose(g, matched[i], columns)
		if err != nil {
			return out, err
		}
		if v.Base == 0 && v.ID == "" {
			v.ID = c.NewID(i)
		}
		if v.Base > 0 && v.Unchanged == 0 {
			v.Extracted = extractedOf(c.Found[v.Base-1], &room)
		}
		for column := range v.Cells {
			out.Columns = appendNewColumn(out.Columns, column)
		}
		out.Values = appendValue(out.Values, v)
	}
	kept := map[int]bool{}
	for _, m := range matched {
		kept[m.found] = true
	}
	for at, was := range c.Found {
		if kept[at] {
			continue
		}
		if removed := extractedOf(was, &room); removed != nil {
			out.Removed = append(out.Removed, *removed)
		}
	}
	out.Columns = orderColumns(out.Columns, columns, given)
	if out.Values == nil {
		out.Values = []file.Value{}
	}
	return out, nil
}

// maxExtracted bounds what an event repeats of an analysis, in bytes of text.
const maxExtracted = 64 << 10

// extractedOf returns what an event repeats of an extracted value; nil when there is no room left.
func extractedOf(v Value, room *int) *file.Extracted {
	out := &file.Extracted{Value: v.OriginalValue, RuleID: v.RuleID}
	size := len(v.OriginalValue) + len(v.RuleID)
	for _, r := range v.References {
		out.References = append(out.References, file.Reference(r))
		size += len(r.ID) + len(r.RuleID) + len(r.Type) + 10
	}
	if size > *room {
		return nil
	}
	*room -= size
	return out
}

// RepeatCurrent returns the current values as a request that changes nothing gives them.
func (c Composition) RepeatCurrent() []GivenValue {
	out := make([]GivenValue, len(c.Current))
	for i, v := range c.Current {
		out[i] = GivenValue{Value: file.Value{Value: v.Value, Places: v.Places}, BasedOn: &v.ID, HasPlaces: true}
		extracted := ""
		if at := c.foundAt(v.BasedOn); at != unpaired {
			extracted = c.Found[at].Description
		}
		if v.Description != extracted {
			out[i].Description = &v.Description
		}
	}
	return out
}

// IndexOf returns the index of a value among those of RepeatCurrent, by an identifier that it has or had; -1 for none.
func (c Composition) IndexOf(id string) int { return c.currentAt(c.latestID(id)) }

// Revert takes back what people did to one of the values of RepeatCurrent: a corrected one is as it was extracted, a
// removed one comes back after the extracted value that it followed, and an added one goes. It reports whether there
// is such a value.
func (c Composition) Revert(values []GivenValue, id string) ([]GivenValue, bool) {
	at, found := c.IndexOf(id), c.foundAt(c.latestID(id))
	if at != unpaired {
		found = c.foundAt(c.Current[at].BasedOn)
	}
	switch {
	case at != unpaired && found != unpaired:
		values[at] = c.givenAsFound(found)
		return values, true
	case at != unpaired:
		return slices.Delete(values, at, at+1), true
	case found == unpaired:
		return nil, false
	}
	to := 0
	for i, v := range c.Current {
		if before := c.foundAt(v.BasedOn); before != unpaired && before < found {
			to = i + 1
		}
	}
	return slices.Insert(values, to, c.givenAsFound(found)), true
}

// givenAsFound returns an extracted value as it is.
func (c Composition) givenAsFound(at int) GivenValue {
	v := c.Found[at]
	g := GivenValue{Value: file.Value{Value: v.Value}, BasedOn: &v.ID, HasPlaces: true}
	texts := cellTexts(v.Cells)
	for _, column := range c.columns() {
		g.Cells = append(g.Cells, GivenCell{column, texts[column]})
	}
	return g
}

// ChangesNothing reports whether an override leaves all extracted values as they are.
func (c Composition) ChangesNothing(o file.Override) bool {
	switch len(o.Values) {
	case 0:
		return len(c.Found) == 0
	case 1:
		return o.Values[0].Base == 1 && o.Values[0].Unchanged == len(c.Found)
	}
	return false
}

// foundAt returns the index of an extracted value, unpaired for none.
func (c Composition) foundAt(id string) int { return indexIn(c.found, id) }

// currentAt returns the index of a current value, by its identifier or that of what it stands for; unpaired for none.
func (c Composition) currentAt(id string) int { return indexIn(c.current, id) }

func indexIn(indices map[string]int, id string) int {
	if i, ok := indices[id]; ok {
		return i
	}
	return unpaired
}

// A match says what a given value stands for: indices of a current and an extracted value, unpaired for none.
type match struct{ current, found int }

// compose returns a given value as the event holds it.
func (c Composition) compose(g GivenValue, m match, columns []string) (file.Value, error) {
	v, shown := g.Value, Value{}
	switch {
	case m.current != unpaired:
		shown = c.Current[m.current]
	case m.found != unpaired:
		shown = c.Found[m.found]
	}
	text, cells, err := g.resolveCells(shown, columns)
	if err != nil {
		return v, err
	}
	v.Value, v.Cells = text, cells
	if !g.HasPlaces && m.current != unpaired && text == shown.Value {
		v.Places = shown.Places
	}
	if m.found == unpaired {
		dropTrueClaims(&v, Value{})
		if m.current != unpaired {
			v.ID = shown.ID
			if shown.OriginalValue != "" { // what it stood for is not extracted any more
				v.Extracted = &file.Extracted{Value: shown.OriginalValue, RuleID: shown.RuleID}
			}
		}
		return v, nil
	}
	v.Base = m.found + 1
	was := c.Found[m.found]
	dropTrueClaims(&v, was)
	if text == was.Value && sameCells(cells, was.Cells) && len(v.Places) == 0 && v.Description == nil &&
		v.Original == nil && v.RuleID == nil && v.References == nil {
		return file.Value{Base: v.Base, Unchanged: 1}, nil
	}
	return v, nil
}

// dropTrueClaims leaves only what a request wrongly says to be extracted.
func dropTrueClaims(v *file.Value, was Value) {
	if v.Original != nil && *v.Original == was.OriginalValue {
		v.Original = nil
	}
	if v.RuleID != nil && *v.RuleID == was.RuleID {
		v.RuleID = nil
	}
	if v.References != nil && slices.EqualFunc(*v.References, was.References, isClaimOf) {
		v.References = nil
	}
	if v.Description != nil && *v.Description == was.Description {
		v.Description = nil
	}
}

// appendValue appends a value; one that is left as it is becomes a part of those before it.
func appendValue(values []file.Value, v file.Value) []file.Value {
	if n := len(values); n > 0 && v.Unchanged > 0 && values[n-1].Unchanged > 0 && values[n-1].Base+values[n-1].Unchanged == v.Base {
		values[n-1].Unchanged += v.Unchanged
		return values
	}
	return append(values, v)
}

func sameCells(texts map[string]string, cells []Cell) bool {
	if len(texts) != len(cells) {
		return false
	}
	for _, c := range cells {
		if text, ok := texts[c.Column]; !ok || text != c.Value {
			return false
		}
	}
	return true
}

// orderColumns brings the columns of new values into the order of those that rows have, and of the request.
func orderColumns(used, known []string, given []GivenValue) []string {
	order := slices.Clone(known)
	for _, g := range given {
		for _, cell := range g.Cells {
			order = appendNewColumn(order, cell.Column)
		}
	}
	return slices.DeleteFunc(order, func(column string) bool { return !slices.Contains(used, column) })
}

// errNoValue refuses a BasedOn that names no value.
func errNoValue(id string) error {
	return domain.Faultf(domain.Invalid, "basedOn names no value of the component: %s; read the components again", id).At("basedOn")
}
