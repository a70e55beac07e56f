package rest

import (
	"context"
	"errors"
	"mime/multipart"
	"net/http"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// A textFile is the answer with a rule file: its bytes as they were uploaded.
type textFile struct {
	name    template.RuleFile
	content []byte
}

func (f textFile) writeAnswer(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Disposition", attachmentHeader(string(f.name)))
	w.WriteHeader(http.StatusOK)
	_, err := w.Write(f.content)
	return err
}

// VisitDownloadEntityRulesResponse writes the file.
func (f textFile) VisitDownloadEntityRulesResponse(w http.ResponseWriter) error {
	return f.writeAnswer(w)
}

// VisitDownloadComponentRulesResponse writes the file.
func (f textFile) VisitDownloadComponentRulesResponse(w http.ResponseWriter) error {
	return f.writeAnswer(w)
}

// VisitDownloadDateFormatsResponse writes the file.
func (f textFile) VisitDownloadDateFormatsResponse(w http.ResponseWriter) error {
	return f.writeAnswer(w)
}

// DownloadEntityRules sends the entity rules as they were uploaded.
func (s *server) DownloadEntityRules(
	ctx context.Context, q api.DownloadEntityRulesRequestObject,
) (api.DownloadEntityRulesResponseObject, error) {
	return s.ruleFile(ctx, q.DossierTemplateId, template.EntityRules)
}

// DownloadComponentRules sends the component rules as they were uploaded.
func (s *server) DownloadComponentRules(
	ctx context.Context, q api.DownloadComponentRulesRequestObject,
) (api.DownloadComponentRulesResponseObject, error) {
	return s.ruleFile(ctx, q.DossierTemplateId, template.ComponentRules)
}

// DownloadDateFormats sends the date formats as they were uploaded.
func (s *server) DownloadDateFormats(
	ctx context.Context, q api.DownloadDateFormatsRequestObject,
) (api.DownloadDateFormatsResponseObject, error) {
	return s.ruleFile(ctx, q.DossierTemplateId, template.DateFormats)
}

func (s *server) ruleFile(ctx context.Context, id string, f template.RuleFile) (textFile, error) {
	content, err := s.RuleFiles.RuleFile(ctx, queries.AskRuleFile{Caller: callerOf(ctx), TemplateID: id, File: f})
	return textFile{f, content}, err
}

// UploadEntityRules checks entity rules and stores them when they are valid.
func (s *server) UploadEntityRules(ctx context.Context, q api.UploadEntityRulesRequestObject) (api.UploadEntityRulesResponseObject, error) {
	dry := valueOr(q.Params.DryRun, false)
	out, position, err := s.storeRuleFile(ctx, q.DossierTemplateId, template.EntityRules, user.UploadEntityRules, dry, q.Body)
	switch body := ruleErrors(out); {
	case err != nil:
		return nil, err
	case !out.DryRun && len(body.Errors) > 0:
		return api.UploadEntityRules422JSONResponse(body), nil
	default:
		return api.UploadEntityRules200JSONResponse{
			Body: body, Headers: api.UploadEntityRules200ResponseHeaders{DocketPosition: position},
		}, nil
	}
}

// UploadComponentRules checks component rules and stores them when they are valid.
func (s *server) UploadComponentRules(
	ctx context.Context, q api.UploadComponentRulesRequestObject,
) (api.UploadComponentRulesResponseObject, error) {
	dry := valueOr(q.Params.DryRun, false)
	out, position, err := s.storeRuleFile(ctx, q.DossierTemplateId, template.ComponentRules, user.UploadComponentRules, dry, q.Body)
	switch body := ruleErrors(out); {
	case err != nil:
		return nil, err
	case !out.DryRun && len(body.Errors) > 0:
		return api.UploadComponentRules422JSONResponse(body), nil
	default:
		return api.UploadComponentRules200JSONResponse{
			Body: body, Headers: api.UploadComponentRules200ResponseHeaders{DocketPosition: position},
		}, nil
	}
}

// UploadDateFormats checks date formats and stores them when they are valid.
func (s *server) UploadDateFormats(ctx context.Context, q api.UploadDateFormatsRequestObject) (api.UploadDateFormatsResponseObject, error) {
	out, position, err := s.storeRuleFile(ctx, q.DossierTemplateId, template.DateFormats, user.UploadDateFormats, false, q.Body)
	body := make(api.DateFormatErrors, len(out.Formats))
	for i, p := range out.Formats {
		body[i] = api.DateFormatError{Line: p.Line, Pattern: p.Pattern, Message: p.Message}
	}
	switch {
	case err != nil:
		return nil, err
	case len(body) > 0:
		return badFormats(body), nil
	}
	return api.UploadDateFormats200JSONResponse{Body: body, Headers: api.UploadDateFormats200ResponseHeaders{DocketPosition: position}}, nil
}

// badFormats is the one failure whose body is a bare list.
type badFormats api.DateFormatErrors

// VisitUploadDateFormatsResponse writes the list.
func (b badFormats) VisitUploadDateFormatsResponse(w http.ResponseWriter) error {
	writeJSON(w, http.StatusBadRequest, api.DateFormatErrors(b))
	return nil
}

func (s *server) storeRuleFile(
	ctx context.Context, id string, f template.RuleFile, op user.Operation, dry bool, body *multipart.Reader,
) (commands.RuleFileOutcome, *string, error) {
	form := s.newUploadForm(ctx, body)
	out, err := s.ChangeRuleFiles.StoreRuleFile(ctx, commands.StoreRuleFile{Request: requestOf(ctx), TemplateID: id, File: f, DryRun: dry,
		Open:     func() (commands.Upload, error) { return openRuleFile(form, s.fileLimit(op)) },
		Complete: func(c *commands.StoreRuleFile) { c.DryRun = form.flag("dryRun", c.DryRun) }})
	if err != nil {
		return out, nil, err
	}
	return out, s.awaitWrite(ctx, out.Position), nil
}

// openRuleFile finds the part named file. It must have a file name, which is not used.
func openRuleFile(form *uploadForm, limit int64) (commands.Upload, error) {
	part, err := filePart(form)
	if err != nil {
		return commands.Upload{}, err
	}
	name, err := fileName(part.Header.Get("Content-Disposition"))
	if err != nil && !errors.Is(err, errName) {
		return commands.Upload{}, err
	}
	return commands.Upload{Name: name, Content: &uploadedFile{part: part, form: form, left: limit}}, nil
}

func ruleErrors(out commands.RuleFileOutcome) api.RuleErrors {
	body := api.RuleErrors{Errors: make([]api.RuleError, len(out.Problems))}
	for i, p := range out.Problems {
		body.Errors[i] = api.RuleError{Line: p.Line, Column: p.Column, Message: p.Message}
	}
	return body
}
