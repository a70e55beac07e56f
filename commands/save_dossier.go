package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

var errDossierName = domain.Faultf(domain.Conflict, "Dossier name already exists")

// SaveDossier creates a dossier, or updates the one that the request names.
func (c *Commands) SaveDossier(ctx context.Context, r SaveDossier) (Outcome, error) {
	name, err := checkedName("name", r.Name)
	if err != nil {
		return Outcome{}, err
	}
	if r.Description != nil {
		if err := checkLength("description", *r.Description, 4000); err != nil {
			return Outcome{}, err
		}
	}
	r.Name = name
	t, err := c.findTemplate(ctx, r.Caller, r.TemplateID)
	if err != nil {
		return Outcome{}, err
	}
	if r.ID == "" {
		return c.createDossier(ctx, r, t)
	}
	at, err := retryContended(ctx, c, r.Request, dossier.StreamOf(r.Caller.Workspace, r.ID), func(ctx context.Context) (es.Receipt, error) {
		return c.updateDossier(ctx, r, t)
	})
	return Outcome{ID: r.ID, Position: uint64(at.Position)}, r.toCallerError(err)
}

func (c *Commands) createDossier(ctx context.Context, r SaveDossier, t template.State) (Outcome, error) {
	id := r.newID("dossier")
	d, text := r.applyTo(dossier.Details{Owner: r.Caller.ID, ReportTemplates: t.DefaultReports()}, dossier.Text{})
	if err := c.checkDetails(ctx, r, t, dossier.Details{}, d); err != nil {
		return Outcome{}, err
	}
	if err := t.RequireActive(c.Now()); err != nil {
		return Outcome{}, err
	}
	if err := domain.CheckVisible("name", text.Name); err != nil {
		return Outcome{}, err
	}
	created := dossier.Created{Details: d, Template: r.TemplateID, Visibility: t.Settings.Visibility,
		DownloadFileTypes: t.Settings.DownloadFileTypes, Text: es.Seal(dossier.SubjectOf(r.Caller.Workspace, id), text)}
	at, err := c.appendUnderDossierName(ctx, r.Request, id, text.Name, func(h naming.Hold) es.Decision[dossier.State] {
		created.Hold = h
		return dossier.Create(created)
	})
	return Outcome{ID: id, Created: true, Position: uint64(at.Position)}, r.toCallerError(err)
}

// updateDossier changes the dossier as it stands, and only as it stands: fields that the
// request leaves out keep what another one may just have given them.
func (c *Commands) updateDossier(ctx context.Context, r SaveDossier, t template.State) (es.Receipt, error) {
	cmd := r.commandOn(dossier.StreamOf(r.Caller.Workspace, r.ID))
	found, err := c.findDossier(ctx, r.Caller, r.TemplateID, r.ID, false)
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
		err = c.releaseName(ctx, r.Request, s.Hold)
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
	s, _, err := c.inDossier(ctx, r.Caller, r.TemplateID, r.ID, false)
	return err == nil && s.Text.Name == name
}

// appendUnderDossierName appends to a dossier what is decided for the name of the workspace
// that it takes; errDossierName when another one has it.
func (c *Commands) appendUnderDossierName(ctx context.Context, r Request, id, name string,
	decide func(naming.Hold) es.Decision[dossier.State]) (es.Receipt, error) {
	key, err := c.nameKey(ctx, r.Caller.Workspace, "dossier", name)
	if err != nil {
		return es.Receipt{}, err
	}
	at, err := appendUnderName(ctx, c, r, key, dossier.Decider, dossier.StreamOf(r.Caller.Workspace, id), decide)
	if errors.Is(err, errNameTaken) {
		err = c.dossierNameFault(ctx, r, key)
	}
	return at, err
}

// dossierNameFault returns errDossierName, with what to do about it when a soft-deleted dossier
// that the caller can see holds the name.
func (c *Commands) dossierNameFault(ctx context.Context, r Request, key string) error {
	holder, err := c.holderOf(ctx, r, key)
	if err != nil || holder == "" {
		return errDossierName
	}
	d, _, err := es.Load(ctx, c.Log, dossier.Decider, holder)
	if err != nil || d.Phase != dossier.Trashed || !user.CanSee(r.Caller, dossierObject(d)) {
		return errDossierName
	}
	return &domain.Fault{Kind: errDossierName.Kind, Cause: errDossierName, Message: fmt.Sprintf(
		"%s: the soft-deleted dossier %s holds it until %s. Restore that one, delete it permanently, or choose another name",
		errDossierName.Message, holder.Key(), d.PurgeAt.UTC().Format(time.RFC3339))}
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

// managerFields are the fields of a dossier that every manager who sees it may change. All others
// are its owner's, so a field that is added is the owner's until it is named here.
var managerFields = []string{"Owner", "Members", "Approvers"}

// ownerFields are the fields that only the owner may change, and what callers call them, in the
// order in which they are told of.
var ownerFields = []struct{ field, name string }{{"Name", "name"}, {"Description", "description"}, {"DueDate", "dueDate"},
	{"ReportTemplates", "reportTemplateIds"}, {"Status", "dossierStatusId"}}

// mayUpdate lets the owner change everything, any other manager what managerFields names, and
// nobody else anything.
func mayUpdate(p user.Principal, s dossier.State, d dossier.Details, t dossier.Text) error {
	if s.Owner == p.ID || p.IsSystem() {
		return nil
	}
	if !p.HasRole(user.RoleManager) {
		return domain.ErrAccessDenied
	}
	changed := slices.Concat(changedFields(s.Text, t), changedFields(s.Details, d))
	changed = slices.DeleteFunc(changed, func(f string) bool { return slices.Contains(managerFields, f) })
	if len(changed) == 0 {
		return nil
	}
	for _, of := range ownerFields {
		if slices.Contains(changed, of.field) {
			return domain.Faultf(domain.Forbidden, "Only the owner may change %s", of.name)
		}
	}
	return domain.Faultf(domain.Forbidden, "Only the owner may change %s", changed[0])
}

// changedFields returns the names of the fields in which two structs differ, in their order. An
// absent list is an empty one, and moments are compared regardless of their time zone.
func changedFields[T any](was, is T) (names []string) {
	a, b := reflect.ValueOf(was), reflect.ValueOf(is)
	for i := range a.NumField() {
		if !isSameValue(a.Field(i), b.Field(i)) {
			names = append(names, a.Type().Field(i).Name)
		}
	}
	return names
}

func isSameValue(a, b reflect.Value) bool {
	if a.Kind() == reflect.Slice && a.Len() == 0 && b.Len() == 0 {
		return true
	}
	if was, ok := a.Interface().(*time.Time); ok {
		is, _ := b.Interface().(*time.Time)
		return was == nil && is == nil || was != nil && is != nil && was.Equal(*is)
	}
	return reflect.DeepEqual(a.Interface(), b.Interface())
}

// checkDetails refuses what the request names and does not exist.
func (c *Commands) checkDetails(ctx context.Context, r SaveDossier, t template.State, was, d dossier.Details) error {
	for _, list := range []struct {
		field string
		ids   []string
	}{{"memberIds", d.Members}, {"approverIds", d.Approvers}, {"reportTemplateIds", d.ReportTemplates}} {
		if hasDuplicates(list.ids) {
			return domain.Faultf(domain.Invalid, "%s must not contain duplicates", list.field)
		}
	}
	if d.Owner != was.Owner || d.Owner == "" {
		if err := c.isActive(ctx, r.Caller, d.Owner, user.RoleManager, "owner"); err != nil {
			return err
		}
	}
	for _, id := range slices.Concat(d.Members, d.Approvers) {
		if slices.Contains(was.Members, id) || id == d.Owner {
			continue
		}
		if err := c.isActive(ctx, r.Caller, id, user.RoleUser, "user"); err != nil {
			return err
		}
	}
	for _, id := range d.ReportTemplates {
		if !slices.Contains(was.ReportTemplates, id) && !t.HasReport(id) {
			return domain.Faultf(domain.Invalid, "Unknown report template: %s", id)
		}
	}
	if d.Status != was.Status && d.Status != "" && !t.HasStatus(d.Status) || r.StatusID.Value != nil && *r.StatusID.Value == "" {
		return domain.Faultf(domain.Invalid, "Unknown dossier status: %s", d.Status)
	}
	return nil
}

// isActive refuses an account that is not there, is disabled or lacks a role, and says which.
func (c *Commands) isActive(ctx context.Context, p user.Principal, id, role, what string) error {
	u, _, err := es.Load(ctx, c.Log, user.Decider, user.StreamOf(p.Workspace, id))
	switch {
	case err != nil:
		return err
	case !u.Exists:
		return domain.Faultf(domain.Invalid, "Unknown %s: %s", what, id)
	case !u.IsActive():
		return domain.Faultf(domain.Invalid, "The account is disabled: %s", id)
	case !u.ToPrincipal(p.Workspace, id).HasRole(role):
		return domain.Faultf(domain.Invalid, "The account lacks the role %s: %s", role, id)
	}
	return nil
}
