package component

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/snakecase"
)

// Limits of what an event tells of findings, in bytes of text: beyond the second one it tells
// nothing.
const (
	maxBefore   = 200
	maxFindings = 128 << 10
)

// ApplyReview returns components with who checked them, and what is to be looked at; overrides are
// applied before. What the template expects is as of the analysis; the definitions only tell which
// values do not fit. The components are changed.
func ApplyReview(components []Detail, f file.Record, definitions []template.Component) []Detail {
	checks, expected := checksOf(f), expectationsOf(definitions)
	codes := snakecase.Index[[]string]{}
	changed := snakecase.Index[string]{}
	if f.Review != nil {
		for _, c := range f.Review.Changed {
			changed.Add(c.Name, c.Before)
		}
		for _, a := range f.Review.Attention {
			codes.Add(a.Name, a.Codes)
		}
	}
	stale := snakecase.Index[bool]{}
	for _, o := range f.Overrides {
		stale.Add(o.Name, o.Stale)
	}
	unmet := unmetOf(components, f, definitions)
	for i, c := range components {
		if check, ok := checks.Find(c.Name); ok {
			components[i].Checked = &check
		}
		components[i].Attention = attentionOf(c)
		if found, _ := codes.Find(c.Name); !c.Overridden {
			e, _ := expected.Find(c.Name)
			components[i].Attention = append(components[i].Attention, tellUnexpected(found, c, e)...)
		}
		before, differs := changed.Find(c.Name)
		if isStale, _ := stale.Find(c.Name); c.Overridden && isStale {
			components[i].Attention = append(components[i].Attention, Attention{file.AttentionOverrideStale, originalText(c)})
		} else if !c.Overridden && differs {
			components[i].Attention = append(components[i].Attention, Attention{file.AttentionChanged, before})
		}
		if len(c.BasesGone) > 0 {
			components[i].Attention = append(components[i].Attention, Attention{file.AttentionBaseGone, shorten(c.BasesGone)})
		}
		told, _ := unmet.Find(c.Name)
		components[i].Attention = append(components[i].Attention, told...)
	}
	return components
}

// attentionOf returns why a component is to be looked at, by itself.
func attentionOf(c Detail) []Attention {
	out := []Attention{}
	if !c.Overridden && len(c.Overlapped) > 0 {
		out = append(out, Attention{file.AttentionOverlapped, strings.Join(c.Overlapped, ", ")})
	}
	if !c.Overridden && len(c.Uncertain) > 0 && !isTrusted(c) {
		out = append(out, Attention{file.AttentionUncertain, strings.Join(c.Uncertain, ", ")})
	}
	if others := findContradictions(c); len(others) > 0 {
		out = append(out, Attention{file.AttentionContradicted, strings.Join(others, ", ")})
	}
	if doubtful := findDoubtful(c); len(doubtful) > 0 {
		out = append(out, Attention{file.AttentionDoubtful, strings.Join(doubtful, ", ")})
	}
	return out
}

// isTrusted reports whether rules tell of all values of a component how sure they are, and are: such
// cells were among those that this was measured on.
func isTrusted(c Detail) bool {
	return !slices.ContainsFunc(c.Values, func(v Value) bool { return v.Confidence == nil || *v.Confidence < doubtfulBelow })
}

// doubtfulBelow is the confidence below which a value is to be looked at.
const doubtfulBelow = 0.7

// maxContradictions is how many values of other sources attention tells.
const maxContradictions = 10

// findContradictions returns the values that other sources have, as "source: value".
func findContradictions(c Detail) (out []string) {
	for _, v := range c.Values {
		for _, s := range v.OtherSources {
			if !s.Agrees && len(out) < maxContradictions {
				out = appendNew(out, []string{s.Source + ": " + shorten([]string{s.Value})})
			}
		}
	}
	return out
}

// isContradicted reports whether another source has another value.
func isContradicted(v Value) bool {
	return slices.ContainsFunc(v.OtherSources, func(s document.OtherSource) bool { return !s.Agrees })
}

// findDoubtful returns the values of a component that are hardly sure, with their confidence. Those that
// another source contradicts are told as such.
func findDoubtful(c Detail) (out []string) {
	for _, v := range c.Values {
		if v.Confidence != nil && *v.Confidence < doubtfulBelow && !isContradicted(v) {
			out = appendNew(out, []string{fmt.Sprintf("%s (%.2f)", shorten([]string{v.Value}), *v.Confidence)})
		}
	}
	return out
}

// checksOf returns who checked the components of a file, by name.
func checksOf(f file.Record) snakecase.Index[Check] {
	out := snakecase.Index[Check]{}
	for _, c := range f.Checks {
		out.Add(c.Name, Check{c.By, c.At})
	}
	return out
}

// FindMissing returns those components that the template required when a file was analysed and that
// have no value: neither an extracted one nor one that somebody gave.
func FindMissing(components []Detail, f file.Record) []Detail {
	if f.Review == nil {
		return nil
	}
	there, checks := snakecase.Index[bool]{}, checksOf(f)
	for _, c := range components {
		there.Add(c.Name, true)
	}
	var out []Detail
	for _, a := range f.Review.Attention {
		if _, has := there.Find(a.Name); has || !slices.Contains(a.Codes, file.AttentionMissing) {
			continue
		}
		d := Detail{Name: a.Name, Values: []Value{}, Attention: []Attention{{Code: file.AttentionMissing}}, Version: f.AnalysisVersion()}
		if check, ok := checks.Find(a.Name); ok {
			d.Checked = &check
		}
		out = append(out, d)
	}
	return out
}

// FindOffered returns those components without a value that are not among the given ones, and for which a scorer
// offers something.
func FindOffered(given []Detail, f file.Record, offered []document.Candidate) []Detail {
	there, checks := snakecase.Index[bool]{}, checksOf(f)
	for _, c := range given {
		there.Add(c.Name, true)
	}
	var out []Detail
	for _, c := range offered {
		if _, has := there.Find(c.Component); has {
			continue
		}
		there.Add(c.Component, true)
		d := Detail{Name: c.Component, Values: []Value{}, Attention: []Attention{}, Version: f.AnalysisVersion()}
		if check, ok := checks.Find(c.Component); ok {
			d.Checked = &check
		}
		out = append(out, d)
	}
	return out
}

// AttachCandidates returns components with what a scorer offers for them; those that people changed have none.
// The components are changed.
func AttachCandidates(components []Detail, offered []document.Candidate) []Detail {
	byName := snakecase.Index[*[]document.Candidate]{} // which keeps what was added first
	for _, c := range offered {
		list, known := byName.Find(c.Component)
		if !known {
			list = new([]document.Candidate)
			byName.Add(c.Component, list)
		}
		*list = append(*list, c)
	}
	for i, c := range components {
		if list, known := byName.Find(c.Name); known && !c.Overridden {
			components[i].Candidates = *list
		}
	}
	return components
}

// expectationsOf returns what active definitions expect, by technical name.
func expectationsOf(definitions []template.Component) snakecase.Index[template.Expectation] {
	out := snakecase.Index[template.Expectation]{}
	for _, d := range definitions {
		if d.SoftDeleted == nil {
			out.Add(d.TechnicalName, d.Expectation)
		}
	}
	return out
}

// findUnexpected returns the codes for what is otherwise than a template expects of a component.
func findUnexpected(c Detail, e template.Expectation) (codes []string) {
	if e.Required && !hasValue(c) {
		codes = append(codes, file.AttentionMissing)
	}
	if e.Single && len(c.Values) > 1 {
		codes = append(codes, file.AttentionSeveral)
	}
	if len(e.FindMisfits(valueTexts(c))) > 0 {
		codes = append(codes, file.AttentionMisfit)
	}
	return codes
}

// hasValue reports whether a value of a component is not blank.
func hasValue(c Detail) bool {
	return slices.ContainsFunc(c.Values, func(v Value) bool { return strings.TrimSpace(v.Value) != "" })
}

// tellUnexpected returns attention for those of the codes that findUnexpected gives.
func tellUnexpected(codes []string, c Detail, e template.Expectation) (out []Attention) {
	if slices.Contains(codes, file.AttentionMissing) {
		out = append(out, Attention{Code: file.AttentionMissing})
	}
	if slices.Contains(codes, file.AttentionSeveral) {
		out = append(out, Attention{file.AttentionSeveral, strconv.Itoa(len(c.Values))})
	}
	if slices.Contains(codes, file.AttentionMisfit) {
		out = append(out, Attention{file.AttentionMisfit, shorten(e.FindMisfits(valueTexts(c)))})
	}
	return out
}

// originalText returns what was extracted of a component.
func originalText(c Detail) string {
	var texts []string
	for _, v := range c.Values {
		if v.OriginalValue != "" {
			texts = append(texts, v.OriginalValue)
		}
	}
	return strings.Join(texts, ", ")
}

// FindingsOf returns what the event of an analysis tells of its result. The result before is that
// of the same version of the file, nil for none. When the names and values take more than 128 KiB,
// it is nil. The definitions are those of the template; what they expect and is not so is told.
func FindingsOf(r document.Result, before *document.Result, definitions []template.Component) *file.Findings {
	found, expected := GroupByComponent(r), expectationsOf(definitions)
	out := &file.Findings{Names: []string{}}
	if before != nil {
		out.Changed = changesOf(GroupByComponent(*before), found)
	}
	size := 0
	for _, c := range found {
		out.Names = append(out.Names, c.Name)
		size += len(c.Name)
		var codes []string
		for _, a := range attentionOf(c) {
			codes = append(codes, a.Code)
		}
		e, _ := expected.Find(c.Name)
		codes = append(codes, findUnexpected(c, e)...)
		if slices.ContainsFunc(out.Changed, func(d file.Change) bool { return d.Name == c.Name }) {
			codes = append(codes, file.AttentionChanged)
		}
		if len(codes) > 0 {
			out.Attention = append(out.Attention, file.Attention{Name: c.Name, Codes: codes})
			size += len(c.Name)
		}
	}
	for _, name := range findAbsent(found, definitions) {
		out.Attention = append(out.Attention, file.Attention{Name: name, Codes: []string{file.AttentionMissing}})
		size += len(name)
	}
	for _, c := range out.Changed {
		size += len(c.Name) + len(c.Before)
	}
	out.Unmet = codesOfUnmet(FindUnmet(found, definitions))
	for _, a := range out.Unmet {
		size += len(a.Name)
	}
	if size > maxFindings {
		return nil
	}
	return out
}

// findAbsent returns the technical names of the components that definitions require and that an
// analysis did not find.
func findAbsent(found []Detail, definitions []template.Component) (names []string) {
	there := snakecase.Index[bool]{}
	for _, c := range found {
		there.Add(c.Name, true)
	}
	for _, d := range definitions {
		if _, has := there.Find(d.TechnicalName); d.Required && d.SoftDeleted == nil && !has {
			names = append(names, d.TechnicalName)
		}
	}
	return names
}

// changesOf returns the components of two results whose values differ, under the name that they
// have now, or else had.
func changesOf(before, now []Detail) []file.Change {
	values := snakecase.Index[[]string]{}
	for _, c := range before {
		values.Add(c.Name, valueTexts(c))
	}
	var out []file.Change
	there := snakecase.Index[bool]{}
	for _, c := range now {
		there.Add(c.Name, true)
		if was, _ := values.Find(c.Name); !slices.Equal(was, valueTexts(c)) {
			out = append(out, file.Change{Name: c.Name, Before: shorten(was)})
		}
	}
	for _, c := range before {
		if _, still := there.Find(c.Name); !still {
			out = append(out, file.Change{Name: c.Name, Before: shorten(valueTexts(c))})
		}
	}
	return out
}

func valueTexts(c Detail) []string {
	var out []string
	for _, v := range c.Values {
		out = append(out, v.Value)
	}
	return out
}

// shorten joins values, and cuts what is long.
func shorten(values []string) string {
	all := strings.Join(values, ", ")
	if len(all) <= maxBefore {
		return all
	}
	end := maxBefore
	for end > 0 && !utf8.RuneStart(all[end]) {
		end--
	}
	return all[:end] + "…"
}

// skippedEntities are the entities of a result that were skipped, by where they begin, each with
// the furthest end up to there.
type skippedEntities struct {
	list []document.Entity
	ends []int
}

// findSkipped returns the entities of a result that were skipped and would have been found else.
func findSkipped(entities []document.Entity) skippedEntities {
	var s skippedEntities
	for _, e := range entities {
		if e.State == document.StateSkipped && e.Kind == "ENTITY" && e.Len() > 0 {
			s.list = append(s.list, e)
		}
	}
	slices.SortStableFunc(s.list, func(a, b document.Entity) int { return cmp.Compare(a.Start, b.Start) })
	end := 0
	for _, e := range s.list {
		end = max(end, e.End)
		s.ends = append(s.ends, end)
	}
	return s
}

// over returns the skipped entities of another type or text that share text with an entity, ten
// at most.
func (s skippedEntities) over(e document.Entity) []string {
	const most = 10
	var out []string
	i, _ := slices.BinarySearchFunc(s.list, e.End, func(x document.Entity, end int) int { return cmp.Compare(x.Start, end) })
	for i--; i >= 0 && s.ends[i] > e.Start && len(out) < most; i-- {
		x := s.list[i]
		if x.Intersects(e.Span) && (x.Type != e.Type || x.Value != e.Value) {
			out = append(out, x.Type+": "+shorten([]string{x.Value}))
		}
	}
	slices.Reverse(out)
	return out
}
