package bundle

import (
	"bytes"
	"encoding/binary"
	"io"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
)

// WriteBundle writes a bundle as the zip that ReadZip reads. Notes, samples and tests are no
// part of a bundle.
func WriteBundle(w io.Writer, b template.Bundle) error {
	t, contents := stateOf(b)
	return WriteZip(w, t, func(ref es.BlobRef) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(contents[ref.ID])), nil
	})
}

// Manifest returns template.yaml for a bundle, as WriteBundle writes it: bundles with the same
// settings, definitions and names of files have the same text.
func Manifest(b template.Bundle) string {
	t, _ := stateOf(b)
	text, _ := describeTemplate(t)
	return text
}

// stateOf returns the template that a bundle describes, and the bytes that it refers to.
func stateOf(b template.Bundle) (template.State, map[uuid.UUID][]byte) {
	contents := map[uuid.UUID][]byte{}
	put := func(content []byte) es.BlobRef {
		if content == nil {
			return es.BlobRef{}
		}
		var id uuid.UUID
		binary.BigEndian.PutUint64(id[:], uint64(len(contents)+1))
		contents[id] = content
		return es.BlobRef{ID: id, Size: int64(len(content))}
	}
	t := template.State{Exists: true, Text: b.Text, Settings: b.Settings,
		Entity: put(b.EntityRules), Component: put(b.ComponentRules), DateFormats: put(b.DateFormats)}
	t.Statuses, t.DossierAttrs, t.FileAttrs, t.Entities = b.Statuses, b.DossierAttributes, b.FileAttributes, b.Entities
	for i, c := range b.Components {
		t.Components = append(t.Components, template.Component{
			TechnicalName: c.TechnicalName, DisplayName: c.DisplayName, Description: c.Description, Rank: i + 1, Expectation: c.Expectation})
	}
	for _, d := range b.Dictionaries {
		t.Dictionaries = append(t.Dictionaries, template.DictionaryStored{Entity: d.Entity, List: d.List, Blob: put(template.TermsText(d.Terms))})
	}
	for _, m := range b.Mappings {
		t.Mappings = append(t.Mappings, template.StoredMapping{Mapping: m.Mapping, Blob: put(m.Content)})
	}
	for _, r := range b.Reports {
		t.Reports = append(t.Reports, template.StoredReport{ReportTemplate: r.ReportTemplate, Blob: put(r.Content)})
	}
	return t, contents
}
