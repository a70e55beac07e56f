package queries

import (
	"context"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// A path is what a request names from left to right, by whom and for when.
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
	t, err := q.findTemplate(ctx, p, op, id)
	return t, q.whole(ctx, err, template.Stream(p.Workspace, id))
}

func (q *Queries) findTemplate(ctx context.Context, p user.Principal, op user.Operation, id string) (template.Record, error) {
	if !user.MayCall(p, op) {
		return template.Record{}, domain.ErrAccessDenied
	}
	var found template.Record
	err := q.documents(ctx, func(doc []byte) (err error) {
		found, err = q.Decoded.read(template.Stream(p.Workspace, id), doc)
		return err
	}, "SELECT doc FROM templates WHERE key = $1 AND workspace = $2", id, p.Workspace)
	if err == nil && found.ID == "" {
		err = domain.ErrTemplateNotFound
	}
	return found, err
}

// inDossier goes along the path to a dossier. What is hidden and what does not
// exist is the same to the caller. The relation is for the caller to check, once
// everything on the path is found.
func (q *Queries) inDossier(ctx context.Context, p path) (scope, error) {
	s, err := q.findDossier(ctx, p)
	return s, q.whole(ctx, err, p.streams()...)
}

// streams are those of the records on the path.
func (p path) streams() []es.StreamID {
	return []es.StreamID{template.Stream(p.caller.Workspace, p.template), dossier.Stream(p.caller.Workspace, p.dossier)}
}

func (q *Queries) findDossier(ctx context.Context, p path) (scope, error) {
	s := scope{path: p}
	if !user.MayCall(p.caller, p.operation) {
		return s, domain.ErrAccessDenied
	}
	if err := q.checkMoment(p.at); err != nil {
		return s, err
	}
	var err error
	if s.template, err = q.findTemplate(ctx, p.caller, p.operation, p.template); err != nil {
		return s, err
	}
	if s.now, err = record[dossier.Record](ctx, q, domain.ErrDossierNotFound,
		"SELECT doc FROM dossiers WHERE key = $1 AND workspace = $2 AND template = $3", p.dossier, p.caller.Workspace, p.template); err != nil {
		return s, err
	}
	if !user.Visible(p.caller, object(s.now)) {
		return s, domain.ErrDossierNotFound
	}
	if s.then, err = q.dossierAt(ctx, s.now, p.at); err != nil {
		return s, err
	}
	if s.then.ID == "" || !p.trashed && (s.now.SoftDeleted != nil || s.then.SoftDeleted != nil) {
		return s, domain.ErrDossierNotFound
	}
	return s, nil
}

// dossierAt is a dossier at a moment. Its first file is no event of its own
// stream, and is therefore taken from the present record.
func (q *Queries) dossierAt(ctx context.Context, now dossier.Record, at *time.Time) (dossier.Record, error) {
	if at == nil {
		return now, nil
	}
	then, err := past(ctx, q.Log, dossier.Stream(now.Workspace, now.ID), *at, dossier.Fold)
	if now.FirstFile != nil && happened(*now.FirstFile, *at) {
		then.FirstFile = now.FirstFile
	}
	return then, err
}

// fileAt is a file at a moment.
func (q *Queries) fileAt(ctx context.Context, now file.Record, at *time.Time) (file.Record, error) {
	if at == nil || happened(now.LastUpdated, *at) {
		return now, nil
	}
	return past(ctx, q.Log, file.Stream(now.Workspace, now.ID), *at, file.Fold)
}

// templateThen is the scope's template at the scope's moment.
func (q *Queries) templateThen(ctx context.Context, s scope) (template.Record, error) {
	if s.at == nil || happened(s.template.Modified, *s.at) {
		return s.template, nil
	}
	return past(ctx, q.Log, template.Stream(s.template.Workspace, s.template.ID), *s.at, template.Fold)
}

// inFile goes on from a dossier to a file in it, and checks the relation. The
// record is that of the scope's moment.
func (q *Queries) inFile(ctx context.Context, p path, id string) (scope, file.Record, error) {
	s, f, err := q.findFile(ctx, p, id)
	return s, f, q.whole(ctx, err, append(p.streams(), file.Stream(p.caller.Workspace, id))...)
}

func (q *Queries) findFile(ctx context.Context, p path, id string) (scope, file.Record, error) {
	s, err := q.findDossier(ctx, p)
	if err != nil {
		return s, file.Record{}, err
	}
	now, err := record[file.Record](ctx, q, domain.ErrFileNotFound,
		"SELECT doc FROM files WHERE key = $1 AND workspace = $2 AND dossier = $3", id, p.caller.Workspace, p.dossier)
	if err != nil {
		return s, now, err
	}
	then, err := q.fileAt(ctx, now, p.at)
	if err != nil {
		return s, then, err
	}
	if then.ID == "" || !p.trashed && (now.SoftDeleted != nil || then.SoftDeleted != nil) {
		return s, then, domain.ErrFileNotFound
	}
	return s, then, s.check()
}

// check refuses a caller whose relation to the dossier does not suffice.
func (s scope) check() error { return user.Check(s.caller, s.operation, object(s.now)) }

// object is a dossier as relations are judged on it.
func object(d dossier.Record) user.Object {
	return user.Object{Owner: d.Owner, Members: d.Members, Public: d.Visibility == dossier.Public}
}

// readable turns what the kernel says of erased content into what the caller is
// told of its owner.
func readable(err, missing error) error {
	if isGone(err) {
		return missing
	}
	return err
}
