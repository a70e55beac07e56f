package templates

import (
	"context"
	"errors"
	"time"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// TemplateFields are the fields of a template that people set. A nil one keeps its
// value, or takes its default in a new template.
type TemplateFields struct {
	Name, Description              *string
	ValidFrom, ValidTo             core.Change[time.Time]
	RemoveWatermark                *bool
	KeepImageMetadata              *bool
	OCRByDefault                   *bool
	KeepHiddenText                 *bool
	KeepOverlapping                *bool
	LearnFromApproved              *bool
	ApplyDictionary                *bool
	DownloadFileTypes              *[]string
	RetentionHours                 core.Change[int]
	Visibility                     *string
	OCRLanguages                   *[]string
	KeyColumn, Encoding, Delimiter *string // of csv files of attributes
}

// CreateTemplate begins a template without rules.
type CreateTemplate struct {
	core.Request
	TemplateFields
}

// UpdateTemplate changes the fields of a template.
type UpdateTemplate struct {
	core.Request
	TemplateID string
	TemplateFields
}

// applyTo returns the given texts and settings with the fields of the request set.
func (f TemplateFields) applyTo(t template.Text, s template.Settings) (template.Text, template.Settings) {
	setGiven(&t.Name, f.Name)
	setGiven(&t.Description, f.Description)
	applyChange(&s.ValidFrom, f.ValidFrom)
	applyChange(&s.ValidTo, f.ValidTo)
	setGiven(&s.RemoveWatermark, f.RemoveWatermark)
	setGiven(&s.KeepImageMetadata, f.KeepImageMetadata)
	setGiven(&s.OCRByDefault, f.OCRByDefault)
	setGiven(&s.KeepHiddenText, f.KeepHiddenText)
	setGiven(&s.KeepOverlapping, f.KeepOverlapping)
	setGiven(&s.LearnFromApproved, f.LearnFromApproved)
	setGiven(&s.ApplyDictionary, f.ApplyDictionary)
	setGiven(&s.DownloadFileTypes, f.DownloadFileTypes)
	applyChange(&s.RetentionHours, f.RetentionHours)
	setGiven(&s.Visibility, f.Visibility)
	setGiven(&s.OCRLanguages, f.OCRLanguages)
	setGiven(&s.AttributesKeyColumn, f.KeyColumn)
	setGiven(&s.AttributesEncoding, f.Encoding)
	setGiven(&s.AttributesDelimiter, f.Delimiter)
	return t, s
}

func setGiven[T any](field *T, given *T) {
	if given != nil {
		*field = *given
	}
}

func applyChange[T any](field **T, change core.Change[T]) {
	if change.Given {
		*field = change.Value
	}
}

// checkFields returns the fields with the name in normal form, or a fault for fields that
// no template may have.
func (f TemplateFields) checkFields() (TemplateFields, error) {
	if f.Name != nil {
		name, err := core.NormalizeName("name", *f.Name)
		if err != nil {
			return f, err
		}
		f.Name = &name
	}
	if f.Description != nil {
		if err := core.CheckLength("description", *f.Description, 4000); err != nil {
			return f, err
		}
	}
	_, s := f.applyTo(template.Text{}, template.DefaultSettings())
	return f, s.Check()
}

// CreateTemplate begins a template under a name that no other one of the workspace
// has.
func (c *Commands) CreateTemplate(ctx context.Context, r CreateTemplate) (core.Outcome, error) {
	if !user.MayCall(r.Caller, user.CreateDossierTemplate) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	fields, err := r.checkFields()
	switch {
	case err != nil:
		return core.Outcome{}, err
	case fields.Name == nil:
		return core.Outcome{}, domain.Required("name")
	}
	var b template.Bundle
	b.Text, b.Settings = fields.applyTo(template.Text{}, template.DefaultSettings())
	return c.ImportTemplate(ctx, ImportTemplate{Request: r.Request, Bundle: b})
}

// UpdateTemplate changes the fields of a template. A new name is taken before, and
// the former one given back after the change.
func (c *Commands) UpdateTemplate(ctx context.Context, r UpdateTemplate) (core.Outcome, error) {
	if !user.MayCall(r.Caller, user.UpdateDossierTemplate) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	var err error
	if r.TemplateFields, err = r.checkFields(); err != nil {
		return core.Outcome{}, err
	}
	at, err := core.RetryContended(ctx, c.Core, r.Request, template.StreamOf(r.Caller.Workspace, r.TemplateID),
		func(ctx context.Context) (es.Receipt, error) {
			return c.updateTemplate(ctx, r)
		})
	return core.Outcome{ID: r.TemplateID, Position: uint64(at.Position)}, r.ToCallerError(err)
}

func (c *Commands) updateTemplate(ctx context.Context, r UpdateTemplate) (es.Receipt, error) {
	stream, subject := template.StreamOf(r.Caller.Workspace, r.TemplateID), template.SubjectOf(r.Caller.Workspace)
	t, at, err := es.Load(ctx, c.Log, template.Decider, stream)
	switch {
	case err != nil:
		return at, err
	case !t.Exists:
		return at, domain.ErrTemplateNotFound
	case r.ExpectVersion != 0 && r.ExpectVersion != at.Version:
		return at, domain.ErrChanged
	}
	if r.Name == nil || *r.Name == t.Text.Name {
		return es.Decide(ctx, c.Log, template.Decider, r.CommandOn(stream),
			template.Update(subject, naming.Hold{}, r.applyTo))
	}
	if err := domain.CheckVisible("name", *r.Name); err != nil {
		return at, err
	}
	if _, s := r.applyTo(t.Text, t.Settings); s.CheckValidity() != nil {
		return at, s.CheckValidity()
	}
	key, err := c.NameKey(ctx, r.Caller.Workspace, "template", *r.Name)
	if err != nil {
		return at, err
	}
	at, err = core.AppendUnderName(ctx, c.Core, r.Request, key, template.Decider, stream, func(h naming.Hold) es.Decision[template.State] {
		return template.Update(subject, h, r.applyTo)
	})
	switch {
	case errors.Is(err, core.ErrNameTaken):
		return at, c.nameFault(ctx, r, *r.Name)
	case err == nil:
		err = c.ReleaseName(ctx, r.Request, t.Hold)
	}
	return at, err
}

// nameFault returns the error for a name that could not be taken: errTemplateName when
// another template has it, domain.ErrContended when this one got it meanwhile.
func (c *Commands) nameFault(ctx context.Context, r UpdateTemplate, name string) error {
	t, err := c.FindTemplate(ctx, r.Caller, r.TemplateID)
	switch {
	case err != nil:
		return err
	case t.Text.Name == name:
		return domain.ErrContended
	}
	return errTemplateName
}
