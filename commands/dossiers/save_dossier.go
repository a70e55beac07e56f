package dossiers

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"
	"time"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// SaveDossier creates a dossier, or updates the one with ID. Text arrives as it
// was sent: trimming, normal form and lengths are the command's business. A nil
// field keeps its value (update) or takes its default (create).
type SaveDossier struct {
	core.Request
	TemplateID        string
	ID                string // "": create
	Name              string
	Description       *string
	OwnerID           *string
	MemberIDs         *[]string
	ApproverIDs       *[]string
	ReportTemplateIDs *[]string
	DueDate           core.Change[time.Time]
	StatusID          core.Change[string]
}

var errDossierName = domain.Refuse(domain.NameTaken, "Dossier name already exists").At("name")

// SaveDossier creates a dossier, or updates the one that the request names.
func (c *Commands) SaveDossier(ctx context.Context, r SaveDossier) (core.Outcome, error) {
	name, err := core.NormalizeName("name", r.Name)
	if err != nil {
		return core.Outcome{}, err
	}
	if r.Description != nil {
		if err := core.CheckLength("description", *r.Description, 4000); err != nil {
			return core.Outcome{}, err
		}
	}
	r.Name = name
	t, err := c.FindTemplate(ctx, r.Caller, r.TemplateID)
	if err != nil {
		return core.Outcome{}, err
	}
	if r.ID == "" {
		return c.createDossier(ctx, r, t)
	}
	stream := dossier.StreamOf(r.Caller.Workspace, r.ID)
	at, err := core.RetryContended(ctx, c.Core, r.Request, stream, func(ctx context.Context) (es.Receipt, error) {
		return c.updateDossier(ctx, r, t)
	})
	return core.Outcome{ID: r.ID, Position: uint64(at.Position)}, r.ToCallerError(err)
}

func (c *Commands) createDossier(ctx context.Context, r SaveDossier, t template.State) (core.Outcome, error) {
	id := r.NewID("dossier")
	d, text := r.applyTo(dossier.Details{Owner: r.Caller.ID, ReportTemplates: t.DefaultReports()}, dossier.Text{})
	if err := c.checkDetails(ctx, r, t, dossier.Details{}, d); err != nil {
		return core.Outcome{}, err
	}
	if err := t.RequireActive(c.Now()); err != nil {
		return core.Outcome{}, err
	}
	if err := domain.CheckVisible("name", text.Name); err != nil {
		return core.Outcome{}, err
	}
	created := dossier.Created{Details: d, Template: r.TemplateID, Visibility: t.Settings.Visibility,
		DownloadFileTypes: t.Settings.DownloadFileTypes, Text: es.Seal(dossier.SubjectOf(r.Caller.Workspace, id), text)}
	at, err := c.appendUnderDossierName(ctx, r.Request, id, text.Name, func(h naming.Hold) es.Decision[dossier.State] {
		created.Hold = h
		return dossier.Create(created)
	})
	return core.Outcome{ID: id, Created: true, Position: uint64(at.Position)}, r.ToCallerError(err)
}

// updateDossier changes the dossier as it stands, and only as it stands: fields that the
// request leaves out keep what another one may just have given them.
func (c *Commands) updateDossier(ctx context.Context, r SaveDossier, t template.State) (es.Receipt, error) {
	cmd := r.CommandOn(dossier.StreamOf(r.Caller.Workspace, r.ID))
	found, err := c.FindDossier(ctx, r.Caller, r.TemplateID, r.ID, false)
	if err != nil {
		return es.Receipt{}, err
	}
	s, at := found.State, found.At
	s.Status, s.ReportTemplates = t.StatusOf(s.Status), t.ExistingReports(s.ReportTemplates) // what the template still has
	d, text := r.applyTo(s.Details, s.Text)
	if err := mayUpdate(r.Caller, s, d, text); err != nil {
		return es.Receipt{}, err
	}
	if r.ExpectVersion != 0 && r.ExpectVersion != at.Version {
		return es.Receipt{}, domain.ErrChanged
	}
	if err := c.checkDetails(ctx, r, t, s.Details, d); err != nil {
		return es.Receipt{}, err
	}
	sealed := es.Seal(dossier.SubjectOf(r.Caller.Workspace, r.ID), text)
	if text.Name == s.Text.Name {
		cmd.Expect = &found.At.Version
		_, at, err = found.Decide(ctx, c.Log, dossier.Decider, cmd, dossier.Update(d, sealed, naming.Hold{}))
		return at, err
	}
	if err := cmp.Or(s.CheckAcceptsFiles(), domain.CheckVisible("name", text.Name)); err != nil {
		return es.Receipt{}, err
	}
	at, err = c.appendUnderDossierName(ctx, r.Request, r.ID, text.Name, func(h naming.Hold) es.Decision[dossier.State] {
		return updateUnmoved(found.State, dossier.Update(d, sealed, h))
	})
	if errors.Is(err, errDossierName) && c.hasName(ctx, r, text.Name) {
		return c.updateDossier(ctx, r, t)
	}
	if err == nil {
		err = c.ReleaseName(ctx, r.Request, s.Hold)
	}
	return at, err
}

// updateUnmoved takes a decision that rests on the details and texts of a dossier; it is
// domain.ErrContended when they have changed since.
func updateUnmoved(was dossier.State, decide es.Decision[dossier.State]) es.Decision[dossier.State] {
	return func(now dossier.State) ([]es.Event, error) {
		if now.Text != was.Text || !reflect.DeepEqual(now.Details, was.Details) {
			return nil, domain.ErrContended
		}
		return decide(now)
	}
}

// hasName reports whether the dossier has the name already, because the same change was
// requested twice at once.
func (c *Commands) hasName(ctx context.Context, r SaveDossier, name string) bool {
	s, _, err := c.LoadDossier(ctx, r.Caller, r.TemplateID, r.ID, false)
	return err == nil && s.Text.Name == name
}

// appendUnderDossierName appends to a dossier what is decided for the name of the workspace
// that it takes; errDossierName when another one has it.
func (c *Commands) appendUnderDossierName(ctx context.Context, r core.Request, id, name string,
	decide func(naming.Hold) es.Decision[dossier.State]) (es.Receipt, error) {
	key, err := c.NameKey(ctx, r.Caller.Workspace, "dossier", name)
	if err != nil {
		return es.Receipt{}, err
	}
	at, err := core.AppendUnderName(ctx, c.Core, r, key, dossier.Decider, dossier.StreamOf(r.Caller.Workspace, id),
		decide)
	if errors.Is(err, core.ErrNameTaken) {
		err = c.dossierNameFault(ctx, r, key)
	}
	return at, err
}

// dossierNameFault returns errDossierName, with what to do about it when a soft-deleted dossier
// that the caller can see holds the name.
func (c *Commands) dossierNameFault(ctx context.Context, r core.Request, key string) error {
	holder, err := c.HolderOf(ctx, r, key)
	if err != nil || holder == "" {
		return errDossierName
	}
	d, _, err := es.Load(ctx, c.Log, dossier.Decider, holder)
	if err != nil || d.Phase != dossier.Trashed || !user.CanSee(r.Caller, core.DossierObject(d)) {
		return errDossierName
	}
	return domain.Refuse(domain.NameTaken,
		"%s: the soft-deleted dossier %s holds it until %s. Restore that one, delete it permanently, or choose another name",
		errDossierName.Message, holder.Key(), d.PurgeAt.UTC().Format(time.RFC3339)).Because(errDossierName).At("name")
}

// applyTo returns the given details and text with the fields of the request set.
func (r SaveDossier) applyTo(d dossier.Details, t dossier.Text) (dossier.Details, dossier.Text) {
	t.Name = r.Name
	if r.Description != nil {
		t.Description = *r.Description
	}
	if r.OwnerID != nil {
		d.Owner = *r.OwnerID
	}
	if r.MemberIDs != nil {
		d.Members = *r.MemberIDs
	}
	if r.ApproverIDs != nil {
		d.Approvers = *r.ApproverIDs
	}
	if r.ReportTemplateIDs != nil {
		d.ReportTemplates = *r.ReportTemplateIDs
	}
	if r.DueDate.Given {
		d.DueDate = r.DueDate.Value
	}
	if r.StatusID.Given {
		d.Status = ""
		if r.StatusID.Value != nil {
			d.Status = *r.StatusID.Value
		}
	}
	return d, t
}

// mayUpdate lets the owner change everything, any other manager the fields that are every manager's, and
// nobody else anything.
func mayUpdate(p user.Principal, s dossier.State, d dossier.Details, t dossier.Text) error {
	if s.Owner == p.ID || p.IsSystem() {
		return nil
	}
	if !p.HasRole(user.RoleManager) {
		return domain.ErrAccessDenied
	}
	for _, f := range dossier.ChangedFields(s.Text, t, s.Details, d) {
		if !f.Managers {
			return domain.Refuse(domain.OwnerOnly, "Only the owner may change %s", f.Name).At(f.Name)
		}
	}
	return nil
}

// checkDetails refuses what the request names and does not exist.
func (c *Commands) checkDetails(ctx context.Context, r SaveDossier, t template.State, was, d dossier.Details) error {
	for _, list := range []struct {
		field string
		ids   []string
	}{{"memberIds", d.Members}, {"approverIds", d.Approvers}, {"reportTemplateIds", d.ReportTemplates}} {
		if core.HasDuplicates(list.ids) {
			return domain.Repeated(list.field)
		}
	}
	if d.Owner != was.Owner || d.Owner == "" {
		if err := c.isActive(ctx, r.Caller, d.Owner, user.RoleManager, "owner", "ownerId"); err != nil {
			return err
		}
	}
	for i, id := range slices.Concat(d.Members, d.Approvers) {
		if slices.Contains(was.Members, id) || id == d.Owner {
			continue
		}
		field := "memberIds"
		if i >= len(d.Members) {
			field = "approverIds"
		}
		if err := c.isActive(ctx, r.Caller, id, user.RoleUser, "user", field); err != nil {
			return err
		}
	}
	for _, id := range d.ReportTemplates {
		if !slices.Contains(was.ReportTemplates, id) && !t.HasReport(id) {
			return domain.NoSuch("report template", "reportTemplateIds", id)
		}
	}
	if d.Status != was.Status && d.Status != "" && !t.HasStatus(d.Status) || r.StatusID.Value != nil && *r.StatusID.Value == "" {
		return domain.NoSuch("dossier status", "dossierStatusId", d.Status)
	}
	return nil
}

// isActive refuses an account that is not there, is disabled or lacks a role, and says which.
func (c *Commands) isActive(ctx context.Context, p user.Principal, id, role, what, field string) error {
	u, _, err := es.Load(ctx, c.Log, user.Decider, user.StreamOf(p.Workspace, id))
	switch {
	case err != nil:
		return err
	case !u.Exists:
		return domain.NoSuch(what, field, id)
	case !u.IsActive():
		return domain.Refuse(domain.UnknownReference, "The account is disabled: %s", id).At(field)
	case !u.ToPrincipal(p.Workspace, id).HasRole(role):
		return domain.Refuse(domain.UnknownReference, "The account lacks the role %s: %s", role, id).At(field)
	}
	return nil
}
