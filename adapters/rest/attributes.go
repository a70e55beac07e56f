package rest

import (
	"context"
	"net/http"

	"github.com/gorilla/mux"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/queries"
)

// ListDossierStatusDefinitions lists the statuses that dossiers of a template may
// have.
func (s *server) ListDossierStatusDefinitions(
	ctx context.Context, q api.ListDossierStatusDefinitionsRequestObject,
) (api.ListDossierStatusDefinitionsResponseObject, error) {
	found, err := s.Attributes.DossierStatuses(ctx, queries.AskOfTemplate{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId})
	if err != nil {
		return nil, err
	}
	return api.ListDossierStatusDefinitions200JSONResponse{DossierStatusDefinitions: mapList(found, dossierStatusOf)}, nil
}

func dossierStatusOf(d queries.DossierStatusDefinition) api.DossierStatusDefinition {
	return api.DossierStatusDefinition{Id: d.ID, DossierTemplateId: d.TemplateID, Name: d.Name, Description: d.Description,
		Rank: int32(d.Rank), Color: d.Color, DossierCount: int64(d.Dossiers)}
}

// ListDossierAttributeDefinitions lists the attributes of a template's dossiers.
func (s *server) ListDossierAttributeDefinitions(
	ctx context.Context, q api.ListDossierAttributeDefinitionsRequestObject,
) (api.ListDossierAttributeDefinitionsResponseObject, error) {
	found, err := s.Attributes.DossierAttributes(ctx, queries.AskOfTemplate{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId})
	if err != nil {
		return nil, err
	}
	return api.ListDossierAttributeDefinitions200JSONResponse{DossierAttributeDefinitions: mapList(found, dossierAttributeOf)}, nil
}

func dossierAttributeOf(d queries.AttributeDefinition) api.DossierAttributeDefinition {
	return api.DossierAttributeDefinition{
		Id:                     d.ID,
		DossierTemplateId:      d.TemplateID,
		Name:                   d.Name,
		Type:                   api.DossierAttributeType(d.Type),
		Placeholder:            "{{dossier.attribute." + d.Name + "}}",
		Editable:               d.Editable,
		DisplayedInDossierList: d.Displayed,
		Filterable:             d.Filterable,
	}
}

// ListFileAttributeDefinitions lists the attributes of a template's files.
func (s *server) ListFileAttributeDefinitions(
	ctx context.Context, q api.ListFileAttributeDefinitionsRequestObject,
) (api.ListFileAttributeDefinitionsResponseObject, error) {
	found, err := s.Attributes.FileAttributes(ctx, queries.AskOfTemplate{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId})
	if err != nil {
		return nil, err
	}
	return api.ListFileAttributeDefinitions200JSONResponse{FileAttributeDefinitions: mapList(found, fileAttributeOf)}, nil
}

func fileAttributeOf(d queries.AttributeDefinition) api.FileAttributeDefinition {
	return api.FileAttributeDefinition{Id: d.ID, DossierTemplateId: d.TemplateID, Name: d.Name, Type: api.FileAttributeType(d.Type),
		CsvColumnHeader: d.CSVColumn, Placeholder: "{{file.attribute." + d.Name + "}}", Editable: d.Editable,
		PrimaryAttribute: d.Primary, DisplayedInFileList: d.Displayed, Filterable: d.Filterable}
}

// SetDossierAttributes sets values of attributes of a dossier; null counts as empty.
func (s *server) SetDossierAttributes(
	ctx context.Context, q api.SetDossierAttributesRequestObject,
) (api.SetDossierAttributesResponseObject, error) {
	r := requestOf(ctx)
	r.ExpectVersion = expectedVersion(q.Params.IfMatch, func() (any, uint64, error) {
		d, err := s.Dossiers.GetDossier(ctx, queries.AskDossier{Caller: r.Caller, TemplateID: q.DossierTemplateId, DossierID: q.DossierId})
		return dossierOf(d), d.Version, err
	})
	out, err := s.ChangeDossiers.SetDossierAttributes(ctx, commands.SetDossierAttributes{Request: r, TemplateID: q.DossierTemplateId,
		DossierID: q.DossierId, Values: valuesOf(q.Body.AttributeIdToValue)})
	if err != nil {
		return nil, err
	}
	return api.SetDossierAttributes204Response{
		Headers: api.SetDossierAttributes204ResponseHeaders{DocketPosition: s.awaitWrite(ctx, out.Position)},
	}, nil
}

// valuesOf returns the values with null as the empty value.
func valuesOf(given map[string]*string) map[string]string {
	values := map[string]string{}
	for id, value := range given {
		values[id] = valueOr(value, "")
	}
	return values
}

// SetFileAttributes sets values of attributes of a file; null counts as empty.
func (s *server) SetFileAttributes(ctx context.Context, q api.SetFileAttributesRequestObject) (api.SetFileAttributesResponseObject, error) {
	r := requestOf(ctx)
	r.ExpectVersion = expectedVersion(q.Params.IfMatch, func() (any, uint64, error) {
		f, err := s.Files.GetFile(ctx, queries.AskFile{
			Caller:     r.Caller,
			TemplateID: q.DossierTemplateId,
			DossierID:  q.DossierId,
			FileID:     q.FileId,
		})
		return fileOf(f), f.Version, err
	})
	out, err := s.ChangeFiles.SetFileAttributes(ctx, commands.SetFileAttributes{Request: r, TemplateID: q.DossierTemplateId,
		DossierID: q.DossierId, FileID: q.FileId, Values: valuesOf(q.Body.AttributeIdToValue)})
	if err != nil {
		return nil, err
	}
	return api.SetFileAttributes204Response{
		Headers: api.SetFileAttributes204ResponseHeaders{DocketPosition: s.awaitWrite(ctx, out.Position)},
	}, nil
}

// alsoPost are the routes whose PUT is offered as POST too.
var alsoPost = []string{"/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/attributes",
	"/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/attributes"}

// offerPost answers POST like PUT where both are offered.
func offerPost(router *mux.Router, c *contract) error {
	put := map[string]http.Handler{}
	err := router.Walk(func(route *mux.Route, _ *mux.Router, _ []*mux.Route) error {
		path, err := route.GetPathTemplate()
		if methods, unset := route.GetMethods(); err == nil && unset == nil && len(methods) == 1 && methods[0] == http.MethodPut {
			put[path] = route.GetHandler()
		}
		return err
	})
	for _, path := range alsoPost {
		router.Handle(path, put[path]).Methods(http.MethodPost)
		c.operations["POST "+path] = c.operations["PUT "+path]
	}
	return err
}
