package templates

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// StoreMapping gives a template one more component mapping, or puts one in place of
// the one with MappingID.
type StoreMapping struct {
	core.Request
	TemplateID string
	MappingID  string  // "": a new one
	Name       *string // nil: the name of the file
	Encoding   string
	Delimiter  string
	// Open begins to read the upload, as for UploadFile. One file is kept in memory.
	Open func() (core.Upload, error)
	// Complete, unless nil, sets what the request gives behind the content, as for UploadFile.
	Complete func(*StoreMapping)
}

// DeleteMapping takes a component mapping away.
type DeleteMapping struct {
	core.Request
	TemplateID, MappingID string
}

// StoreMapping checks the csv file of a component mapping and stores it. A mapping
// that comes as it is already is not stored again.
func (c *Parts) StoreMapping(ctx context.Context, r StoreMapping) (core.Outcome, error) {
	op := user.UploadComponentMapping
	if r.MappingID != "" {
		op = user.UpdateComponentMapping
	}
	if !user.MayCall(r.Caller, op) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	if err := r.wellFormed(); err != nil {
		return core.Outcome{}, err
	}
	if _, _, err := c.mappingBefore(ctx, r); err != nil {
		return core.Outcome{}, err
	}
	m, content, err := c.readMapping(r)
	if err != nil {
		return core.Outcome{}, err
	}
	stream := template.StreamOf(r.Caller.Workspace, r.TemplateID)
	out, err := core.RetryContended(ctx, c.Core, r.Request, stream, func(ctx context.Context) (core.Outcome, error) {
		return c.storeMapping(ctx, r, m, content)
	})
	return c.afterFollower(ctx, FollowerReanalysis, out, r.ToCallerError(err))
}

// wellFormed checks what is known before the file is read.
func (r StoreMapping) wellFormed() error {
	if !template.KnownEncoding(r.Encoding) {
		return domain.Refuse(domain.NotListed, "Unknown encoding: %s", r.Encoding).At("encoding")
	}
	if err := template.CheckDelimiter(r.Delimiter); err != nil {
		return err
	}
	if r.Name == nil {
		return nil
	}
	_, err := template.MappingName(*r.Name)
	return err
}

// mappingBefore returns the mapping that the request replaces, and false for a new one.
func (c *Parts) mappingBefore(ctx context.Context, r StoreMapping) (template.StoredMapping, bool, error) {
	t, err := c.FindTemplate(ctx, r.Caller, r.TemplateID)
	if err != nil || r.MappingID == "" {
		return template.StoredMapping{}, false, err
	}
	m, found := t.FindMapping(r.MappingID)
	if !found {
		return m, false, template.ErrMappingNotFound
	}
	return m, true, nil
}

// readMapping reads the upload and returns the description of the mapping with its
// bytes.
func (c *Parts) readMapping(r StoreMapping) (template.Mapping, []byte, error) {
	up, err := r.Open()
	if err != nil {
		return template.Mapping{}, nil, err
	}
	content, err := io.ReadAll(up.Content)
	if err != nil {
		return template.Mapping{}, nil, err
	}
	if r.Complete != nil {
		r.Complete(&r)
	}
	if err := r.wellFormed(); err != nil {
		return template.Mapping{}, nil, err
	}
	m := template.Mapping{Name: up.Name, FileName: up.Name, Encoding: r.Encoding, Delim: r.Delimiter}
	if r.Name != nil {
		m.Name = *r.Name
	}
	if m.Name, err = template.MappingName(m.Name); err != nil {
		return m, nil, err
	}
	if len(content) == 0 {
		return m, nil, core.ErrEmpty
	}
	limits := c.Mapping
	if limits == (template.MappingLimits{}) {
		limits = template.DefaultMappingLimits()
	}
	m.Columns, m.Lines, err = template.MeasureMapping(content, m.Encoding, m.Delim, limits)
	return m, content, err
}

// storeMapping stores a sound mapping unless the template has it as it is.
func (c *Parts) storeMapping(ctx context.Context, r StoreMapping, m template.Mapping,
	content []byte) (core.Outcome, error) {
	before, replaced, err := c.mappingBefore(ctx, r)
	if err != nil {
		return core.Outcome{}, err
	}
	if replaced && sameMapping(before.Mapping, m) {
		if same, err := c.hasBytes(ctx, before.Blob, content); err != nil || same {
			return core.Outcome{ID: r.MappingID}, err
		}
	}
	id, subject := r.MappingID, template.SubjectOf(r.Caller.Workspace)
	now, _, err := c.Blobs.Put(ctx, subject, bytes.NewReader(content))
	if err != nil {
		return core.Outcome{}, err
	}
	decide := template.ReplaceMapping(subject, before.Blob, id, m, now)
	if !replaced {
		id = r.NewID("mapping")
		decide = template.AddMapping(subject, id, m, now)
	}
	at, err := es.Decide(ctx, c.Log, template.Decider, r.CommandOn(template.StreamOf(r.Caller.Workspace, r.TemplateID)),
		decide)
	if err == nil && !replaced {
		err = c.dropRepeated(ctx, template.StreamOf(r.Caller.Workspace, r.TemplateID), now)
	} else {
		err = c.RemoveUnnamed(ctx, now, err)
	}
	return core.Outcome{ID: id, Created: !replaced, Position: uint64(at.Position)}, err
}

// dropRepeated removes bytes that a repeated command stored once more.
func (c *Parts) dropRepeated(ctx context.Context, stream es.StreamID, now es.BlobRef) error {
	unnamed, err := findUnnamed(ctx, c.Log, stream, []es.BlobRef{now})
	for _, ref := range unnamed {
		err = errors.Join(err, c.Blobs.Remove(context.WithoutCancel(ctx), ref))
	}
	return err
}

// sameMapping reports whether two mappings have the same description; their columns and
// lines follow from their bytes.
func sameMapping(a, b template.Mapping) bool {
	return a.Name == b.Name && a.FileName == b.FileName && a.Encoding == b.Encoding && a.Delim == b.Delim
}

// DeleteMapping takes a component mapping away. Its bytes stay, for packages and
// analyses that began with it.
func (c *Parts) DeleteMapping(ctx context.Context, r DeleteMapping) (core.Outcome, error) {
	if !user.MayCall(r.Caller, user.DeleteComponentMapping) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	out, err := c.onTemplate(ctx, r.Request, r.TemplateID, template.DeleteMapping(r.MappingID))
	out.ID = r.MappingID
	return c.afterFollower(ctx, FollowerReanalysis, out, err)
}
