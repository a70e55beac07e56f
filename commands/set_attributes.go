package commands

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/rules"
)

// SetFileAttributes gives a file the values of attributes; the others stay.
type SetFileAttributes struct {
	Request
	TemplateID, DossierID, FileID string
	Values                        map[string]string // by id of the definition; "" takes one away
}

// SetFileAttributes stores all of the values or none. A value that changes leads to
// one more analysis of the file, if it may be analysed again.
func (c *Commands) SetFileAttributes(ctx context.Context, r SetFileAttributes) (Outcome, error) {
	d, f, at, err := c.inFile(ctx, r.Caller, r.TemplateID, r.DossierID, r.FileID, false)
	if err != nil {
		return Outcome{}, err
	}
	if err := user.CheckAccess(r.Caller, user.SetFileAttributes, fileObject(d, f)); err != nil {
		return Outcome{}, err
	}
	values, err := c.checkSettable(ctx, r.Request, at, r.TemplateID, template.State.FileAttribute, r.Values)
	if err != nil {
		return Outcome{}, err
	}
	if err := d.CheckAcceptsFiles(); err != nil {
		return Outcome{}, err
	}
	done, err := es.Decide(ctx, c.Log, file.Decider, r.commandOn(file.StreamOf(r.Caller.Workspace, r.FileID)), file.SetAttributes(values))
	if done == at {
		done.Position = 0 // nothing changed
	}
	return Outcome{ID: r.FileID, Position: uint64(done.Position)}, r.toCallerError(err)
}

// SetDossierAttributes gives a dossier the values of attributes; the others stay.
type SetDossierAttributes struct {
	Request
	TemplateID, DossierID string
	Values                map[string]string // by id of the definition; "" takes one away
}

// SetDossierAttributes stores all of the values or none.
func (c *Commands) SetDossierAttributes(ctx context.Context, r SetDossierAttributes) (Outcome, error) {
	d, at, err := c.inDossier(ctx, r.Caller, r.TemplateID, r.DossierID, false)
	if err != nil {
		return Outcome{}, err
	}
	if err := user.CheckAccess(r.Caller, user.SetDossierAttributes, dossierObject(d)); err != nil {
		return Outcome{}, err
	}
	values, err := c.checkSettable(ctx, r.Request, at, r.TemplateID, template.State.DossierAttribute, r.Values)
	if err != nil {
		return Outcome{}, err
	}
	stream, subject := dossier.StreamOf(r.Caller.Workspace, r.DossierID), dossier.SubjectOf(r.Caller.Workspace, r.DossierID)
	done, err := es.Decide(ctx, c.Log, dossier.Decider, r.commandOn(stream), dossier.SetAttributes(subject, values))
	if done == at {
		done.Position = 0 // nothing changed
	}
	return Outcome{ID: r.DossierID, Position: uint64(done.Position)}, r.toCallerError(err)
}

// checkSettable returns the values of a request after checking them and the version that the
// caller has seen.
func (c *Commands) checkSettable(ctx context.Context, r Request, at es.Receipt, templateID string,
	defined func(template.State, string) (template.Definition, bool), given map[string]string) (map[string]string, error) {
	if r.ExpectVersion != 0 && r.ExpectVersion != at.Version {
		return nil, domain.ErrChanged
	}
	t, err := c.findTemplate(ctx, r.Caller, templateID)
	if err != nil {
		return nil, err
	}
	return checkedAttributes(func(id string) (template.Definition, bool) { return defined(t, id) }, given)
}

// checkedAttributes returns the values by the ids that the template has, after checking
// that people may set them. The first mistake by id is returned.
func checkedAttributes(defined func(id string) (template.Definition, bool), given map[string]string) (map[string]string, error) {
	values := map[string]string{}
	for _, id := range slices.Sorted(maps.Keys(given)) {
		d, ok := defined(id)
		if !ok {
			return nil, domain.Faultf(domain.Invalid, "Unknown attribute: %s", strings.ToLower(id))
		}
		if _, twice := values[d.ID]; twice {
			return nil, domain.Faultf(domain.Invalid, "attributeIdToValue must not contain duplicates")
		}
		if err := d.CheckValue(given[id]); err != nil {
			return nil, err
		}
		if !d.Editable {
			return nil, domain.Faultf(domain.Invalid, "Attribute is read-only: %s", d.Name)
		}
		values[d.ID] = given[id]
	}
	return values, nil
}

// ruleAttributes returns the attributes of a file as rules see them, in the order of
// the template's definitions.
func ruleAttributes(t template.State, values map[string]string) (out []rules.Attribute) {
	for _, d := range t.FileAttrs {
		if v, ok := values[d.ID]; ok {
			out = append(out, rules.Attribute{ID: d.ID, Label: d.Name, Value: v})
		}
	}
	return out
}
