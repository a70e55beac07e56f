package templates

import (
	"context"
	"mime/multipart"
	"net/http"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// RuleFileQueries reads the rule files of a template.
type RuleFileQueries interface {
	RuleFile(ctx context.Context, q queries.AskRuleFile) ([]byte, error)
}

// RuleFileCommands changes the rule files of a template.
type RuleFileCommands interface {
	// StoreRuleFile returns when the files that the change concerns wait for their next
	// analysis, or are certain to.
	StoreRuleFile(ctx context.Context, c commands.StoreRuleFile) (commands.RuleFileOutcome, error)
}

// ruleFileHandlers answer the operations on rule files.
type ruleFileHandlers struct {
	queries  RuleFileQueries
	commands RuleFileCommands
	views    *exchange.Views
	seenTemplates
}

// A textFile is the answer with a rule file: its bytes as they were uploaded.
type textFile struct {
	name    template.RuleFile
	content []byte
}

func (f textFile) writeAnswer(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Disposition", exchange.AttachmentHeader(string(f.name)))
	exchange.SetDigests(w.Header(), f.content)
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
func (h *ruleFileHandlers) DownloadEntityRules(
	ctx context.Context, q api.DownloadEntityRulesRequestObject,
) (api.DownloadEntityRulesResponseObject, error) {
	return h.ruleFile(ctx, q.DossierTemplateId, template.EntityRules)
}

// DownloadComponentRules sends the component rules as they were uploaded.
func (h *ruleFileHandlers) DownloadComponentRules(
	ctx context.Context, q api.DownloadComponentRulesRequestObject,
) (api.DownloadComponentRulesResponseObject, error) {
	return h.ruleFile(ctx, q.DossierTemplateId, template.ComponentRules)
}

// DownloadDateFormats sends the date formats as they were uploaded.
func (h *ruleFileHandlers) DownloadDateFormats(
	ctx context.Context, q api.DownloadDateFormatsRequestObject,
) (api.DownloadDateFormatsResponseObject, error) {
	return h.ruleFile(ctx, q.DossierTemplateId, template.DateFormats)
}

func (h *ruleFileHandlers) ruleFile(ctx context.Context, id string, f template.RuleFile) (textFile, error) {
	content, err := h.queries.RuleFile(ctx, queries.AskRuleFile{Caller: exchange.Caller(ctx), TemplateID: id, File: f})
	return textFile{f, content}, err
}

// UploadEntityRules checks entity rules and stores them when they are valid.
func (h *ruleFileHandlers) UploadEntityRules(
	ctx context.Context, q api.UploadEntityRulesRequestObject,
) (api.UploadEntityRulesResponseObject, error) {
	dry := convert.ValueOr(q.Params.DryRun, false)
	out, position, err := h.storeRuleFile(ctx, q.DossierTemplateId, template.EntityRules, user.UploadEntityRules, dry,
		q.Body)
	switch body := ruleErrors(out); {
	case err != nil:
		return nil, err
	case !out.DryRun && len(body.Errors) > 0:
		body.Code, body.RequestId = exchange.DescribeRuleErrors(ctx)
		return api.UploadEntityRules422JSONResponse(body), nil
	default:
		return api.UploadEntityRules200JSONResponse{
			Body: body, Headers: api.UploadEntityRules200ResponseHeaders{DocketPosition: position},
		}, nil
	}
}

// UploadComponentRules checks component rules and stores them when they are valid.
func (h *ruleFileHandlers) UploadComponentRules(
	ctx context.Context, q api.UploadComponentRulesRequestObject,
) (api.UploadComponentRulesResponseObject, error) {
	dry := convert.ValueOr(q.Params.DryRun, false)
	out, position, err := h.storeRuleFile(ctx, q.DossierTemplateId, template.ComponentRules, user.UploadComponentRules,
		dry, q.Body)
	switch body := ruleErrors(out); {
	case err != nil:
		return nil, err
	case !out.DryRun && len(body.Errors) > 0:
		body.Code, body.RequestId = exchange.DescribeRuleErrors(ctx)
		return api.UploadComponentRules422JSONResponse(body), nil
	default:
		return api.UploadComponentRules200JSONResponse{
			Body: body, Headers: api.UploadComponentRules200ResponseHeaders{DocketPosition: position},
		}, nil
	}
}

// UploadDateFormats checks date formats and stores them when they are valid.
func (h *ruleFileHandlers) UploadDateFormats(
	ctx context.Context, q api.UploadDateFormatsRequestObject,
) (api.UploadDateFormatsResponseObject, error) {
	out, position, err := h.storeRuleFile(ctx, q.DossierTemplateId, template.DateFormats, user.UploadDateFormats, false,
		q.Body)
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
	return api.UploadDateFormats200JSONResponse{
		Body:    body,
		Headers: api.UploadDateFormats200ResponseHeaders{DocketPosition: position},
	}, nil
}

// badFormats is the one failure whose body is a bare list.
type badFormats api.DateFormatErrors

// VisitUploadDateFormatsResponse writes the list.
func (b badFormats) VisitUploadDateFormatsResponse(w http.ResponseWriter) error {
	exchange.WriteJSON(w, http.StatusBadRequest, api.DateFormatErrors(b))
	return nil
}

func (h *ruleFileHandlers) storeRuleFile(
	ctx context.Context, id string, f template.RuleFile, op user.Operation, dry bool, body *multipart.Reader,
) (commands.RuleFileOutcome, *string, error) {
	form := exchange.NewForm(ctx, body)
	out, err := h.commands.StoreRuleFile(ctx, commands.StoreRuleFile{
		Request:    h.requestOn(ctx, id),
		TemplateID: id,
		File:       f,
		DryRun:     dry,
		Open:       form.OpenUnnamed,
		Complete:   func(c *commands.StoreRuleFile) { c.DryRun = form.Flag("dryRun", c.DryRun) },
	})
	if err != nil {
		return out, nil, err
	}
	return out, h.views.AwaitWrite(ctx, out.Position), nil
}

func ruleErrors(out commands.RuleFileOutcome) api.RuleErrors {
	body := api.RuleErrors{Errors: make([]api.RuleError, len(out.Problems))}
	for i, p := range out.Problems {
		body.Errors[i] = api.RuleError{Line: p.Line, Column: p.Column, Message: p.Message}
	}
	return body
}
