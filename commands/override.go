package commands

import (
	"context"
	"strings"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// OverrideComponent replaces all values of one component of a file.
func (c *Commands) OverrideComponent(ctx context.Context, r OverrideComponent) (Outcome, error) {
	if err := checkOverride(r); err != nil {
		return Outcome{}, err
	}
	if err := c.mayEdit(ctx, r.Request, user.AddComponentOverrides, r.TemplateID, r.DossierID, r.FileID); err != nil {
		return Outcome{}, err
	}
	o := file.Override{Name: r.Name, Note: r.Note, Values: make([]file.Value, len(r.Values))}
	for i, v := range r.Values {
		o.Values[i] = v.toDomain()
	}
	return c.changeComponents(ctx, r.Request, r.FileID, []string{r.Name}, r.IfSeen, file.OverrideComponent(o))
}

// changeComponents carries a decision on components of a file out, if they are as the caller has seen them.
func (c *Commands) changeComponents(ctx context.Context, r Request, fileID string, names, seen []string,
	decide es.Decision[file.State]) (Outcome, error) {
	if seen != nil {
		decide = file.RequireSeen(seen, names, decide)
	}
	stream := file.StreamOf(r.Caller.Workspace, fileID)
	found, err := es.Find(ctx, c.Log, file.Decider, stream)
	if err != nil {
		return Outcome{}, toCallerError(err)
	}
	found, at, err := found.Decide(ctx, c.Log, file.Decider, r.commandOn(stream), decide)
	out := Outcome{ID: fileID, Position: uint64(at.Position)}
	if len(names) > 0 {
		out.Seen = found.State.ComponentVersion(names[0])
	}
	return out, r.toCallerError(err)
}

// toDomain returns the value as the event of the override holds it.
func (v OverrideValue) toDomain() file.Value {
	out := file.Value{Value: v.Value, Original: v.OriginalValue, RuleID: v.RuleID, Description: v.Description, Places: v.Places}
	if v.References != nil {
		refs := make([]file.Reference, len(*v.References))
		for i, ref := range *v.References {
			refs[i] = file.Reference(ref)
		}
		out.References = &refs
	}
	return out
}

// RevertOverrides drops the overrides of the named components.
func (c *Commands) RevertOverrides(ctx context.Context, r RevertOverrides) (Outcome, error) {
	if hasDuplicates(r.Names) {
		return Outcome{}, domain.Faultf(domain.Invalid, "components must not contain duplicates")
	}
	if err := c.mayEdit(ctx, r.Request, user.RevertComponentOverrides, r.TemplateID, r.DossierID, r.FileID); err != nil {
		return Outcome{}, err
	}
	return c.changeComponents(ctx, r.Request, r.FileID, r.Names, r.IfSeen, file.RevertOverrides(r.Names))
}

// mayEdit makes the checks before a change to the components of a file.
func (c *Commands) mayEdit(ctx context.Context, r Request, op user.Operation, templateID, dossierID, fileID string) error {
	d, f, _, err := c.inFile(ctx, r.Caller, templateID, dossierID, fileID, false)
	if err != nil {
		return err
	}
	if err := user.CheckAccess(r.Caller, op, fileObject(d, f)); err != nil {
		return err
	}
	if op == user.ReanalyseFile {
		if err := c.requireLicense(); err != nil {
			return err
		}
	}
	return d.CheckAcceptsFiles()
}

func checkOverride(r OverrideComponent) error {
	if strings.TrimSpace(r.Name) == "" {
		return domain.Faultf(domain.Invalid, "name is required")
	}
	if err := checkLength("name", r.Name, 255); err != nil {
		return err
	}
	if err := checkLength("note", r.Note, 4000); err != nil {
		return err
	}
	if len(r.Values) > 1000 {
		return domain.Faultf(domain.Invalid, "componentValues must not have more than 1000 items")
	}
	for _, v := range r.Values {
		if err := checkLength("value", v.Value, 32000); err != nil {
			return err
		}
	}
	return nil
}
