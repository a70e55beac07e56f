package publish

import (
	"context"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
)

// idsByName returns identifiers by name.
func idsByName[T any](list []T, entry func(T) (name, id string)) map[string]string {
	out := map[string]string{}
	for _, item := range list {
		name, id := entry(item)
		out[name] = id
	}
	return out
}

func (l liveTemplate) listStatuses(ctx context.Context) (map[string]rankedID, error) {
	r, err := l.API.ListDossierStatusDefinitionsWithResponse(ctx, l.id, nil)
	if err != nil {
		return nil, err
	}
	list, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	out := map[string]rankedID{}
	for _, d := range list.DossierStatusDefinitions {
		out[d.Name] = rankedID{d.Id, int(d.Rank)}
	}
	return out, err
}

func (l liveTemplate) listDossierAttributes(ctx context.Context) (map[string]string, error) {
	r, err := l.API.ListDossierAttributeDefinitionsWithResponse(ctx, l.id, nil)
	if err != nil {
		return nil, err
	}
	list, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	return idsByName(list.DossierAttributeDefinitions, func(d api.DossierAttributeDefinition) (string, string) { return d.Name, d.Id }), err
}

func (l liveTemplate) listFileAttributes(ctx context.Context) (map[string]string, error) {
	r, err := l.API.ListFileAttributeDefinitionsWithResponse(ctx, l.id, nil)
	if err != nil {
		return nil, err
	}
	list, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	return idsByName(list.FileAttributeDefinitions, func(d api.FileAttributeDefinition) (string, string) { return d.Name, d.Id }), err
}

func (l liveTemplate) listEntities(ctx context.Context) (map[string]string, error) {
	r, err := l.API.ListEntityDefinitionsWithResponse(ctx, l.id, nil)
	if err != nil {
		return nil, err
	}
	list, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	return idsByName(list.EntityDefinitions, func(d api.EntityDefinition) (string, string) { return d.TechnicalName, d.Id }), err
}

func (l liveTemplate) listMappings(ctx context.Context) (map[string]string, error) {
	r, err := l.API.ListComponentMappingsWithResponse(ctx, l.id, nil)
	if err != nil {
		return nil, err
	}
	list, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	return idsByName(list.ComponentMappingList, func(m api.ComponentMapping) (string, string) { return m.Name, m.Id }), err
}

func (l liveTemplate) listReports(ctx context.Context) (map[string]string, error) {
	r, err := l.API.ListReportTemplatesWithResponse(ctx, l.id, nil)
	if err != nil {
		return nil, err
	}
	list, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	return idsByName(list.ReportTemplates, func(t api.ReportTemplate) (string, string) { return t.Name, t.Id }), err
}

// listComponents returns the identifiers of the active component definitions and of the deleted
// ones, by technical name.
func (l liveTemplate) listComponents(ctx context.Context) (active, deleted map[string]string, err error) {
	all := true
	r, err := l.API.ListComponentDefinitionsWithResponse(ctx, l.id, &api.ListComponentDefinitionsParams{IncludeSoftDeleted: &all})
	if err != nil {
		return nil, nil, err
	}
	list, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	active, deleted = map[string]string{}, map[string]string{}
	for _, d := range list {
		if d.SoftDeleteTime.IsNull() {
			active[d.TechnicalName] = d.Id
		} else {
			deleted[d.TechnicalName] = d.Id
		}
	}
	return active, deleted, err
}
