package files

import (
	"context"
	"errors"
	"strings"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// OverrideComponent replaces all values of one component of a file.
func (c *Commands) OverrideComponent(ctx context.Context, r OverrideComponent) (core.Outcome, error) {
	if err := checkOverride(r); err != nil {
		return core.Outcome{}, err
	}
	if err := c.mayEdit(ctx, r.Request, user.AddComponentOverrides, r.TemplateID, r.DossierID, r.FileID); err != nil {
		return core.Outcome{}, err
	}
	given := make([]component.GivenValue, len(r.Values))
	for i, v := range r.Values {
		given[i] = v.toDomain()
	}
	return c.composeOverride(ctx, r.Request, r.FileID, r.Name, r.IfSeen,
		func(on component.Composition) (es.Decision[file.State], error) {
			o, err := on.Override(given, r.Note)
			return file.OverrideComponent(o), err
		})
}

// changeComponents carries a decision on components of a file out, if they are as the caller has seen them.
func (c *Commands) changeComponents(ctx context.Context, r core.Request, fileID string, names, seen []string,
	decide es.Decision[file.State]) (core.Outcome, error) {
	if seen != nil {
		decide = file.RequireSeen(seen, names, decide)
	}
	stream := file.StreamOf(r.Caller.Workspace, fileID)
	found, err := es.Find(ctx, c.Log, file.Decider, stream)
	if err != nil {
		return core.Outcome{}, core.ToCallerError(err)
	}
	return c.decideOnComponents(ctx, r, found, fileID, names, nil, decide)
}

// decideOnComponents carries a decision on components of a file out. Known are analyses of it that were read.
func (c *Commands) decideOnComponents(ctx context.Context, r core.Request, found es.FoldedStream[file.State],
	fileID string, names []string,
	known component.Analyses, decide es.Decision[file.State]) (core.Outcome, error) {
	decide = file.TellUnmet(decide, c.unmetFinder(ctx, r, known))
	found, at, err := found.Decide(ctx, c.Log, file.Decider, r.CommandOn(file.StreamOf(r.Caller.Workspace, fileID)),
		decide)
	out := core.Outcome{ID: fileID, Position: uint64(at.Position)}
	if len(names) > 0 {
		out.Seen = found.State.ComponentVersion(names[0])
	}
	return out, r.ToCallerError(err)
}

// toDomain returns the value as the override is made of it.
func (v OverrideValue) toDomain() component.GivenValue {
	out := component.GivenValue{BasedOn: v.BasedOn, Cells: v.Cells, HasPlaces: v.Places != nil,
		Value: file.Value{Value: v.Value,
			Original: v.OriginalValue, RuleID: v.RuleID, Description: v.Description, Places: v.Places}}
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
func (c *Commands) RevertOverrides(ctx context.Context, r RevertOverrides) (core.Outcome, error) {
	if core.HasDuplicates(r.Names) {
		return core.Outcome{}, domain.Repeated("components")
	}
	if err := c.mayEdit(ctx, r.Request, user.RevertComponentOverrides, r.TemplateID, r.DossierID, r.FileID); err != nil {
		return core.Outcome{}, err
	}
	return c.changeComponents(ctx, r.Request, r.FileID, r.Names, r.IfSeen, file.RevertOverrides(r.Names))
}

// mayEdit makes the checks before a change to the components of a file.
func (c *Commands) mayEdit(ctx context.Context, r core.Request, op user.Operation,
	templateID, dossierID, fileID string) error {
	d, f, _, err := c.LoadFile(ctx, r.Caller, templateID, dossierID, fileID, false)
	if err != nil {
		return err
	}
	if err := user.CheckAccess(r.Caller, op, core.FileObject(d, f)); err != nil {
		return err
	}
	if op == user.ReanalyseFile {
		if err := c.RequireLicense(); err != nil {
			return err
		}
	}
	return d.CheckAcceptsFiles()
}

func checkOverride(r OverrideComponent) error {
	if strings.TrimSpace(r.Name) == "" {
		return domain.Required("name")
	}
	if err := core.CheckLength("name", r.Name, 255); err != nil {
		return err
	}
	if err := core.CheckLength("note", r.Note, 4000); err != nil {
		return err
	}
	if len(r.Values) > 1000 {
		return domain.MoreThan(1000, "componentValues")
	}
	for _, v := range r.Values {
		if err := v.check(); err != nil {
			return err
		}
	}
	return nil
}

// check refuses a value that is longer than a component can have.
func (v OverrideValue) check() error {
	if err := core.CheckLength("value", v.Value, 32000); err != nil {
		return err
	}
	if len(v.Cells) > 100 {
		return domain.MoreThan(100, "cells")
	}
	for _, cell := range v.Cells {
		if strings.TrimSpace(cell.Column) == "" {
			return domain.Required("column")
		}
		if err := errors.Join(core.CheckLength("column", cell.Column, 255), core.CheckLength("value", cell.Value, 32000)); err != nil {
			return err
		}
	}
	return nil
}

// OverrideComponent replaces all values of one component of a file. IfSeen are versions of
// components, as file.State tells them: a component that has none of them is domain.ErrChanged,
// with the position of the last event of the file in the outcome. Nil: any version.
type OverrideComponent struct {
	core.Request
	TemplateID, DossierID, FileID string
	Name                          string
	Values                        []OverrideValue
	Note                          string // why; may be empty
	IfSeen                        []string
}

// An OverrideValue is one value of an override. A Description that is nil is that of the
// extracted value that it stands for.
//
// OriginalValue, RuleID and References are what the client says was extracted. They only tell which value is
// meant, when BasedOn does not; the history tells of those that differ from the extraction.
type OverrideValue struct {
	BasedOn       *string // id of the value, as read, that this one stands for; empty for a new one; nil: to be found out
	Value         string
	Cells         []component.GivenCell // of a row; nil: they follow from the text
	OriginalValue *string
	RuleID        *string
	Description   *string
	References    *[]OverrideReference
	Places        []file.Place // where the value stands in the document
}

// An OverrideReference points at an entity.
type OverrideReference struct {
	ID, RuleID, Type string
	Page             int // 1-based
}

// RevertOverrides drops the overrides of the named components; a name without
// one is skipped. IfSeen is that of OverrideComponent.
type RevertOverrides struct {
	core.Request
	TemplateID, DossierID, FileID string
	Names                         []string
	IfSeen                        []string
}
