package publish

import (
	"bytes"
	"context"
	"io"
	"mime/multipart"
	"slices"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/domain/template"
)

// maxComponents is how many component definitions a request may name.
const maxComponents = 1000

// A rankedID is the identifier of a definition with its rank.
type rankedID struct {
	id   string
	rank int
}

// fileForm returns a form with a file, and its content type.
func fileForm(name string, content []byte) (string, io.Reader, error) {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err == nil {
		err = form.Close()
	}
	return form.FormDataContentType(), &b, err
}

// sendSettings makes the fields of the template those of a bundle.
func (l *liveTemplate) sendSettings(ctx context.Context, b template.Bundle) error {
	s := b.Settings
	types := make([]api.DownloadFileType, len(s.DownloadFileTypes))
	for i, t := range s.DownloadFileTypes {
		types[i] = api.DownloadFileType(t)
	}
	visibility := api.Visibility(s.Visibility)
	change := api.DossierTemplateChange{
		Description: &b.Description, RemoveWatermark: &s.RemoveWatermark, KeepImageMetadata: &s.KeepImageMetadata, OcrByDefault: &s.OCRByDefault,
		KeepHiddenText: &s.KeepHiddenText, KeepOverlappingObjects: &s.KeepOverlapping, LearnFromApproved: &s.LearnFromApproved,
		ApplyDictionaryUpdatesToAllDossiersByDefault: &s.ApplyDictionary, DownloadFileTypes: &types,
		ValidFrom: nullable.NewNullNullable[api.Time](), ValidTo: nullable.NewNullNullable[api.Time](),
		Settings: &api.TemplateSettingsChange{DefaultDossierVisibility: &visibility, OcrLanguages: &s.OCRLanguages,
			RetentionHours: nullable.NewNullNullable[int](),
			FileAttributesConfig: &api.FileAttributesChange{KeyColumn: &s.AttributesKeyColumn, Delimiter: &s.AttributesDelimiter,
				Encoding: new(api.FileAttributesChangeEncoding(s.AttributesEncoding))}},
	}
	if s.ValidFrom != nil {
		change.ValidFrom = nullable.NewNullableWithValue(api.Time{Time: *s.ValidFrom})
	}
	if s.ValidTo != nil {
		change.ValidTo = nullable.NewNullableWithValue(api.Time{Time: *s.ValidTo})
	}
	if s.RetentionHours != nil {
		change.Settings.RetentionHours = nullable.NewNullableWithValue(*s.RetentionHours)
	}
	return finishRequest(l.API.UpdateDossierTemplate(ctx, l.id, nil, change))
}

// sendStatus creates or changes a status of dossiers. Rank 0 leaves it where it is; a new one
// stands last then.
func (l *liveTemplate) sendStatus(ctx context.Context, d template.Definition, rank int) error {
	request := api.DossierStatusRequest{Name: d.Name, Description: nullable.NewNullableWithValue(d.Description),
		Color: nullable.NewNullableWithValue(d.Color)}
	known, exists := l.ids.statuses[d.Name]
	if rank == 0 {
		rank = known.rank
	}
	if rank > 0 {
		request.Rank = nullable.NewNullableWithValue(rank)
	}
	if exists {
		return finishRequest(l.API.UpdateDossierStatusDefinition(ctx, l.id, known.id, nil, request))
	}
	return finishRequest(l.API.CreateDossierStatusDefinition(ctx, l.id, nil, request))
}

// sendDossierAttribute creates or changes an attribute of dossiers.
func (l *liveTemplate) sendDossierAttribute(ctx context.Context, d template.Definition) error {
	editable, displayed, filterable := nullable.NewNullableWithValue(d.Editable), nullable.NewNullableWithValue(d.Displayed),
		nullable.NewNullableWithValue(d.Filterable)
	if id, exists := l.ids.dossierAttributes[d.Name]; exists {
		return finishRequest(l.API.UpdateDossierAttributeDefinition(ctx, l.id, id, nil, api.DossierAttributeChange{
			Name: d.Name, Editable: editable, DisplayedInDossierList: displayed, Filterable: filterable}))
	}
	return finishRequest(l.API.CreateDossierAttributeDefinition(ctx, l.id, nil, api.NewDossierAttribute{
		Name: d.Name, Type: api.DossierAttributeType(d.Type), Editable: editable, DisplayedInDossierList: displayed, Filterable: filterable}))
}

// sendFileAttribute creates or changes an attribute of files.
func (l *liveTemplate) sendFileAttribute(ctx context.Context, d template.Definition) error {
	editable, displayed, filterable := nullable.NewNullableWithValue(d.Editable), nullable.NewNullableWithValue(d.Displayed),
		nullable.NewNullableWithValue(d.Filterable)
	primary, column := nullable.NewNullableWithValue(d.Primary), nullable.NewNullableWithValue(d.CSVColumn)
	if id, exists := l.ids.fileAttributes[d.Name]; exists {
		return finishRequest(l.API.UpdateFileAttributeDefinition(ctx, l.id, id, nil, api.FileAttributeChange{Name: d.Name, Editable: editable,
			DisplayedInFileList: displayed, Filterable: filterable, PrimaryAttribute: primary, CsvColumnHeader: column}))
	}
	return finishRequest(l.API.CreateFileAttributeDefinition(ctx, l.id, nil, api.NewFileAttribute{Name: d.Name,
		Type:     api.FileAttributeType(d.Type),
		Editable: editable, DisplayedInFileList: displayed, Filterable: filterable, PrimaryAttribute: primary, CsvColumnHeader: column}))
}

// sendEntity creates or changes an entity. A new one gets its technical name by a first display
// name, where its own would give another.
func (l *liveTemplate) sendEntity(ctx context.Context, d template.Definition) error {
	request := api.EntityRequest{DisplayName: d.Name, Description: nullable.NewNullableWithValue(d.Description),
		Rank: nullable.NewNullableWithValue(d.Rank), Kind: nullable.NewNullableWithValue(api.EntityRequestKind(d.Kind)),
		Color: nullable.NewNullableWithValue(d.Color), RecommendationColor: nullable.NewNullableWithValue(d.Recommended),
		HasDictionary: nullable.NewNullableWithValue(d.HasDictionary), CaseSensitive: nullable.NewNullableWithValue(d.CaseSensitive)}
	if id, exists := l.ids.entities[d.TechnicalName]; exists {
		return finishRequest(l.API.UpdateEntityDefinition(ctx, l.id, id, nil, request))
	}
	first := request
	if derived := deriveTechnicalName(d.Name); derived != d.TechnicalName {
		first.DisplayName = d.TechnicalName
	}
	r, err := l.API.CreateEntityDefinitionWithResponse(ctx, l.id, nil, first)
	if err != nil {
		return err
	}
	made, err := client.RecordOf(r.JSON201, r.HTTPResponse, r.Body)
	if err != nil {
		return err
	}
	l.ids.entities[d.TechnicalName] = made.Id
	if first.DisplayName == request.DisplayName {
		return nil
	}
	return finishRequest(l.API.UpdateEntityDefinition(ctx, l.id, made.Id, nil, request))
}

// sendDictionary replaces a list of terms.
func (l *liveTemplate) sendDictionary(ctx context.Context, d template.Dictionary) error {
	return finishRequest(l.API.SetEntityDictionaryWithTextBody(ctx, l.id, l.ids.entities[d.Entity], d.List, nil,
		string(template.TermsText(d.Terms))))
}

// addComponents creates component definitions, or restores those that were deleted before.
func (l *liveTemplate) addComponents(ctx context.Context, list []template.NewComponent) error {
	var restored []template.NewComponent
	var create []api.NewComponentDefinition
	for _, c := range list {
		if l.ids.deletedComponents[c.TechnicalName] != "" {
			restored = append(restored, c)
			continue
		}
		create = append(create, api.NewComponentDefinition{TechnicalName: c.TechnicalName, DisplayName: c.DisplayName,
			Description: nullable.NewNullableWithValue(c.Description), Required: nullable.NewNullableWithValue(c.Required),
			Multiple: nullable.NewNullableWithValue(!c.Single), Format: nullable.NewNullableWithValue(c.FormatName()),
			Columns: columnsOf(c.Columns)})
	}
	for part := range slices.Chunk(create, maxComponents) {
		if err := finishRequest(l.API.CreateComponentDefinitions(ctx, l.id, nil, part)); err != nil {
			return err
		}
	}
	var ids []string
	for _, c := range restored {
		ids = append(ids, l.ids.deletedComponents[c.TechnicalName])
	}
	for part := range slices.Chunk(ids, maxComponents) {
		if err := finishRequest(l.API.RestoreComponentDefinitions(ctx, l.id, nil, api.ComponentIds{ComponentIds: part})); err != nil {
			return err
		}
	}
	if err := l.readComponentIDs(ctx); err != nil || len(restored) == 0 {
		return err
	}
	return l.changeComponents(ctx, restored)
}

// columnsOf returns the columns of rows as a request names them; an empty list takes them away.
func columnsOf(columns []template.Column) nullable.Nullable[[]api.NewComponentColumn] {
	out := []api.NewComponentColumn{}
	for _, c := range columns {
		out = append(out, api.NewComponentColumn{TechnicalName: c.TechnicalName, DisplayName: c.DisplayName,
			Format: nullable.NewNullableWithValue(c.FormatName())})
	}
	return nullable.NewNullableWithValue(out)
}

// readComponentIDs reads the identifiers of the component definitions again.
func (l *liveTemplate) readComponentIDs(ctx context.Context) (err error) {
	l.ids.components, l.ids.deletedComponents, err = l.listComponents(ctx)
	return err
}

// changeComponents changes the texts and expectations of component definitions.
func (l *liveTemplate) changeComponents(ctx context.Context, list []template.NewComponent) error {
	var change []api.ComponentDefinitionChange
	for _, c := range list {
		change = append(change, api.ComponentDefinitionChange{Id: l.ids.components[c.TechnicalName], DisplayName: c.DisplayName,
			Description: c.Description, Required: nullable.NewNullableWithValue(c.Required),
			Multiple: nullable.NewNullableWithValue(!c.Single), Format: nullable.NewNullableWithValue(c.FormatName()),
			Columns: columnsOf(c.Columns)})
	}
	for part := range slices.Chunk(change, maxComponents) {
		if err := finishRequest(l.API.UpdateComponentDefinitions(ctx, l.id, nil, part)); err != nil {
			return err
		}
	}
	return nil
}

// removeComponents deletes component definitions; they can be restored.
func (l *liveTemplate) removeComponents(ctx context.Context, names []string) error {
	for part := range slices.Chunk(l.componentIDs(names), maxComponents) {
		if err := finishRequest(l.API.SoftDeleteComponentDefinitions(ctx, l.id, nil, api.ComponentIds{ComponentIds: part})); err != nil {
			return err
		}
	}
	return nil
}

// orderComponents puts component definitions into an order.
func (l *liveTemplate) orderComponents(ctx context.Context, names []string) error {
	return finishRequest(l.API.ReorderComponentDefinitions(ctx, l.id, nil, api.ComponentIds{ComponentIds: l.componentIDs(names)}))
}

func (l *liveTemplate) componentIDs(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = l.ids.components[name]
	}
	return out
}
