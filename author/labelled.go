package author

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/seed-62a36931/docket/adapters/ruletest"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/measure"
)

// ParseKinds returns how fields are compared, by their name without what does not count; names
// are those of kinds, by field.
func ParseKinds(names map[string]string) (map[string]measure.Kind, error) {
	out := map[string]measure.Kind{}
	for field, name := range names {
		kind, ok := measure.KindByName(name)
		if !ok {
			return nil, fmt.Errorf("%s=%s: the kinds are %s", field, name, strings.Join(measure.KindNames(), ", "))
		}
		out[measure.SameName(field)] = kind
	}
	return out, nil
}

// A Labelled is a document with the values that people say its fields have.
type Labelled struct {
	Name   string
	Tree   *document.Tree
	Values map[string][]string // by field
	Err    error               // why it could not be read
}

// A LabelledSet holds labelled documents that are not read yet.
type LabelledSet struct {
	documents []labelledDocument
}

// OpenLabelled finds the labelled documents of a folder, in the order of their names. truth is
// the file of labels, see docket score fields; "" stands for NAME.json beside each document.
func OpenLabelled(dir, truth string) (LabelledSet, error) {
	list, err := readLabels(dir, truth)
	return LabelledSet{list}, err
}

// Len returns how many documents there are.
func (s LabelledSet) Len() int { return len(s.documents) }

// Fields returns the fields that documents are labelled with values of, in the order in which they come;
// those that are labelled by rows are not among them.
func (s LabelledSet) Fields() (out []string) {
	known := map[string]bool{}
	for _, d := range s.documents {
		for _, f := range d.fields {
			if !known[f.name] && len(f.values) > 0 {
				known[f.name] = true
				out = append(out, f.name)
			}
		}
	}
	return out
}

// Read reads all documents, several at a time, as the settings of a template require. It calls
// progress after each. The error is that of the context; a document that cannot be read has one
// of its own.
func (s LabelledSet) Read(ctx context.Context, r Reading, settings template.Settings, progress func(done, all int)) ([]Labelled, error) {
	in := r.NewReader(settings)
	defer in.Close()
	paths, out := make([]string, len(s.documents)), make([]Labelled, len(s.documents))
	for i, d := range s.documents {
		paths[i] = d.path
		out[i] = Labelled{Name: d.name, Values: map[string][]string{}}
		for _, f := range d.fields {
			if len(f.values) > 0 {
				out[i].Values[f.name] = f.values
			}
		}
	}
	var done atomic.Int64
	in.forEachFile(paths, func(i int) {
		if ctx.Err() != nil {
			return
		}
		subjects, err := in.readSubjects(ctx, "", paths[i], "")
		if err != nil {
			out[i].Err = err
		} else {
			out[i].Tree = subjects[0].tree
		}
		progress(int(done.Add(1)), len(paths))
	})
	return out, ctx.Err()
}

// ParseLightText reads a document in the light text of rule tests.
func ParseLightText(text string) (*document.Tree, error) {
	tree, problems := ruletest.ParseText([]byte(text))
	if len(problems) > 0 {
		return nil, fmt.Errorf("line %d: %s", problems[0].Line, problems[0].Message)
	}
	return tree, nil
}
