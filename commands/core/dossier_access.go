package core

import (
	"context"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// CircleOf returns the people of a dossier.
func CircleOf(d dossier.State) file.Circle {
	return file.Circle{Owner: d.Owner, Members: d.Members, Approvers: d.Approvers}
}

// LoadDossier makes the first checks of a request on a dossier, and loads it: the
// template exists, the dossier is in it, and the caller may see it.
func (c *Core) LoadDossier(ctx context.Context, p user.Principal, templateID, id string, trashed bool) (
	dossier.State, es.Receipt, error) {
	if _, err := c.FindTemplate(ctx, p, templateID); err != nil {
		return dossier.State{}, es.Receipt{}, err
	}
	d, err := c.FindDossier(ctx, p, templateID, id, trashed)
	return d.State, d.At, err
}

// FindDossier loads a dossier with the stream that a command on it appends to, after the template was found. A dossier of
// another template, or one that the caller may not see, is not found.
func (c *Core) FindDossier(ctx context.Context, p user.Principal, templateID, id string, trashed bool) (
	es.FoldedStream[dossier.State], error) {
	d, err := es.Find(ctx, c.Log, dossier.Decider, dossier.StreamOf(p.Workspace, id))
	if err != nil {
		return d, err
	}
	shown := d.State.Phase == dossier.Active || trashed && d.State.Phase == dossier.Trashed
	if !shown || d.State.Template != templateID || !user.CanSee(p, DossierObject(d.State)) {
		return d, domain.ErrDossierNotFound
	}
	return d, nil
}

// LoadFile makes the checks of LoadDossier, and loads a file of the dossier with it.
func (c *Core) LoadFile(ctx context.Context, p user.Principal, templateID, dossierID, id string, trashed bool) (
	dossier.State, file.State, es.Receipt, error) {
	d, _, err := c.LoadDossier(ctx, p, templateID, dossierID, false)
	if err != nil {
		return d, file.State{}, es.Receipt{}, err
	}
	f, at, err := es.Load(ctx, c.Log, file.Decider, file.StreamOf(p.Workspace, id))
	if err != nil {
		return d, f, at, err
	}
	shown := f.Phase == file.Active || trashed && f.Phase == file.Trashed
	if !shown || f.Dossier != dossierID {
		return d, f, at, domain.ErrFileNotFound
	}
	return d, f, at, nil
}

// DossierObject returns a dossier as the checks of relations need it.
func DossierObject(d dossier.State) user.Object {
	return user.Object{Owner: d.Owner, Members: d.Members, Public: d.Visibility == dossier.Public}
}

// FileObject returns a file as the checks of relations need it.
func FileObject(d dossier.State, f file.State) user.Object {
	o := DossierObject(d)
	o.Assignee = f.Assignee
	return o
}
