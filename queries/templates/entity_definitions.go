package templates

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/views"
)

// An EntityDefinition is a kind of entity that rules find.
type EntityDefinition struct {
	ID, TemplateID             string
	TechnicalName, DisplayName string
	Description                string
	Rank                       int    // of two overlapping entities the one with the higher number stays
	Kind                       string // ENTITY, HINT
	Color, RecommendationColor string // #RRGGBB
	HasDictionary              bool
	CaseSensitive              bool // of its dictionary
	Entries                    int  // terms in the three lists
	FalsePositives             int
	FalseRecommendations       int
}

// AskDictionary asks for one of the lists of terms of an entity.
type AskDictionary struct {
	Caller               user.Principal
	TemplateID, EntityID string
	List                 string // entries, false-positives, false-recommendations
}

// EntityDefinitions lists the entities of a template, the highest rank first.
func (q *Templates) EntityDefinitions(ctx context.Context, a AskOfTemplate) ([]EntityDefinition, error) {
	t, err := q.scopes.InTemplate(ctx, a.Caller, user.ListEntityDefinitions, a.TemplateID)
	if err != nil {
		return nil, err
	}
	out := []EntityDefinition{}
	for _, d := range t.Entities {
		e := EntityDefinition{ID: d.ID, TemplateID: t.ID, TechnicalName: d.TechnicalName, DisplayName: d.Name,
			Description: d.Description,
			Rank:        d.Rank, Kind: d.Kind, Color: d.Color, RecommendationColor: d.Recommended,
			HasDictionary: d.HasDictionary, CaseSensitive: d.CaseSensitive}
		for list, n := range map[string]*int{template.ListEntries: &e.Entries, template.ListFalsePositives: &e.FalsePositives,
			template.ListFalseRecommendations: &e.FalseRecommendations} {
			if *n, err = q.countTerms(ctx, t, d, list); err != nil {
				return nil, err
			}
		}
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b EntityDefinition) int {
		return cmp.Or(cmp.Compare(b.Rank, a.Rank), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}

// countTerms counts the terms of a list, from its bytes where nobody wrote it down.
func (q *Templates) countTerms(
	ctx context.Context, t template.Record, d template.Definition, list string,
) (int, error) {
	stored, ok := t.FindDictionary(d, list)
	switch {
	case !ok:
		return 0, nil
	case stored.Terms != nil:
		return *stored.Terms, nil
	}
	content, err := q.readTemplateFile(ctx, stored.Blob)
	return bytes.Count(content, []byte{'\n'}), err
}

// ReadDictionary reads a list of terms: one in a line, sorted. An entity without a
// dictionary has none.
func (q *Templates) ReadDictionary(ctx context.Context, a AskDictionary) ([]byte, error) {
	t, err := q.scopes.InTemplate(ctx, a.Caller, user.GetEntityDictionary, a.TemplateID)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(t.Entities, func(d template.Definition) bool { return d.ID == a.EntityID })
	if i < 0 || !template.KnownList(a.List) {
		return nil, template.ErrEntityNotFound
	}
	stored, ok := t.FindDictionary(t.Entities[i], a.List)
	if !ok {
		return nil, nil
	}
	return q.readTemplateFile(ctx, stored.Blob)
}

// readTemplateFile reads a file of a template.
func (q *Templates) readTemplateFile(ctx context.Context, ref es.BlobRef) ([]byte, error) {
	in, err := q.blobs.Open(ctx, ref)
	if err != nil {
		return nil, views.MapErased(fmt.Errorf("open a file of a template: %w", err), domain.ErrTemplateNotFound)
	}
	content := make([]byte, ref.Size)
	_, err = io.ReadFull(in, content)
	return views.AnswerUnless(errors.Join(err, in.Close()), content)
}
