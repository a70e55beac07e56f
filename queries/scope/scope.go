// Package scope finds what requests name, the template, the dossier and the file on the path, now or at a
// moment, and checks that the caller may know of it.
package scope

import (
	"context"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/views"
)

// A Path is what a request names: a template and a dossier in it, who asks, for which operation, and
// of which moment.
type Path struct {
	Caller            user.Principal
	Operation         user.Operation
	Template, Dossier string
	At                *time.Time // nil: now
	Trashed           bool       // soft-deleted dossiers and files are found too
}

// A Scope is a dossier that the caller may know of, with its template. Rights are checked against the
// dossier as it is now; answers show it as it was at the moment of the path.
type Scope struct {
	Path
	Template template.Record
	Now      dossier.Record
	Then     dossier.Record // at the moment of the path; equal to Now without one
}

// A Finder finds what requests name, and checks that the caller may know of it.
type Finder struct {
	views   *views.Views
	log     *es.Log // for reads of the past
	now     func() time.Time
	decoded *TemplateCache // nil: templates are decoded again for each read
}

// NewFinder returns a finder that reads the present from views and the past from a log.
func NewFinder(views *views.Views, log *es.Log, now func() time.Time, decoded *TemplateCache) *Finder {
	return &Finder{views, log, now, decoded}
}

// InTemplate returns a template. It returns domain.ErrAccessDenied when the role of the caller does not
// allow the operation, and domain.ErrTemplateNotFound when there is no such template.
func (f *Finder) InTemplate(
	ctx context.Context, p user.Principal, op user.Operation, id string,
) (template.Record, error) {
	if !user.MayCall(p, op) {
		return template.Record{}, domain.ErrAccessDenied
	}
	var t template.Record
	fault, err := f.views.SeekRecords(ctx, []es.StreamID{template.StreamOf(p.Workspace, id)},
		f.seekTemplate(p.Workspace, id, &t))
	if err == nil && t.ID == "" {
		err = domain.ErrTemplateNotFound
	}
	return t, views.OutcomeOf(err, fault)
}

// seekTemplate describes the row of a template, which is read into t.
func (f *Finder) seekTemplate(ws, id string, t *template.Record) views.Sought {
	return views.Sought{Where: views.ByKey("templates", "workspace"), Args: []any{id, ws},
		Into: func(doc []byte) (err error) {
			*t, err = f.decoded.readRecord(template.StreamOf(ws, id), doc)
			return err
		}}.IsOf(template.StreamOf(ws, id), &t.ID, &t.Version)
}

// InDossier returns the dossier that a path leads to. A dossier that the caller may not see is
// domain.ErrDossierNotFound, like one that does not exist. Callers have to call CheckAccess once
// everything that the request names is found.
func (f *Finder) InDossier(ctx context.Context, p Path) (Scope, error) {
	s, fault, err := f.seekDossier(ctx, p, nil)
	if err == nil {
		s, err = f.resolveScope(ctx, s)
	}
	return s, views.OutcomeOf(err, fault)
}

// seekDossier reads the template and the dossier of a path, and further records, in one statement. The
// records of the scope are empty where nothing was found. The fault is that of views.SeekRecords.
func (f *Finder) seekDossier(
	ctx context.Context, p Path, stream []es.StreamID, behind ...views.Sought,
) (s Scope, fault, err error) {
	s = Scope{Path: p}
	if !user.MayCall(p.Caller, p.Operation) {
		return Scope{}, nil, domain.ErrAccessDenied
	}
	if err := f.checkMoment(p.At); err != nil {
		return Scope{}, nil, err
	}
	ws := p.Caller.Workspace
	fault, err = f.views.SeekRecords(ctx, append(stream, template.StreamOf(ws, p.Template),
		dossier.StreamOf(ws, p.Dossier)),
		append(behind,
			f.seekTemplate(ws, p.Template, &s.Template),
			views.Sought{
				Where: views.ByKey("dossiers", "workspace", "template"),
				Args:  []any{p.Dossier, ws, p.Template}, Into: views.DecodeInto(&s.Now),
			}.IsOf(dossier.StreamOf(ws, p.Dossier), &s.Now.ID, &s.Now.Version))...)
	return s, fault, err
}

// resolveScope checks that the caller may see what seekDossier read, and adds the dossier as it was at
// the moment of the path.
func (f *Finder) resolveScope(ctx context.Context, s Scope) (Scope, error) {
	if s.Template.ID == "" {
		return Scope{}, domain.ErrTemplateNotFound
	}
	if s.Now.ID == "" || !user.CanSee(s.Caller, DossierObject(s.Now)) {
		return Scope{}, domain.ErrDossierNotFound
	}
	var err error
	if s.Then, err = f.dossierAt(ctx, s.Now, s.At); err != nil {
		return Scope{}, err
	}
	if s.Then.ID == "" || !s.Trashed && (s.Now.SoftDeleted != nil || s.Then.SoftDeleted != nil) {
		return Scope{}, domain.ErrDossierNotFound
	}
	return s, nil
}

// dossierAt returns a dossier as it was at a moment. The stream of a dossier does not say when its first
// file was uploaded, so that is taken from the present record.
func (f *Finder) dossierAt(ctx context.Context, now dossier.Record, at *time.Time) (dossier.Record, error) {
	if at == nil {
		return now, nil
	}
	then, err := RecordAt(ctx, f.log, dossier.StreamOf(now.Workspace, now.ID), *at, dossier.Fold)
	if now.FirstFile != nil && HasHappened(*now.FirstFile, *at) {
		then.FirstFile = now.FirstFile
	}
	return then, err
}

// FileAt returns a file as it was at a moment; nil is now.
func (f *Finder) FileAt(ctx context.Context, now file.Record, at *time.Time) (file.Record, error) {
	if at == nil || HasHappened(now.LastUpdated, *at) {
		return now, nil
	}
	return RecordAt(ctx, f.log, file.StreamOf(now.Workspace, now.ID), *at, file.Fold)
}

// TemplateThen returns the template of a scope as it was at the moment of the path.
func (f *Finder) TemplateThen(ctx context.Context, s Scope) (template.Record, error) {
	if s.At == nil || HasHappened(s.Template.Modified, *s.At) {
		return s.Template, nil
	}
	return RecordAt(ctx, f.log, template.StreamOf(s.Template.Workspace, s.Template.ID), *s.At, template.Fold)
}

// InFile returns a file of the dossier that a path leads to, as it was at the moment of the path, and
// checks that the caller has access to the dossier.
func (f *Finder) InFile(ctx context.Context, p Path, id string) (Scope, file.Record, error) {
	var now, then file.Record
	ws := p.Caller.Workspace
	s, fault, err := f.seekDossier(ctx, p, []es.StreamID{file.StreamOf(ws, id)},
		views.Sought{
			Where: views.ByKey("files", "workspace", "dossier"),
			Args:  []any{id, ws, p.Dossier}, Into: views.DecodeInto(&now),
		}.IsOf(file.StreamOf(ws, id), &now.ID, &now.Version))
	if err == nil {
		s, err = f.resolveScope(ctx, s)
	}
	if err == nil {
		then, err = f.resolveFile(ctx, s, now)
	}
	return s, then, views.OutcomeOf(err, fault)
}

// resolveFile returns a file, of which the present record was read, as it was at the moment of the path.
// It returns domain.ErrFileNotFound where the record is empty, or the file is in the trash.
func (f *Finder) resolveFile(ctx context.Context, s Scope, now file.Record) (file.Record, error) {
	if now.ID == "" {
		return file.Record{}, domain.ErrFileNotFound
	}
	then, err := f.FileAt(ctx, now, s.At)
	if err != nil {
		return file.Record{}, err
	}
	if then.ID == "" || !s.Trashed && (now.SoftDeleted != nil || then.SoftDeleted != nil) {
		return file.Record{}, domain.ErrFileNotFound
	}
	return then, s.CheckAccess()
}

// CheckAccess returns domain.ErrAccessDenied unless the relation of the caller to the dossier allows the
// operation.
func (s Scope) CheckAccess() error {
	return user.CheckAccess(s.Caller, s.Operation, DossierObject(s.Now))
}

// DossierObject returns what decides of a dossier how a caller is related to it.
func DossierObject(d dossier.Record) user.Object {
	return user.Object{Owner: d.Owner, Members: d.Members, Public: d.Visibility == dossier.Public}
}

// AskFile reads one file, its components or its overrides, now or at AsOf.
type AskFile struct {
	Caller             user.Principal
	TemplateID         string
	DossierID          string
	FileID             string
	IncludeSoftDeleted bool
	AsOf               *time.Time
	// For is the operation whose answer a file status is, since who may ask for a
	// change need not be a reader; "" is GetFileStatus.
	For user.Operation
}
