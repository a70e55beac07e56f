package candidates

import (
	"cmp"
	"encoding/hex"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/document"
)

// A Layout is what a memory keeps of a document whose values people have approved: by which labels its layout is
// known again, and which labels stand around its values. It holds no word of a value.
type Layout struct {
	Labels []string `json:"labels"` // of its first page, in lower case, sorted; those of the table alone
	Beside []Beside `json:"beside"`
}

// A Beside is a label that stands around the approved value of a field, and around no other candidate of its kind.
type Beside struct {
	Field    string `json:"field"`
	Position string `json:"position"` // as features name it, such as left
	Label    string `json:"label"`    // in lower case
	Known    bool   `json:"known"`    // the table of labels has it
}

// An Approved is the value of a field that people have approved.
type Approved struct {
	Field string
	Kind  Kind
	Value string // in the form of candidates
}

// Bounds of what is kept of a document, and what a layout needs.
const (
	maxLayoutLabels = 100
	maxLabelRunes   = 40
	fewestLabels    = 5   // of a page that is known again
	labelShare      = 0.8 // of a text that is a label, at least
	bands           = 8   // of the marks of a layout
	bandRows        = 2
	// sameLayout is the share of labels that two pages of one layout have in common.
	sameLayout = 0.7
)

// remembered are the positions whose labels are kept. Other places hold values of other fields as often as labels.
var remembered = []string{"inside", "left", "above", "column", "row"}

// LabelsOf returns the labels of the first page, by which its layout is known again; nil for too few.
func (s Set) LabelsOf() []string {
	if len(s.labels) < fewestLabels {
		return nil
	}
	return s.labels
}

// LabelsOf returns the labels of the first page of a document, as Set.LabelsOf does, without looking at its candidates.
func LabelsOf(t *document.Tree) []string {
	f := &finder{tree: t, reader: reader{known: map[string][]meaning{}}, left: map[Kind]int{}}
	pages := readPages(t)
	if len(pages) == 0 {
		return nil
	}
	f.pages = pages[:1]
	f.segments = [][]*segment{cutSegments(t, &f.pages[0], 0)}
	for _, s := range f.segments[0] {
		if len(s.text) <= maxSegmentText {
			f.findIn(s)
		}
	}
	return Set{labels: f.pageLabels()}.LabelsOf()
}

// Learn returns what a memory keeps of the document for approved values; its Labels are nil where a page has too few.
func (s Set) Learn(approved []Approved) Layout {
	out := Layout{Labels: s.LabelsOf()}
	for _, a := range approved {
		for i, position := range positions {
			if !slices.Contains(remembered, position) {
				continue
			}
			for _, label := range s.labelsAround(a, i) {
				if !holdsAny(label, approved) {
					out.Beside = append(out.Beside, Beside{a.Field, position, label, s.isLabel(label)})
				}
			}
		}
	}
	return out
}

// labelsAround returns the labels that stand at a position of an approved value, and of no other candidate.
func (s Set) labelsAround(a Approved, position int) (out []string) {
	for i := range s.Candidates {
		c := &s.Candidates[i]
		if c.Kind != a.Kind || Compare(c.Value) != Compare(a.Value) || position >= len(c.around) {
			continue
		}
		label := c.around[position]
		if !isLabelLike(label) || slices.Contains(out, label) {
			continue
		}
		if values := s.valuesAt(a.Kind, position, label); len(values) == 1 {
			out = append(out, label)
		}
	}
	return out
}

// valuesAt returns the candidates of a kind that have a label at a position, each value once.
func (s Set) valuesAt(kind Kind, position int, label string) (out []int) {
	for i := range s.Candidates {
		c := &s.Candidates[i]
		if c.Kind != kind || position >= len(c.around) || c.around[position] != label {
			continue
		}
		if !slices.ContainsFunc(out, func(o int) bool { return Compare(s.Candidates[o].Value) == Compare(c.Value) }) {
			out = append(out, i)
		}
	}
	return out
}

// isLabel reports whether a text is a label of the table.
func (s Set) isLabel(text string) bool {
	return s.reader != nil && isKnown(s.reader, text)
}

func isKnown(r *reader, text string) bool {
	return isLabelLike(text) && slices.ContainsFunc(r.meaningsOf(text), func(m meaning) bool { return m.share >= labelShare })
}

// isLabelLike reports whether a text may be a label: a few words without a digit.
func isLabelLike(text string) bool {
	return text != "" && utf8.RuneCountInString(text) <= maxLabelRunes && countDigits(text) == 0 && countLetters(text) >= 2
}

// holdsAny reports whether a text holds a word of an approved value, so that it may be a name.
func holdsAny(label string, approved []Approved) bool {
	for _, a := range approved {
		for w := range strings.FieldsSeq(labelForm(a.Value)) {
			if utf8.RuneCountInString(w) >= 3 && strings.Contains(label, w) {
				return true
			}
		}
	}
	return false
}

// pageLabels returns the labels of the table that the first page has, sorted.
func (f *finder) pageLabels() (out []string) {
	add := func(text string) {
		if isKnown(&f.reader, text) {
			out = append(out, text)
		}
	}
	if len(f.segments) > 0 {
		for _, s := range f.segments[0] {
			add(s.key)
		}
	}
	for i := range f.found {
		if c := &f.found[i]; c.seg.page == 0 && c.from > 0 {
			add(labelForm(c.seg.text[:c.from]))
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return out[:min(len(out), maxLayoutLabels)]
}

// Compare returns a value as it is compared with others: letters and digits, lower case, and signs that amounts have.
func Compare(value string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' || r == '-' {
			return unicode.ToLower(r)
		}
		return -1
	}, value)
}

// MarksOf returns marks by which pages with nearly the same labels find each other: those that have 0.7 of their labels
// in common share one of the eight in 99 of 100 cases. Nothing but a hash of the labels and of the
// scope, such as a template, is in them.
func MarksOf(scope string, labels []string) (out []string) {
	if len(labels) == 0 {
		return nil
	}
	for band := range bands {
		h := fnv.New64a()
		_, _ = h.Write([]byte(scope + " "))
		for row := range bandRows {
			least := uint64(math.MaxUint64)
			for _, label := range labels {
				one := fnv.New64a()
				_, _ = one.Write([]byte(strconv.Itoa(band*bandRows+row) + " " + label))
				least = min(least, mix(one.Sum64()))
			}
			_, _ = h.Write([]byte(strconv.FormatUint(least, 16) + " "))
		}
		out = append(out, strconv.Itoa(band)+"-"+hex.EncodeToString(h.Sum(nil)))
	}
	return out
}

// mix spreads the bits of a hash, so that its order says nothing of its last letters.
func mix(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// likeness returns the share of labels that two sorted lists have in common.
func likeness(a, b []string) float64 {
	both := 0
	for _, label := range a {
		if _, found := slices.BinarySearch(b, label); found {
			both++
		}
	}
	return float64(both) / float64(max(1, len(a)+len(b)-both))
}

// A Remembered is what is kept of one approved file.
type Remembered struct {
	Dossier string
	Layout
}

// A Memory holds what people have approved in a template.
type Memory struct {
	Files []Remembered
}

// A Recalled is a candidate that stands where approved files of its layout have the value of a field.
type Recalled struct {
	Candidate int
	Label     string // that it stands beside
	Files     int    // approved files that have the value beside that label
}

// Recall returns which candidate of a kind the memory holds for the value of a field, and false for none: labels that
// files of the same layout have beside it must lead to one value alone. A label that the table does not have may be a
// name; it counts once three files of two dossiers have it.
func (s Set) Recall(m Memory, field string, kind Kind) (Recalled, bool) {
	votes := map[string]int{} // by value
	best := map[string]Recalled{}
	for _, b := range s.votesFor(m, field) {
		position := slices.Index(positions, b.Position)
		if position < 0 || !slices.Contains(remembered, b.Position) {
			continue
		}
		found := s.valuesAt(kind, position, b.Label)
		if len(found) != 1 {
			continue
		}
		value := Compare(s.Candidates[found[0]].Value)
		votes[value] += b.files
		if b.files > best[value].Files {
			best[value] = Recalled{found[0], b.Label, b.files}
		}
	}
	first, second, chosen := 0, 0, ""
	for value, n := range votes {
		if n > first || n == first && value < chosen {
			first, second, chosen = n, first, value
		} else if n > second {
			second = n
		}
	}
	if first == 0 || first == second {
		return Recalled{}, false
	}
	return best[chosen], true
}

// A vote is a label beside a value, and how many files have it there.
type vote struct {
	Beside
	files int
}

// votesFor returns the labels that files of this layout have beside the value of a field, those of most files first.
func (s Set) votesFor(m Memory, field string) (out []vote) {
	labels := s.LabelsOf()
	if labels == nil {
		return nil
	}
	dossiers := map[Beside]map[string]bool{}
	counts := map[Beside]int{}
	for _, f := range m.Files {
		if likeness(labels, f.Labels) < sameLayout {
			continue
		}
		for _, b := range f.Beside {
			if b.Field != field {
				continue
			}
			if dossiers[b] == nil {
				dossiers[b] = map[string]bool{}
			}
			dossiers[b][f.Dossier] = true
			counts[b]++
		}
	}
	for b, n := range counts {
		if b.Known || n >= 3 && len(dossiers[b]) >= 2 {
			out = append(out, vote{b, n})
		}
	}
	slices.SortFunc(out, func(a, b vote) int {
		return cmp.Or(b.files-a.files, cmp.Compare(slices.Index(remembered, a.Position), slices.Index(remembered, b.Position)),
			cmp.Compare(a.Label, b.Label))
	})
	return out
}
