package templates

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/views"
)

// AskMapping asks for a component mapping of a template.
type AskMapping struct {
	Caller                user.Principal
	TemplateID, MappingID string
}

// A ComponentMapping describes a table that rules look values up in.
type ComponentMapping struct {
	ID, Name, FileName  string
	Columns             []string // of the header
	Lines               int      // below the header
	Encoding, Delimiter string
}

// ListMappings lists the component mappings of a template by name.
func (q *Templates) ListMappings(ctx context.Context, a AskOfTemplate) ([]ComponentMapping, error) {
	t, err := q.scopes.InTemplate(ctx, a.Caller, user.ListComponentMappings, a.TemplateID)
	if err != nil {
		return nil, err
	}
	out := make([]ComponentMapping, len(t.Mappings))
	for i, m := range t.Mappings {
		out[i] = mappingOf(m)
	}
	slices.SortFunc(out, func(a, b ComponentMapping) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}

// A MappingFile is the file of a component mapping as it was uploaded. It must be
// closed.
type MappingFile struct {
	ComponentMapping
	Size    int64
	Content io.ReadCloser
}

// MappingFile opens the file of a component mapping.
func (q *Templates) MappingFile(ctx context.Context, a AskMapping) (MappingFile, error) {
	t, err := q.scopes.InTemplate(ctx, a.Caller, user.DownloadComponentMapping, a.TemplateID)
	if err != nil {
		return MappingFile{}, err
	}
	i := slices.IndexFunc(t.Mappings, func(m template.StoredMapping) bool { return m.ID == a.MappingID })
	if i < 0 {
		return MappingFile{}, template.ErrMappingNotFound
	}
	m := t.Mappings[i]
	in, err := q.blobs.Open(ctx, m.Blob)
	if err != nil {
		return MappingFile{}, views.MapErased(fmt.Errorf("open component mapping %s: %w", m.ID, err),
			template.ErrMappingNotFound)
	}
	return MappingFile{mappingOf(m), m.Blob.Size, in}, nil
}

func mappingOf(m template.StoredMapping) ComponentMapping {
	return ComponentMapping{ID: m.ID, Name: m.Name, FileName: m.FileName, Columns: m.Columns, Lines: m.Lines,
		Encoding:  m.Encoding,
		Delimiter: m.Delim}
}
