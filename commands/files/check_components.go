package files

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/internal/snakecase"
)

// SetComponentChecks marks components of a file as looked at and found right, and takes such marks
// back. A name without component, or with one that has its mark as asked for, changes nothing. IfSeen is that of OverrideComponent.
type SetComponentChecks struct {
	core.Request
	TemplateID, DossierID, FileID string
	Checked, Unchecked            []string
	IfSeen                        []string
}

// SetComponentChecks sets and takes back marks of components; file.ErrNoComponent for one that the
// file does not have.
func (c *Commands) SetComponentChecks(ctx context.Context, r SetComponentChecks) (core.Outcome, error) {
	if core.HasDuplicates(slices.Concat(r.Checked, r.Unchecked)) {
		return core.Outcome{}, domain.Refuse(domain.GivenTwice, "checked and unchecked must name each component once").At("checked")
	}
	if err := c.mayEdit(ctx, r.Request, user.SetComponentChecks, r.TemplateID, r.DossierID, r.FileID); err != nil {
		return core.Outcome{}, err
	}
	known, err := c.knownComponents(ctx, r)
	if err != nil {
		return core.Outcome{}, err
	}
	decision := file.SetChecks(r.Checked, r.Unchecked, func(name string) bool {
		is, _ := known.Find(name)
		return is
	})
	return c.changeComponents(ctx, r.Request, r.FileID, slices.Concat(r.Checked, r.Unchecked), r.IfSeen, decision)
}

// knownComponents returns the components that the template defines, and those that an analysis
// found whose event does not name them.
func (c *Commands) knownComponents(ctx context.Context, r SetComponentChecks) (snakecase.Index[bool], error) {
	out := snakecase.Index[bool]{}
	t, err := c.FindTemplate(ctx, r.Caller, r.TemplateID)
	if err != nil {
		return nil, err
	}
	for _, d := range t.Components {
		if d.SoftDeleted == nil {
			out.Add(d.TechnicalName, true)
		}
	}
	_, f, _, err := c.LoadFile(ctx, r.Caller, r.TemplateID, r.DossierID, r.FileID, false)
	if err != nil {
		return nil, err
	}
	if f.Findings != nil || f.Result.ID == uuid.Nil || f.Analysed != f.Version {
		return out, nil
	}
	var found document.Result
	if err := c.GetJSON(ctx, f.Result, &found); err != nil {
		return nil, err
	}
	for _, v := range found.Components {
		out.Add(v.Name, true)
	}
	return out, nil
}

// unmetFinder returns a function that tells what the template of a file expects and is not so, in a
// state of the file whose latest analysis is of its present version. Analyses that are known are not read again.
func (c *Commands) unmetFinder(ctx context.Context, r core.Request,
	known component.Analyses) func(file.State) ([]file.Attention, error) {
	return func(f file.State) ([]file.Attention, error) {
		t, err := c.FindTemplate(ctx, r.Caller, f.Template)
		if err != nil || !component.TellsUnmet(t.Components) {
			return nil, err
		}
		analyses, err := c.readAnalyses(ctx, f, known)
		if err != nil {
			return nil, err
		}
		return component.UnmetAfter(analyses[f.LatestResult().ID], f.LatestResult(), f.Overrides, analyses,
			t.Components), nil
	}
}
