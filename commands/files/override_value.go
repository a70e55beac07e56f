package files

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/internal/snakecase"
)

// ErrNoValue says that a component has no value with an identifier.
var ErrNoValue = domain.Refuse(domain.NoComponent, "Component value not found")

// A ComponentValue names one value of a component of a file, and how the request has seen it: see OverrideComponent.
type ComponentValue struct {
	core.Request
	TemplateID, DossierID, FileID string
	Name                          string // of the component
	ValueID                       string // of the value, as read; empty for one to be added
	Note                          string // why; may be empty
	IfSeen                        []string
}

type givenValues = []component.GivenValue

// SetComponentValue corrects one value of a component; the others stay as they are. ErrNoValue when there is none.
func (c *Commands) SetComponentValue(ctx context.Context, r ComponentValue, v OverrideValue) (core.Outcome, error) {
	return c.changeValue(ctx, r, user.SetComponentValue, &v, func(on component.Composition, values givenValues) (givenValues, error) {
		at := on.IndexOf(r.ValueID)
		if at < 0 {
			return nil, ErrNoValue
		}
		changed := v.toDomain()
		changed.BasedOn = values[at].BasedOn
		if changed.Description == nil {
			changed.Description = values[at].Description
		}
		values[at] = changed
		return values, nil
	})
}

// AddComponentValue adds a value to a component before another one, or after the last when before is empty.
// ErrNoValue when that one is not there.
func (c *Commands) AddComponentValue(ctx context.Context, r ComponentValue, v OverrideValue,
	before string) (core.Outcome, error) {
	return c.changeValue(ctx, r, user.AddComponentValue, &v, func(on component.Composition, values givenValues) (givenValues, error) {
		at := len(values)
		if before != "" {
			if at = on.IndexOf(before); at < 0 {
				return nil, ErrNoValue
			}
		}
		added := v.toDomain()
		added.BasedOn = new(string)
		return slices.Insert(values, at, added), nil
	})
}

// RemoveComponentValue removes one value of a component. ErrNoValue when there is none.
func (c *Commands) RemoveComponentValue(ctx context.Context, r ComponentValue) (core.Outcome, error) {
	return c.changeValue(ctx, r, user.RemoveComponentValue, nil, func(on component.Composition, values givenValues) (givenValues, error) {
		at := on.IndexOf(r.ValueID)
		if at < 0 {
			return nil, ErrNoValue
		}
		return slices.Delete(values, at, at+1), nil
	})
}

// RevertComponentValue takes back what people did to one value of a component: a corrected one is as it was
// extracted, a removed one comes back after the extracted value that it followed, and an added one goes.
func (c *Commands) RevertComponentValue(ctx context.Context, r ComponentValue) (core.Outcome, error) {
	return c.changeValue(ctx, r, user.RevertComponentValue, nil, func(on component.Composition, values givenValues) (givenValues, error) {
		reverted, ok := on.Revert(values, r.ValueID)
		if !ok {
			return nil, ErrNoValue
		}
		return reverted, nil
	})
}

// changeValue makes an override that differs from the current values as change says.
func (c *Commands) changeValue(ctx context.Context, r ComponentValue, op user.Operation, v *OverrideValue,
	change func(component.Composition, givenValues) (givenValues, error)) (core.Outcome, error) {
	o := OverrideComponent{Name: r.Name, Note: r.Note}
	if v != nil {
		o.Values = []OverrideValue{*v}
	}
	if err := checkOverride(o); err != nil {
		return core.Outcome{}, err
	}
	if err := c.mayEdit(ctx, r.Request, op, r.TemplateID, r.DossierID, r.FileID); err != nil {
		return core.Outcome{}, err
	}
	return c.composeOverride(ctx, r.Request, r.FileID, r.Name, r.IfSeen,
		func(on component.Composition) (es.Decision[file.State], error) {
			values, err := change(on, on.RepeatCurrent())
			if err != nil {
				return nil, err
			}
			o, err := on.Override(values, r.Note)
			if err == nil && on.ChangesNothing(o) {
				return file.RevertOverrides([]string{r.Name}), nil
			}
			return file.OverrideComponent(o), err
		})
}

// findColumns returns the columns that the definition of a component has; nil when there is none.
func (c *Commands) findColumns(ctx context.Context, r core.Request,
	templateID, name string) (columns []string, err error) {
	t, err := c.FindTemplate(ctx, r.Caller, templateID)
	if err != nil {
		return nil, err
	}
	for _, d := range t.Components {
		if d.SoftDeleted == nil && snakecase.Same(d.TechnicalName, name) {
			for _, column := range d.Columns {
				columns = append(columns, column.TechnicalName)
			}
		}
	}
	return columns, nil
}

// errAnalysed says that a file was analysed after what the decision is about was read.
var errAnalysed = errors.New("the file was analysed meanwhile")

// maxAnalyses is how often a change is made again because the file was analysed meanwhile.
const maxAnalyses = 10

// composeOverride carries a decision out that is based on the values of a component as they are.
func (c *Commands) composeOverride(ctx context.Context, r core.Request, fileID, name string, seen []string,
	compose func(component.Composition) (es.Decision[file.State], error)) (core.Outcome, error) {
	for tried := 1; ; tried++ {
		found, err := es.Find(ctx, c.Log, file.Decider, file.StreamOf(r.Caller.Workspace, fileID))
		if err != nil {
			return core.Outcome{}, core.ToCallerError(err)
		}
		var analyses component.Analyses
		if _, done := found.ReceiptOf(r.CommandOn(file.StreamOf(r.Caller.Workspace, fileID))); !done {
			if analyses, err = c.readAnalyses(ctx, found.State, nil); err != nil {
				return core.Outcome{}, err
			}
		}
		columns, err := c.findColumns(ctx, r, found.State.Template, name)
		if err != nil {
			return core.Outcome{}, err
		}
		decide := func(s file.State) ([]es.Event, error) {
			return decideOn(s, analyses, r, name, seen, func(on component.Composition) (es.Decision[file.State], error) {
				on.Columns = columns
				return compose(on)
			})
		}
		if seen != nil {
			decide = file.RequireSeen(seen, []string{name}, decide)
		}
		out, err := c.decideOnComponents(ctx, r, found, fileID, []string{name}, analyses, decide)
		if !errors.Is(err, errAnalysed) || tried == maxAnalyses {
			return out, err
		}
	}
}

// decideOn takes a decision on the values of a component of a file; errAnalysed when the analyses are not those
// that its values come from.
func decideOn(s file.State, analyses component.Analyses, r core.Request, name string, seen []string,
	compose func(component.Composition) (es.Decision[file.State], error)) ([]es.Event, error) {
	if s.Phase != file.Active {
		return nil, domain.ErrFileNotFound
	}
	latest := s.LatestResult()
	for _, id := range append(resultsOf(s.Overrides), latest.ID) {
		if _, known := analyses[id]; !known && id != uuid.Nil {
			return nil, errAnalysed
		}
	}
	decide, err := compose(component.NewComposition(name, latest, file.ApplyAll(s.Overrides), analyses, func(i int) string {
		return strings.ReplaceAll(r.NewID("value "+strconv.Itoa(i)), "-", "")
	}))
	if err != nil {
		if seen != nil && !slices.Contains(seen, s.ComponentVersion(name)) {
			return nil, domain.ErrChanged
		}
		return nil, err
	}
	return decide(s)
}

// resultsOf returns the results of the analyses that overrides were made on.
func resultsOf(overrides []file.Override) []uuid.UUID {
	out := make([]uuid.UUID, len(overrides))
	for i, o := range overrides {
		out[i] = o.Result.ID
	}
	return out
}

// readAnalyses returns what the analyses found that the values of a file come from; those that are known are
// not read again.
func (c *Commands) readAnalyses(ctx context.Context, s file.State,
	known component.Analyses) (component.Analyses, error) {
	read := func(ref es.BlobRef) ([]component.Detail, error) {
		if found, ok := known[ref.ID]; ok {
			return found, nil
		}
		var result document.Result
		err := c.GetJSON(ctx, ref, &result)
		return component.GroupByComponent(result), err
	}
	latest := s.LatestResult()
	out, err := component.ReadEarlier(file.ApplyAll(s.Overrides), latest, read)
	if err == nil && latest.ID != uuid.Nil {
		out[latest.ID], err = read(latest)
	}
	return out, err
}
