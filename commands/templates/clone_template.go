package templates

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// CloneTemplate begins a template as a copy of another one, under a name of its own.
type CloneTemplate struct {
	core.Request
	TemplateID string // of the other one
	Name       string
}

// CloneTemplate copies all that an export of a template holds, under new identifiers;
// none of its dossiers, and no soft-deleted component definitions.
func (c *Commands) CloneTemplate(ctx context.Context, r CloneTemplate) (core.Outcome, error) {
	if !user.MayCall(r.Caller, user.CloneDossierTemplate) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	name, err := core.NormalizeName("name", r.Name)
	if err == nil {
		err = domain.CheckVisible("name", name)
	}
	if err != nil {
		return core.Outcome{}, err
	}
	from, err := c.FindTemplate(ctx, r.Caller, r.TemplateID)
	if err != nil {
		return core.Outcome{}, err
	}
	key, err := c.NameKey(ctx, r.Caller.Workspace, "template", name)
	if err != nil {
		return core.Outcome{}, core.ToCallerError(err)
	}
	stream := template.StreamOf(r.Caller.Workspace, r.NewID("template"))
	if holder, err := c.HolderOf(ctx, r.Request, key); err != nil || holder != "" && holder != stream {
		return ImportTemplate{}.existingOutcome(holder, err)
	}
	m := &templateMaker{ImportTemplate: ImportTemplate{Request: r.Request}, blobs: c.Blobs,
		subject: template.SubjectOf(r.Caller.Workspace)}
	text := template.Text{Name: name, Description: from.Text.Description}
	at, err := c.storeNewTemplate(ctx, m, key, stream,
		template.Created{Settings: from.Settings, Text: es.Seal(m.subject, text)},
		func() error { return m.copyTemplate(ctx, from) })
	if errors.Is(err, core.ErrNameTaken) { // somebody was faster
		return core.Outcome{}, errTemplateName
	}
	return core.Outcome{ID: stream.Key(), Created: true, Position: uint64(at.Position)}, core.ToCallerError(err)
}

// copyTemplate makes the events of a template that holds what another one does, in the order
// of a bundle.
func (m *templateMaker) copyTemplate(ctx context.Context, from template.State) error {
	m.addDefinitions(template.KindDossierStatus, from.Statuses)
	m.addDefinitions(template.KindDossierAttribute, from.DossierAttrs)
	m.addDefinitions(template.KindFileAttribute, from.FileAttrs)
	m.addDefinitions(template.KindEntity, from.Entities)
	m.Bundle.Components = nil
	for _, d := range from.ActiveComponents() {
		m.Bundle.Components = append(m.Bundle.Components, template.NewComponent{
			TechnicalName: d.TechnicalName,
			DisplayName:   d.DisplayName,
			Description:   d.Description,
			Expectation:   d.Expectation,
		})
	}
	if err := m.addComponents(); err != nil {
		return err
	}
	for _, d := range from.Dictionaries {
		ref, err := m.copyBlob(ctx, d.Blob)
		if err != nil {
			return err
		}
		m.terms++
		d.Blob, d.Counter = ref, m.terms
		m.events = append(m.events, d)
	}
	return m.copyFiles(ctx, from)
}

// copyFiles copies mappings, date formats, rules and report templates.
func (m *templateMaker) copyFiles(ctx context.Context, from template.State) error {
	for i, s := range from.Mappings {
		body, err := m.copyBody(ctx, s.Blob)
		if err != nil {
			return err
		}
		m.events = append(m.events, template.MappingStored{
			Body:    body,
			ID:      m.NewID(fmt.Sprintf("mapping\n%d", i)),
			Mapping: es.Seal(m.subject, s.Mapping),
		})
	}
	for _, f := range []struct {
		ref   es.BlobRef
		event func(template.Body) es.Event
	}{
		{from.DateFormats, func(b template.Body) es.Event { return template.DateFormatsStored{Body: b} }},
		{from.Entity, func(b template.Body) es.Event { return template.EntityRulesStored{Body: b} }},
		{from.Component, func(b template.Body) es.Event { return template.ComponentRulesStored{Body: b} }},
	} {
		if f.ref.ID == uuid.Nil {
			continue
		}
		body, err := m.copyBody(ctx, f.ref)
		if err != nil {
			return err
		}
		m.events = append(m.events, f.event(body))
	}
	for i, s := range from.Reports {
		ref, err := m.copyBlob(ctx, s.Blob)
		if err != nil {
			return err
		}
		m.events = append(m.events, template.ReportTemplateStored{
			ID:     m.NewID(fmt.Sprintf("report\n%d", i)),
			Blob:   ref,
			Report: es.Seal(m.subject, s.ReportTemplate),
		})
	}
	return nil
}

func (m *templateMaker) copyBody(ctx context.Context, from es.BlobRef) (template.Body, error) {
	ref, err := m.copyBlob(ctx, from)
	m.rules++
	return template.Body{Blob: ref, Counter: m.rules}, err
}

// copyBlob stores another copy of a blob.
func (m *templateMaker) copyBlob(ctx context.Context, from es.BlobRef) (es.BlobRef, error) {
	in, err := m.blobs.Open(ctx, from)
	if err != nil {
		return es.BlobRef{}, fmt.Errorf("open a file of the template: %w", err)
	}
	ref, _, err := m.blobs.Put(ctx, m.subject, in)
	if err == nil {
		m.refs = append(m.refs, ref)
	}
	return ref, errors.Join(err, in.Close())
}

// storeNewTemplate keeps the bytes of a new template and appends the events that name them.
// Bytes that no event came to name are removed again.
func (c *Commands) storeNewTemplate(ctx context.Context, m *templateMaker, key string, stream es.StreamID,
	created template.Created, make func() error) (es.Receipt, error) {
	if err := make(); err != nil { // no event names the bytes
		return es.Receipt{}, errors.Join(err, m.removeBlobs(ctx, m.refs))
	}
	at, err := core.AppendUnderName(ctx, c.Core, m.Request, key, template.Decider, stream, func(h naming.Hold) es.Decision[template.State] {
		created.Hold = h
		return template.StoreBundle(append([]es.Event{created}, m.events...)...)
	})
	switch {
	case err == nil:
		// A repeated command stored the bytes once more.
		unnamed, err := findUnnamed(ctx, c.Log, stream, m.refs)
		return at, errors.Join(err, m.removeBlobs(ctx, unnamed))
	case core.IsRefusal(err):
		return at, errors.Join(err, m.removeBlobs(ctx, m.refs))
	}
	return at, err // in doubt the events are there, and need the bytes
}
