package templates

import (
	"bufio"
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/queries"
)

// CreateDossierTemplate creates a template without rules.
func (h *templateHandlers) CreateDossierTemplate(
	ctx context.Context, q api.CreateDossierTemplateRequestObject,
) (api.CreateDossierTemplateResponseObject, error) {
	b := q.Body
	fields := fieldsOf(api.DossierTemplateChange{
		Name:                   &b.Name,
		Description:            b.Description,
		ValidFrom:              b.ValidFrom,
		ValidTo:                b.ValidTo,
		RemoveWatermark:        b.RemoveWatermark,
		KeepImageMetadata:      b.KeepImageMetadata,
		OcrByDefault:           b.OcrByDefault,
		KeepHiddenText:         b.KeepHiddenText,
		KeepOverlappingObjects: b.KeepOverlappingObjects,
		LearnFromApproved:      b.LearnFromApproved,
		ApplyDictionaryUpdatesToAllDossiersByDefault: b.ApplyDictionaryUpdatesToAllDossiersByDefault,
		DownloadFileTypes: b.DownloadFileTypes,
		Settings:          b.Settings,
	})
	out, err := h.commands.CreateTemplate(ctx, commands.CreateTemplate{
		Request:        exchange.Request(ctx),
		TemplateFields: fields,
	})
	if err != nil {
		return nil, err
	}
	body, position, err := h.templateNow(ctx, out)
	if err != nil {
		return nil, err
	}
	return api.CreateDossierTemplate201JSONResponse{
		Body: body, Headers: api.CreateDossierTemplate201ResponseHeaders{DocketPosition: position},
	}, nil
}

// ImportDossierTemplate creates a template with all that a bundle brings.
func (h *templateHandlers) ImportDossierTemplate(
	ctx context.Context, q api.ImportDossierTemplateRequestObject,
) (api.ImportDossierTemplateResponseObject, error) {
	form := exchange.NewForm(ctx, q.Body)
	out, err := h.commands.ImportBundle(ctx, commands.ImportBundle{Request: exchange.Request(ctx), Open: form.OpenUnnamed})
	if wrong := (*commands.BundleProblems)(nil); errors.As(err, &wrong) {
		return bundleErrors{ctx, *wrong}, nil
	}
	if err != nil {
		return nil, err
	}
	body, position, err := h.templateNow(ctx, out)
	if err != nil {
		return nil, err
	}
	return api.ImportDossierTemplate201JSONResponse{
		Body: body, Headers: api.ImportDossierTemplate201ResponseHeaders{DocketPosition: position},
	}, nil
}

// bundleErrors is the answer to a bundle whose files have errors.
type bundleErrors struct {
	ctx      context.Context //nolint:containedctx // of the request that is answered
	problems commands.BundleProblems
}

// VisitImportDossierTemplateResponse writes the errors.
func (e bundleErrors) VisitImportDossierTemplateResponse(w http.ResponseWriter) error {
	body := api.BundleErrors{Errors: make([]api.BundleError, len(e.problems.Errors))}
	body.Code, body.RequestId = exchange.DescribeRuleErrors(e.ctx)
	for i, p := range e.problems.Errors {
		body.Errors[i] = api.BundleError{File: p.File, Line: p.Line, Column: p.Column, Message: p.Message}
	}
	exchange.WriteJSON(w, http.StatusUnprocessableEntity, body)
	return nil
}

// UpdateDossierTemplate changes the fields that a request names.
func (h *templateHandlers) UpdateDossierTemplate(
	ctx context.Context, q api.UpdateDossierTemplateRequestObject,
) (api.UpdateDossierTemplateResponseObject, error) {
	r := exchange.Request(ctx)
	r.ExpectVersion = exchange.ExpectedVersion(q.Params.IfMatch, func() (any, uint64, error) {
		t, err := h.queries.GetTemplate(ctx, r.Caller, q.DossierTemplateId)
		return templateOf(t), t.Version, err
	})
	out, err := h.commands.UpdateTemplate(ctx, commands.UpdateTemplate{
		Request: r, TemplateID: q.DossierTemplateId, TemplateFields: fieldsOf(*q.Body),
	})
	if err != nil {
		return nil, err
	}
	body, position, err := h.templateNow(ctx, out)
	if err != nil {
		return nil, err
	}
	return api.UpdateDossierTemplate200JSONResponse{
		Body: body, Headers: api.UpdateDossierTemplate200ResponseHeaders{DocketPosition: position},
	}, nil
}

// CloneDossierTemplate copies a template under another name.
func (h *templateHandlers) CloneDossierTemplate(
	ctx context.Context, q api.CloneDossierTemplateRequestObject,
) (api.CloneDossierTemplateResponseObject, error) {
	out, err := h.commands.CloneTemplate(ctx, commands.CloneTemplate{
		Request: exchange.Request(ctx), TemplateID: q.DossierTemplateId, Name: q.Body.Name,
	})
	if err != nil {
		return nil, err
	}
	body, position, err := h.templateNow(ctx, out)
	if err != nil {
		return nil, err
	}
	return api.CloneDossierTemplate201JSONResponse{
		Body: body, Headers: api.CloneDossierTemplate201ResponseHeaders{DocketPosition: position},
	}, nil
}

// ExportDossierTemplate sends a template as a bundle.
func (h *templateHandlers) ExportDossierTemplate(
	ctx context.Context, q api.ExportDossierTemplateRequestObject,
) (api.ExportDossierTemplateResponseObject, error) {
	found, err := h.queries.ExportTemplate(ctx, queries.AskOfTemplate{
		Caller:     exchange.Caller(ctx),
		TemplateID: q.DossierTemplateId,
	})
	return BundleFile(found), err
}

// A BundleFile is the answer with an exported template.
type BundleFile queries.TemplateBundle

// VisitExportDossierTemplateResponse writes the zip. A failure before much of it is
// written is answered; a later one cuts the connection.
func (f BundleFile) VisitExportDossierTemplateResponse(w http.ResponseWriter) error {
	h := w.Header()
	h.Set("Content-Type", "application/zip")
	h.Set("Content-Disposition", exchange.AttachmentHeader(safeName(f.Name)+".zip"))
	begun := &answerTracker{ResponseWriter: w}
	out := bufio.NewWriterSize(begun, 64<<10)
	err := f.Write(out)
	if err == nil {
		err = out.Flush()
	}
	if err != nil && begun.yes {
		panic(http.ErrAbortHandler)
	}
	return err
}

// answerTracker records whether anything of an answer was written.
type answerTracker struct {
	http.ResponseWriter
	yes bool
}

// Write begins the answer.
func (b *answerTracker) Write(p []byte) (int, error) {
	b.yes = true
	return b.ResponseWriter.Write(p)
}

// safeName returns a name without the characters that file systems do not allow in file
// names.
func safeName(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, name)
}

// fieldsOf returns the fields of a template that a request names.
func fieldsOf(b api.DossierTemplateChange) commands.TemplateFields {
	f := commands.TemplateFields{
		Name:              b.Name,
		Description:       b.Description,
		ValidFrom:         convert.ToChange(b.ValidFrom, timeOf),
		ValidTo:           convert.ToChange(b.ValidTo, timeOf),
		RemoveWatermark:   b.RemoveWatermark,
		KeepImageMetadata: b.KeepImageMetadata,
		OCRByDefault:      b.OcrByDefault,
		KeepHiddenText:    b.KeepHiddenText,
		KeepOverlapping:   b.KeepOverlappingObjects,
		LearnFromApproved: b.LearnFromApproved,
		ApplyDictionary:   b.ApplyDictionaryUpdatesToAllDossiersByDefault,
	}
	if b.DownloadFileTypes != nil {
		types := convert.MapList(*b.DownloadFileTypes, func(t api.DownloadFileType) string { return string(t) })
		f.DownloadFileTypes = &types
	}
	if s := b.Settings; s != nil {
		f.RetentionHours = convert.ToChange(s.RetentionHours, func(hours int) int { return hours })
		f.Visibility, f.OCRLanguages = (*string)(s.DefaultDossierVisibility), s.OcrLanguages
		if c := s.FileAttributesConfig; c != nil {
			f.KeyColumn, f.Encoding, f.Delimiter = c.KeyColumn, (*string)(c.Encoding), c.Delimiter
		}
	}
	return f
}

// templateNow returns a template that a command has created or changed, with its settings.
func (h *templateHandlers) templateNow(
	ctx context.Context, out commands.Outcome,
) (api.DossierTemplateWithSettings, *string, error) {
	position := h.views.AwaitWrite(ctx, out.Position)
	t, err := h.queries.GetTemplate(ctx, exchange.Caller(ctx), out.ID)
	if err != nil {
		return api.DossierTemplateWithSettings{}, nil, exchange.NotYetReadable(err)
	}
	b := templateOf(t)
	return api.DossierTemplateWithSettings{
		Id:                     b.Id,
		Name:                   b.Name,
		Description:            b.Description,
		DateAdded:              b.DateAdded,
		DateModified:           b.DateModified,
		CreatedBy:              b.CreatedBy,
		ModifiedBy:             b.ModifiedBy,
		ValidFrom:              b.ValidFrom,
		ValidTo:                b.ValidTo,
		Status:                 b.Status,
		RemoveWatermark:        b.RemoveWatermark,
		KeepImageMetadata:      b.KeepImageMetadata,
		OcrByDefault:           b.OcrByDefault,
		KeepHiddenText:         b.KeepHiddenText,
		KeepOverlappingObjects: b.KeepOverlappingObjects,
		LearnFromApproved:      b.LearnFromApproved,
		ApplyDictionaryUpdatesToAllDossiersByDefault: b.ApplyDictionaryUpdatesToAllDossiersByDefault,
		DownloadFileTypes: b.DownloadFileTypes,
		Settings:          settingsOf(t),
	}, position, nil
}

// settingsOf returns the settings of a template.
func settingsOf(t queries.Template) api.TemplateSettings {
	retention := nullable.NewNullNullable[int]()
	if t.RetentionHours != nil {
		retention = nullable.NewNullableWithValue(*t.RetentionHours)
	}
	return api.TemplateSettings{
		RetentionHours:           retention,
		DefaultDossierVisibility: api.Visibility(t.Visibility),
		OcrLanguages:             convert.NonNilList(t.OCRLanguages),
		FileAttributesConfig: api.FileAttributesConfig{
			KeyColumn: t.KeyColumn, Encoding: api.MappingEncoding(t.Encoding), Delimiter: t.Delimiter,
		},
	}
}

func timeOf(t api.Time) time.Time { return t.Time }
