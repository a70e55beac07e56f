package suggest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/internal/measure"
)

// A shapeKind is what the values of a field look like.
type shapeKind int

const (
	shapeText shapeKind = iota
	shapeNumber
	shapeDate
	shapeMoney
)

var shapes = map[shapeKind]*regexp.Regexp{
	shapeMoney: regexp.MustCompile(`^[^\d\pL]{0,3}\s?(?:[A-Z]{2,3}\s?)?\(?-?(?:\d{1,3}(?:[.,' ]\d{3})+|\d+)[.,]\d\d\)?$`),
	shapeDate: regexp.MustCompile(`(?i)^(?:\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}` +
		`|\d{1,2}(?:st|nd|rd|th)?[.]?[\s-]*(?:of\s)?\pL{3,10}[.]?,?[\s-]*\d{2,4}|\pL{3,10}[.]?\s*\d{1,2}(?:st|nd|rd|th)?\s?,?\s*\d{4})$`),
	shapeNumber: regexp.MustCompile(`^[\pL\d./_#-]*\d[\pL\d./_-]*$`),
}

// datesInText and amountsInText find what may be the value of a field that is compared by value.
var (
	datesInText = regexp.MustCompile(`(?i)\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{2,4}` +
		`|\d{1,2}(?:st|nd|rd|th)?[.]?[\s-]*(?:of\s+)?\pL{3,10}[.]?,?[\s-]*\d{2,4}|\pL{3,10}[.]?\s+\d{1,2}(?:st|nd|rd|th)?\s?,?\s+\d{4}`)
	amountsInText = regexp.MustCompile(`\d[\d.,']*\d|\d`)
)

// A study holds what is known of one field in all documents.
type study struct {
	Field
	docs       []view
	places     [][]document.Span // where the labelled values stand, by document
	shape      shapeKind
	monthFirst bool
	multiple   bool
	labelled   int
	inText     int
	hints      []map[hint]bool // around the labelled places, by document
	frequency  map[string]int  // in how many documents a text stands
	judged     map[judged]bool // whether values are right
}

// newStudy looks for the values of a field in all documents.
func newStudy(f Field, docs []view) *study {
	s := &study{Field: f, docs: docs, places: make([][]document.Span, len(docs)), frequency: map[string]int{}, judged: map[judged]bool{}}
	var values []string
	several := 0
	for i, d := range docs {
		wanted := d.Values[f.Name]
		if len(wanted) == 0 {
			continue
		}
		s.labelled++
		if len(wanted) > 1 {
			several++
		}
		values = append(values, wanted...)
		for _, w := range wanted {
			s.places[i] = append(s.places[i], s.findValue(d, w)...)
		}
		if len(s.places[i]) > 0 {
			s.inText++
		}
	}
	s.shape = shapeOf(values, f.Kind)
	s.monthFirst = isMonthFirst(values)
	s.multiple = several*10 > s.labelled
	s.hints = s.collectHints()
	return s
}

// findValue returns the places of a value in a document.
func (s *study) findValue(d view, value string) (out []document.Span) {
	var pattern *regexp.Regexp
	switch s.Kind {
	case measure.Amount:
		pattern = amountsInText
	case measure.Date:
		pattern = datesInText
	default:
		return d.findPlain(value)
	}
	for _, at := range pattern.FindAllStringIndex(d.Tree.Text, -1) {
		if len(out) < maxPlaces && isWordEnd(d.Tree.Text, at[0], at[1]) && s.Kind.SameValue(d.Tree.Text[at[0]:at[1]], value) {
			out = append(out, document.Span{Start: at[0], End: at[1]})
		}
	}
	if len(out) == 0 {
		return d.findPlain(value)
	}
	return out
}

// shapeOf returns what four of five values look like.
func shapeOf(values []string, kind measure.Kind) shapeKind {
	switch kind {
	case measure.Amount:
		return shapeMoney
	case measure.Date:
		return shapeDate
	}
	for _, shape := range []shapeKind{shapeMoney, shapeDate, shapeNumber} {
		n := 0
		for _, v := range values {
			if shapes[shape].MatchString(strings.TrimSpace(v)) {
				n++
			}
		}
		if n*5 >= len(values)*4 {
			return shape
		}
	}
	return shapeText
}

// GuessKinds returns fields with the kinds that are given for them; the others are compared as what
// four of five of their labels look like: amounts, dates or text.
func GuessKinds(docs []Document, fields []string, given map[string]measure.Kind) []Field {
	out := make([]Field, len(fields))
	for i, name := range fields {
		kind, ok := given[name]
		if !ok {
			var values []string
			for _, d := range docs {
				values = append(values, d.Values[name]...)
			}
			switch shapeOf(values, measure.Text) {
			case shapeMoney:
				kind = measure.Amount
			case shapeDate:
				kind = measure.Date
			}
		}
		out[i] = NewField(name, kind)
	}
	return out
}

var dayAndMonth = regexp.MustCompile(`^\s*(\d{1,2})[./-](\d{1,2})[./-]\d`)

// isMonthFirst reports whether more dates have their month first than their day.
func isMonthFirst(values []string) bool {
	n := 0
	for _, v := range values {
		m := dayAndMonth.FindStringSubmatch(v)
		switch {
		case m == nil:
		case len(m[2]) == 2 && m[2] > "12":
			n++
		case len(m[1]) == 2 && m[1] > "12":
			n--
		}
	}
	return n > 0
}

// isRight reports whether a value is one that the document is labelled with.
func (s *study) isRight(doc int, value string) bool {
	key := judged{doc, value}
	right, ok := s.judged[key]
	if !ok {
		right = slices.ContainsFunc(s.docs[doc].Values[s.Name], func(w string) bool { return s.Kind.SameValue(value, w) })
		s.judged[key] = right
	}
	return right
}

// A judged is a value of a document that was compared with its labels.
type judged struct {
	doc   int
	value string
}

// explainAbsence says why nothing can be learnt of values that the documents do not have.
func (s *study) explainAbsence() string {
	if s.labelled == 0 {
		return "no document is labelled with it"
	}
	return s.describeText() + s.askForForm()
}

// describeText says in how many documents the values stand as they are labelled.
func (s *study) describeText() string {
	return fmt.Sprintf("its value stands in the text of %d of the %d documents that are labelled with it", s.inText, s.labelled)
}

// askForForm says what to do about values that are printed in another form than they are labelled in.
func (s *study) askForForm() string {
	kinds := ""
	if s.Kind != measure.Amount && s.Kind != measure.Date {
		kinds = "--kind " + s.Name + "=date or =amount compares by value; "
	}
	return "; if it is printed in another form (March 2026 for 2026-03), " + kinds +
		"label what is printed, and convert it in component rules"
}
