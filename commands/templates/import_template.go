package templates

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// ImportTemplate stores a new dossier template with all that a bundle brings.
type ImportTemplate struct {
	core.Request
	Bundle template.Bundle
	// Problems are what was found in the files before, when the bundle was read.
	Problems []template.BundleError
	// SkipExisting answers with the template that has the name already, unchanged,
	// instead of refusing.
	SkipExisting bool
}

// BundleProblems refuses a bundle because of what its files say. Its kind is
// Unprocessable.
type BundleProblems struct {
	Errors []template.BundleError // at least one
}

// Error returns the first problem and the number of problems.
func (e *BundleProblems) Error() string {
	p := e.Errors[0]
	return fmt.Sprintf("the template has %d error(s), the first one in %s:%d:%d: %s", len(e.Errors), p.File, p.Line,
		p.Column, p.Message)
}

// Unwrap returns the fault for callers that need no list of problems.
func (e *BundleProblems) Unwrap() error {
	return domain.Refuse(domain.InvalidRules, "The template has errors")
}

var errTemplateName = domain.Refuse(domain.NameTaken, "Dossier template name already exists").At("name")

// ImportTemplate stores a template under a name that no other one of the
// workspace has, all of it or nothing. Bad files are a *BundleProblems.
func (c *Commands) ImportTemplate(ctx context.Context, r ImportTemplate) (core.Outcome, error) {
	if !user.MayCall(r.Caller, user.ImportDossierTemplate) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	var err error
	if r.Bundle.Name, err = core.NormalizeName("name", r.Bundle.Name); err == nil {
		err = domain.CheckVisible("name", r.Bundle.Name)
	}
	if err != nil {
		return core.Outcome{}, r.problemsOr(err)
	}
	key, err := c.NameKey(ctx, r.Caller.Workspace, "template", r.Bundle.Name)
	if err != nil {
		return core.Outcome{}, core.ToCallerError(err)
	}
	stream := template.StreamOf(r.Caller.Workspace, r.NewID("template"))
	if holder, err := c.HolderOf(ctx, r.Request, key); err != nil || holder != "" && holder != stream {
		return r.existingOutcome(holder, err)
	}
	r.Problems = append(slices.Clip(r.Problems), c.checkBundle(r.Bundle)...)
	if err := r.problemsOr(nil); err != nil {
		return core.Outcome{}, err
	}
	at, err := c.storeTemplate(ctx, r, key, stream)
	if errors.Is(err, core.ErrNameTaken) { // somebody was faster
		return r.existingOutcome(c.HolderOf(ctx, r.Request, key))
	}
	return core.Outcome{ID: stream.Key(), Created: true, Position: uint64(at.Position)}, r.ToCallerError(err)
}

// problemsOr returns the problems of the files as one error, sorted by place, or err if
// there are none.
func (r ImportTemplate) problemsOr(err error) error {
	if len(r.Problems) == 0 {
		return err
	}
	slices.SortStableFunc(r.Problems, func(a, b template.BundleError) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return &BundleProblems{r.Problems[:min(len(r.Problems), mostProblems)]}
}

// mostProblems is the maximum number of problems of a bundle that are returned.
const mostProblems = 1000

// existingOutcome returns the outcome when another template holds the name: that template, or
// errTemplateName unless SkipExisting is set.
func (r ImportTemplate) existingOutcome(holder es.StreamID, err error) (core.Outcome, error) {
	switch {
	case err != nil:
		return core.Outcome{}, core.ToCallerError(err)
	case !r.SkipExisting || holder == "":
		return core.Outcome{}, errTemplateName
	}
	return core.Outcome{ID: holder.Key()}, nil
}

// checkBundle looks for what is wrong in rules, date formats and components. A
// rule file that is missing is no problem: the template stays incomplete.
func (c *Commands) checkBundle(b template.Bundle) []template.BundleError {
	problems := analysis.CheckRules(b)
	if _, err := template.AssignRanks(nil, b.Components); err != nil {
		problems = append(problems, analysis.TextProblem("template.yaml", err))
	}
	if err := b.CheckVisibleNames(); err != nil {
		problems = append(problems, analysis.TextProblem("template.yaml", err))
	}
	for _, r := range b.Reports {
		if err := c.checkReport(r); err != nil {
			problems = append(problems, template.BundleError{File: "reports/" + r.FileName, Line: 1, Column: 1,
				Message: err.Error()})
		}
	}
	return problems
}

// storeTemplate stores a template with all that its bundle brings.
func (c *Commands) storeTemplate(ctx context.Context, r ImportTemplate, key string,
	stream es.StreamID) (es.Receipt, error) {
	m := &templateMaker{ImportTemplate: r, blobs: c.Blobs, subject: template.SubjectOf(r.Caller.Workspace)}
	created := template.Created{Settings: r.Bundle.Settings, Text: es.Seal(m.subject, r.Bundle.Text)}
	return c.storeNewTemplate(ctx, m, key, stream, created, func() error { return m.storeBundle(ctx) })
}

// findUnnamed returns those of the blobs that a template does not name.
func findUnnamed(ctx context.Context, log *es.Log, stream es.StreamID, refs []es.BlobRef) ([]es.BlobRef, error) {
	t, _, err := es.Load(ctx, log, template.Decider, stream)
	if err != nil {
		return nil, err
	}
	named := []es.BlobRef{t.Entity, t.Component, t.DateFormats}
	for _, m := range t.Mappings {
		named = append(named, m.Blob)
	}
	for _, d := range t.Dictionaries {
		named = append(named, d.Blob)
	}
	for _, r := range t.Reports {
		named = append(named, r.Blob)
	}
	return slices.DeleteFunc(slices.Clone(refs), func(ref es.BlobRef) bool {
		return slices.ContainsFunc(named, func(n es.BlobRef) bool { return n.ID == ref.ID })
	}), nil
}

// A templateMaker turns a bundle into blobs and events.
type templateMaker struct {
	ImportTemplate
	blobs        es.Blobs
	subject      es.Subject
	refs         []es.BlobRef
	events       []es.Event
	rules, terms int // counters of rules and of dictionaries
}

// storeBundle stores a bundle in its order: definitions, dictionaries, mappings, date formats,
// rules, report templates.
func (m *templateMaker) storeBundle(ctx context.Context) error {
	m.addDefinitions(template.KindDossierStatus, m.Bundle.Statuses)
	m.addDefinitions(template.KindDossierAttribute, m.Bundle.DossierAttributes)
	m.addDefinitions(template.KindFileAttribute, m.Bundle.FileAttributes)
	m.addDefinitions(template.KindEntity, m.Bundle.Entities)
	if err := m.addComponents(); err != nil {
		return err
	}
	for _, d := range m.Bundle.Dictionaries {
		ref, err := m.putContent(ctx, template.TermsText(d.Terms))
		if err != nil {
			return err
		}
		m.terms++
		n := len(d.Terms)
		m.events = append(m.events, template.DictionaryStored{Entity: d.Entity, List: d.List, Blob: ref, Terms: &n,
			Counter: m.terms})
	}
	for i, b := range m.Bundle.Mappings {
		body, err := m.storeBody(ctx, b.Content)
		if err != nil {
			return err
		}
		m.events = append(m.events, template.MappingStored{
			Body:    body,
			ID:      m.NewID(fmt.Sprintf("mapping\n%d", i)),
			Mapping: es.Seal(m.subject, b.Mapping),
		})
	}
	if err := m.ruleFiles(ctx); err != nil {
		return err
	}
	return m.reportTemplates(ctx)
}

func (m *templateMaker) reportTemplates(ctx context.Context) error {
	for i, r := range m.Bundle.Reports {
		ref, err := m.putContent(ctx, r.Content)
		if err != nil {
			return err
		}
		m.events = append(m.events, template.ReportTemplateStored{
			ID:     m.NewID(fmt.Sprintf("report\n%d", i)),
			Blob:   ref,
			Report: es.Seal(m.subject, r.ReportTemplate),
		})
	}
	return nil
}

func (m *templateMaker) ruleFiles(ctx context.Context) error {
	for _, f := range []struct {
		content []byte
		event   func(template.Body) es.Event
	}{
		{m.Bundle.DateFormats, func(b template.Body) es.Event { return template.DateFormatsStored{Body: b} }},
		{m.Bundle.EntityRules, func(b template.Body) es.Event { return template.EntityRulesStored{Body: b} }},
		{m.Bundle.ComponentRules, func(b template.Body) es.Event { return template.ComponentRulesStored{Body: b} }},
	} {
		if f.content == nil {
			continue
		}
		body, err := m.storeBody(ctx, f.content)
		if err != nil {
			return err
		}
		m.events = append(m.events, f.event(body))
	}
	return nil
}

// addDefinitions adds the events of definitions, each with a new identifier.
func (m *templateMaker) addDefinitions(kind string, list []template.Definition) {
	for i, d := range list {
		d.ID = m.NewID(fmt.Sprintf("%s\n%d", kind, i))
		e := template.DefinitionCreated{Of: kind, Definition: es.Seal(m.subject, d)}
		if kind == template.KindEntity {
			m.terms++
			e.Counter = m.terms
		}
		m.events = append(m.events, e)
	}
}

func (m *templateMaker) addComponents() error {
	add := slices.Clone(m.Bundle.Components)
	for i := range add {
		add[i].ID = m.NewID(fmt.Sprintf("definition\n%d", i))
	}
	ranked, err := template.AssignRanks(nil, add)
	m.events = append(m.events, template.ComponentEvents(m.subject, "created", ranked)...)
	return err
}

// storeBody stores a file that rules depend on.
func (m *templateMaker) storeBody(ctx context.Context, content []byte) (template.Body, error) {
	ref, err := m.putContent(ctx, content)
	m.rules++
	return template.Body{Blob: ref, Counter: m.rules}, err
}

func (m *templateMaker) putContent(ctx context.Context, content []byte) (es.BlobRef, error) {
	ref, _, err := m.blobs.Put(ctx, m.subject, bytes.NewReader(content))
	if err == nil {
		m.refs = append(m.refs, ref)
	}
	return ref, err
}

func (m *templateMaker) removeBlobs(ctx context.Context, refs []es.BlobRef) error {
	var failed []error
	for _, ref := range refs {
		failed = append(failed, m.blobs.Remove(context.WithoutCancel(ctx), ref))
	}
	return errors.Join(failed...)
}
