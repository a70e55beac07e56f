package suggest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/internal/measure"
)

// A Document is a document with the values that people say it has, by the name of the field.
type Document struct {
	Name   string
	Tree   *document.Tree
	Values map[string][]string
}

// A Field is a field that rules are sought for.
type Field struct {
	Name     string       `json:"name"`
	Kind     measure.Kind `json:"-"` // how values are compared
	KindName string       `json:"kind"`
}

// NewField returns a field whose values are compared in a certain way.
func NewField(name string, kind measure.Kind) Field {
	return Field{Name: name, Kind: kind, KindName: measure.KindNames()[kind]}
}

// Options determine how rules are sought.
type Options struct {
	// MaxRules is how many rules a field may have. Default: 8.
	MaxRules int
	// MinDocuments is in how many documents a rule must find the right value. Default: 2.
	MinDocuments int
	// Workers is how many documents are measured at a time. Default: 1.
	Workers int
	// Progress is called with what is being done, how much of it is done, and how much there is.
	Progress func(step string, done, all int)
}

// A Rule finds the values of a field in some of the documents.
type Rule struct {
	About string `json:"about"` // what the rule looks for, in words
	Right int    `json:"right"` // of the values that it adds to those of the rules before it
	Found int    `json:"found"` // values that it adds
	// Example is a document in which the rule decides and is right.
	Example Example `json:"example"`

	option  option
	samples []sample
}

// An Example is a value in a document.
type Example struct {
	Document string `json:"document"`
	Value    string `json:"value"`
}

// A FieldRules holds the rules of a field, in the order in which they are tried.
type FieldRules struct {
	Field
	Rules    []Rule
	Multiple bool   // a document may have several values: all rules apply
	Reason   string // why there is no rule; "" when there are rules
	Labelled int    // documents in which the field has a value
	InText   int    // those of them in which the value was found in the text
	// Train counts the values on the documents that the rules were learnt from, Unseen those on
	// documents that were left out, a fifth at a time.
	Train  measure.Counts `json:"train"`
	Unseen measure.Counts `json:"unseen"`

	monthFirst bool // of fields that are dates
	shape      shapeKind
}

// DescribeRest says of a field with rules how many of its documents they cannot be right in, as the
// labelled value does not stand in their text; "" when it stands in nine of ten.
func (f FieldRules) DescribeRest() string {
	if len(f.Rules) == 0 || f.InText*10 >= f.Labelled*9 {
		return ""
	}
	return fmt.Sprintf("the value stands in the text of %d of the %d documents that are labelled with it; the others print it in "+
		"another form, or not at all", f.InText, f.Labelled)
}

// A Proposal holds what was learnt.
type Proposal struct {
	Fields    []FieldRules `json:"fields"`
	Documents int          `json:"documents"`
}

// HasRules reports whether any field has a rule.
func (p *Proposal) HasRules() bool {
	return slices.ContainsFunc(p.Fields, func(f FieldRules) bool { return len(f.Rules) > 0 })
}

// Learn seeks rules for the fields of documents. It takes seconds to minutes, and returns the
// error of the context when that ends.
func Learn(ctx context.Context, docs []Document, fields []Field, o Options) (*Proposal, error) {
	if len(docs) == 0 {
		return nil, errors.New("there are no documents to learn from")
	}
	if o.MaxRules < 1 {
		o.MaxRules = 8
	}
	if o.MinDocuments < 1 {
		o.MinDocuments = 2
	}
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	l := learner{options: o, docs: makeViews(docs)}
	out := &Proposal{Documents: len(docs)}
	fields = slices.Clone(fields)
	for i, f := range fields {
		o.Progress("fields", i, len(fields))
		rules, err := l.learnField(ctx, f)
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", f.Name, err)
		}
		out.Fields = append(out.Fields, rules)
	}
	o.Progress("fields", len(fields), len(fields))
	return out, nil
}

// A learner holds what all fields share.
type learner struct {
	options Options
	docs    []view
}

// learnField seeks the rules of one field.
func (l learner) learnField(ctx context.Context, f Field) (FieldRules, error) {
	s := newStudy(f, l.docs)
	out := FieldRules{Field: f, Multiple: s.multiple, Labelled: s.labelled, InText: s.inText, monthFirst: s.monthFirst, shape: s.shape}
	every := allDocuments(len(l.docs))
	out.Train = s.countList(nil, nil, every) // as long as there is no rule, nothing is found
	out.Unseen = out.Train
	if s.inText < l.options.MinDocuments {
		out.Reason = s.explainAbsence()
		return out, nil
	}
	candidates, sets := s.mineAll(l.options.MinDocuments)
	found, err := l.measureCandidates(ctx, s, candidates)
	if err != nil {
		return out, err
	}
	if s.shape == shapeText {
		extra := s.refineAll(candidates, found, &sets)
		more, err := l.measureCandidates(ctx, s, extra)
		if err != nil {
			return out, err
		}
		candidates, found = append(candidates, extra...), append(found, more...)
	}
	options := s.judgeOptions(candidates, found)
	chosen := s.chooseRules(options, sets[folds], every, l.options)
	if len(chosen) == 0 {
		out.Reason = s.explainFailure(options)
		return out, nil
	}
	out.Rules, out.Train = s.describeRules(chosen, options), s.countList(chosen, options, every)
	held, train := trainingSets(len(l.docs))
	out.Unseen = measure.Counts{}
	for k := range folds {
		list := s.chooseRules(options, sets[k], train[k], l.options)
		out.Unseen = out.Unseen.Add(s.countList(list, options, held[k]))
	}
	return out, nil
}

// mineAll returns the candidates that any training set suggests, each once, and which of them
// those of each set are; the last set is that of all documents. So cross-validation knows no
// label or form that stands in the documents left out alone.
func (s *study) mineAll(least int) (all []candidate, sets [folds + 1]map[int]bool) {
	_, train := trainingSets(len(s.docs))
	index := map[string]int{}
	for k := folds; k >= 0; k-- {
		docs := allDocuments(len(s.docs))
		if k < folds {
			docs = train[k]
		}
		sets[k] = map[int]bool{}
		for _, c := range s.mineCandidates(docs, least) {
			i, ok := index[c.search]
			if !ok {
				i = len(all)
				index[c.search] = i
				all = append(all, c)
			}
			sets[k][i] = true
		}
	}
	return all, sets
}

// allDocuments returns the indexes of all documents.
func allDocuments(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
