package candidates

import (
	"slices"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/document"
)

// A Kind is what a candidate may be a value of.
type Kind string

// The kinds of candidates.
const (
	Date     Kind = "date"
	Amount   Kind = "amount"
	Number   Kind = "number" // of an invoice, an order, a customer: one to three words with a digit
	VATID    Kind = "vat"
	IBAN     Kind = "iban"
	Currency Kind = "currency"
	Name     Kind = "name"
)

// A Candidate is a piece of a page that may be a value.
type Candidate struct {
	Kind Kind
	// Value is the value in one form: a date as 2006-01-02, an amount with a point and two digits, an
	// IBAN and a VAT id without blanks, a currency as its code; others as printed.
	Value string
	Text  string // as printed, words parted by one blank
	// Spans is the text in the tree, in reading order: several where the tree has other text between.
	Spans []document.Span
	Page  int // from 1

	from, to int // of Text in its segment
	seg      *segment
	box      area
	form     form
	around   []string // what is read as labels, in the order of positions
}

// An area is a box with y growing downwards.
type area struct{ x0, y0, x1, y1, size float64 }

// A form is what only candidates of one kind have.
type form struct {
	day      time.Time // of a date
	amount   float64
	words    int  // of a number
	valid    bool // the check digits of an IBAN are right, a VAT id begins with its country
	twoLines bool // a name on two lines
	codes    int  // how often the currency stands as its code
	signs    int  // how often it stands as its sign
	others   int  // currencies of the document
	of       int  // how often any currency stands
}

// Options say how candidates are found.
type Options struct {
	// Hides reports whether a label, in lower case, is treated as unknown; nil hides none. Training hides
	// some, so that a model learns to do without.
	Hides func(label string) bool
}

// A Set is the candidates of a document with their features.
type Set struct {
	Candidates []Candidate
	// Features[i] describes Candidates[i]; FeatureNames tells what each number is.
	Features [][]float32

	labels  []string // of the first page
	printed []string // of them, those that stand before no sign of a currency, as LabelsOf finds them
	reader  *reader
}

// A Search finds the candidates of a document once, when they are first asked for. It is not safe for concurrent use.
type Search struct {
	tree *document.Tree
	set  *Set
}

// NewSearch returns a search of a document.
func NewSearch(t *document.Tree) *Search { return &Search{tree: t} }

// Set returns the candidates of the document.
func (s *Search) Set() Set {
	if s.set == nil {
		found := Find(s.tree, Options{})
		s.set = &found
	}
	return *s.set
}

// Labels returns what LabelsOf returns for the document.
func (s *Search) Labels() []string {
	return Set{labels: s.Set().printed}.LabelsOf()
}

// Find returns the candidates of a document in the order of pages and lines.
func Find(t *document.Tree, o Options) Set {
	f := &finder{tree: t, reader: reader{known: map[string][]meaning{}, hides: o.Hides}, left: map[Kind]int{}}
	f.pages = readPages(t)
	for i := range f.pages {
		segments := cutSegments(t, &f.pages[i], i)
		f.segments = append(f.segments, segments)
		f.all = append(f.all, segments...)
	}
	f.monthFirst = f.writesMonthFirst()
	for _, s := range f.all {
		if len(s.text) <= maxSegmentText {
			f.findIn(s)
		}
	}
	printed := f.pageLabels()
	f.findCurrencies()
	return Set{Features: f.describe(), Candidates: f.found, labels: f.pageLabels(), printed: printed, reader: &f.reader}
}

// A finder finds candidates of one document.
type finder struct {
	tree       *document.Tree
	reader     reader
	pages      []page
	segments   [][]*segment // of each page
	all        []*segment
	monthFirst bool
	found      []Candidate
	left       map[Kind]int // candidates of each kind so far
}

// findIn finds the candidates in a segment.
func (f *finder) findIn(s *segment) {
	var taken []piece
	if strings.ContainsAny(s.text, "0123456789") {
		dates := f.findDates(s)
		amounts := f.findAmounts(s, dates)
		codes := f.findCodes(s, dates)
		taken = slices.Concat(dates, amounts, codes)
		f.findNumbers(s, taken, slices.Concat(dates, codes))
	}
	f.findNames(s)
}

// A piece is a range of the text of a segment.
type piece struct{ from, to int }

func (p piece) touches(o piece) bool { return p.from < o.to && o.from < p.to }

// touchesAny reports whether a piece shares a byte with one of others.
func (p piece) touchesAny(others []piece) bool { return slices.ContainsFunc(others, p.touches) }

// add adds a candidate, unless there are too many of its kind.
func (f *finder) add(kind Kind, s *segment, p piece, value string, form form) {
	words := s.wordsIn(p.from, p.to)
	if len(words) == 0 || f.left[kind] >= maxOfKind {
		return
	}
	f.left[kind]++
	c := Candidate{Kind: kind, Value: value, Text: s.text[p.from:p.to], Page: f.pages[s.page].number,
		from: p.from, to: p.to, seg: s, form: form}
	c.Spans = f.spansOf(s, p)
	c.box = area{x0: words[0].x0, y0: words[0].y0, x1: words[0].x1, y1: words[0].y1}
	for _, w := range words {
		b := &c.box
		b.x1, b.y0, b.y1, b.size = max(b.x1, w.x1), min(b.y0, w.y0), max(b.y1, w.y1), max(b.size, w.size)
	}
	f.found = append(f.found, c)
}

// spansOf returns a piece of a segment in the tree. Words that follow each
// other in the tree share a span.
func (f *finder) spansOf(s *segment, p piece) (out []document.Span) {
	for i := range s.words {
		w := &s.words[i]
		if s.starts[i] >= p.to || s.starts[i]+len(w.text) <= p.from {
			continue
		}
		span := w.span
		span.Start += max(0, p.from-s.starts[i])
		span.End -= max(0, s.starts[i]+len(w.text)-p.to)
		if n := len(out); n > 0 && out[n-1].End <= span.Start && strings.TrimSpace(f.tree.Text[out[n-1].End:span.Start]) == "" {
			out[n-1].End = span.End
			continue
		}
		out = append(out, span)
	}
	return out
}
