package queries

import (
	"context"
	"errors"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// A path holds what a request names from left to right, by whom and for when.
type path struct {
	caller            user.Principal
	operation         user.Operation
	template, dossier string
	at                *time.Time // nil: now
	trashed           bool       // what is soft-deleted is found too
}

// A scope is a dossier that the caller may know of. Rights and hiding are judged
// by what is now; then is what the answer is made of.
type scope struct {
	path
	template template.Record
	now      dossier.Record
	then     dossier.Record // equal to now unless the past is asked for
}

// inTemplate reads a template, if the caller may call the operation at all.
func (q *Queries) inTemplate(ctx context.Context, p user.Principal, op user.Operation, id string) (template.Record, error) {
	if !user.MayCall(p, op) {
		return template.Record{}, domain.ErrAccessDenied
	}
	var t template.Record
	fault, err := q.seekRecords(ctx, []es.StreamID{template.StreamOf(p.Workspace, id)}, q.seekTemplate(p.Workspace, id, &t))
	if err == nil && t.ID == "" {
		err = domain.ErrTemplateNotFound
	}
	return t, outcomeOf(err, fault)
}

func (q *Queries) seekTemplate(ws, id string, t *template.Record) sought {
	return sought{where: byKey("templates", "workspace"), args: []any{id, ws}, into: func(doc []byte) (err error) {
		*t, err = q.Decoded.readRecord(template.StreamOf(ws, id), doc)
		return err
	}}
}

// inDossier goes along the path to a dossier. What is hidden and what does not
// exist is the same to the caller. The relation is for the caller to check, once
// everything on the path is found.
func (q *Queries) inDossier(ctx context.Context, p path) (scope, error) {
	s, fault, err := q.seekDossier(ctx, p, nil)
	if err == nil {
		s, err = q.resolveScope(ctx, s)
	}
	return s, outcomeOf(err, fault)
}

// seekDossier reads what is on the path to a dossier, and one more record behind it.
func (q *Queries) seekDossier(ctx context.Context, p path, stream []es.StreamID, behind ...sought) (s scope, fault, err error) {
	s = scope{path: p}
	if !user.MayCall(p.caller, p.operation) {
		return scope{}, nil, domain.ErrAccessDenied
	}
	if err := q.checkMoment(p.at); err != nil {
		return scope{}, nil, err
	}
	ws := p.caller.Workspace
	fault, err = q.seekRecords(ctx, append(stream, template.StreamOf(ws, p.template), dossier.StreamOf(ws, p.dossier)), append(behind,
		q.seekTemplate(ws, p.template, &s.template),
		sought{where: byKey("dossiers", "workspace", "template"), args: []any{p.dossier, ws, p.template}, into: decodeInto(&s.now)})...)
	return s, fault, err
}

// resolveScope is the scope at its moment, of what was read.
func (q *Queries) resolveScope(ctx context.Context, s scope) (scope, error) {
	if s.template.ID == "" {
		return scope{}, domain.ErrTemplateNotFound
	}
	if s.now.ID == "" || !user.CanSee(s.caller, dossierObject(s.now)) {
		return scope{}, domain.ErrDossierNotFound
	}
	var err error
	if s.then, err = q.dossierAt(ctx, s.now, s.at); err != nil {
		return scope{}, err
	}
	if s.then.ID == "" || !s.trashed && (s.now.SoftDeleted != nil || s.then.SoftDeleted != nil) {
		return scope{}, domain.ErrDossierNotFound
	}
	return s, nil
}

// dossierAt is a dossier at a moment. Its first file is no event of its own
// stream, and is therefore taken from the present record.
func (q *Queries) dossierAt(ctx context.Context, now dossier.Record, at *time.Time) (dossier.Record, error) {
	if at == nil {
		return now, nil
	}
	then, err := recordAt(ctx, q.Log, dossier.StreamOf(now.Workspace, now.ID), *at, dossier.Fold)
	if now.FirstFile != nil && hasHappened(*now.FirstFile, *at) {
		then.FirstFile = now.FirstFile
	}
	return then, err
}

// fileAt is a file at a moment.
func (q *Queries) fileAt(ctx context.Context, now file.Record, at *time.Time) (file.Record, error) {
	if at == nil || hasHappened(now.LastUpdated, *at) {
		return now, nil
	}
	return recordAt(ctx, q.Log, file.StreamOf(now.Workspace, now.ID), *at, file.Fold)
}

// templateThen is the scope's template at the scope's moment.
func (q *Queries) templateThen(ctx context.Context, s scope) (template.Record, error) {
	if s.at == nil || hasHappened(s.template.Modified, *s.at) {
		return s.template, nil
	}
	return recordAt(ctx, q.Log, template.StreamOf(s.template.Workspace, s.template.ID), *s.at, template.Fold)
}

// inFile goes on from a dossier to a file in it, and checks the relation. The
// record is that of the scope's moment.
func (q *Queries) inFile(ctx context.Context, p path, id string) (scope, file.Record, error) {
	var now, then file.Record
	ws := p.caller.Workspace
	s, fault, err := q.seekDossier(ctx, p, []es.StreamID{file.StreamOf(ws, id)},
		sought{where: byKey("files", "workspace", "dossier"), args: []any{id, ws, p.dossier}, into: decodeInto(&now)})
	if err == nil {
		s, err = q.resolveScope(ctx, s)
	}
	if err == nil {
		then, err = q.foundFile(ctx, s, now)
	}
	return s, then, outcomeOf(err, fault)
}

// foundFile is a file of a scope at its moment, of what was read.
func (q *Queries) foundFile(ctx context.Context, s scope, now file.Record) (file.Record, error) {
	if now.ID == "" {
		return file.Record{}, domain.ErrFileNotFound
	}
	then, err := q.fileAt(ctx, now, s.at)
	if err != nil {
		return file.Record{}, err
	}
	if then.ID == "" || !s.trashed && (now.SoftDeleted != nil || then.SoftDeleted != nil) {
		return file.Record{}, domain.ErrFileNotFound
	}
	return then, s.checkAccess()
}

// checkAccess refuses a caller whose relation to the dossier does not suffice.
func (s scope) checkAccess() error {
	return user.CheckAccess(s.caller, s.operation, dossierObject(s.now))
}

// dossierObject is a dossier as relations are judged on it.
func dossierObject(d dossier.Record) user.Object {
	return user.Object{Owner: d.Owner, Members: d.Members, Public: d.Visibility == dossier.Public}
}

// mapErased turns what the kernel says of erased content into what the caller is
// told of its owner. Bytes that are missing, though nobody erased them, are a failure.
func mapErased(err, missing error) error {
	if errors.Is(err, es.ErrErased) {
		return missing
	}
	return err
}
