package core

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
)

// CheckSettable returns the values of a request after checking them and the version that the
// caller has seen.
func (c *Core) CheckSettable(ctx context.Context, r Request, at es.Receipt, templateID string,
	defined func(template.State, string) (template.Definition, bool), given map[string]string) (map[string]string, error) {
	if r.ExpectVersion != 0 && r.ExpectVersion != at.Version {
		return nil, domain.ErrChanged
	}
	t, err := c.FindTemplate(ctx, r.Caller, templateID)
	if err != nil {
		return nil, err
	}
	return checkedAttributes(func(id string) (template.Definition, bool) { return defined(t, id) }, given)
}

// checkedAttributes returns the values by the ids that the template has, after checking
// that people may set them. The first mistake by id is returned.
func checkedAttributes(defined func(id string) (template.Definition, bool),
	given map[string]string) (map[string]string, error) {
	values := map[string]string{}
	for _, id := range slices.Sorted(maps.Keys(given)) {
		d, ok := defined(id)
		if !ok {
			return nil, domain.NoSuch("attribute", "attributeIdToValue/"+id, strings.ToLower(id))
		}
		if _, twice := values[d.ID]; twice {
			return nil, domain.Repeated("attributeIdToValue")
		}
		if err := d.CheckValue(given[id]); err != nil {
			return nil, err
		}
		if !d.Editable {
			return nil, domain.Refuse(domain.ReadOnly, "Attribute is read-only: %s", d.Name).At("attributeIdToValue")
		}
		values[d.ID] = given[id]
	}
	return values, nil
}
