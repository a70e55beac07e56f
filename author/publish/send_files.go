package publish

import (
	"context"
	"fmt"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/domain/template"
)

// sendReport stores a report template, in place of the one of its name.
func (l *liveTemplate) sendReport(ctx context.Context, r template.BundleReport) error {
	contentType, body, err := fileForm(r.FileName, r.Content)
	if err != nil {
		return err
	}
	if id, exists := l.ids.reports[r.Name]; exists {
		return finishRequest(l.API.UpdateReportTemplateWithBody(ctx, l.id, id,
			&api.UpdateReportTemplateParams{Name: &r.Name, MultiFileReport: &r.Multi, ActiveByDefault: &r.ActiveByDefault}, contentType, body))
	}
	return finishRequest(l.API.CreateReportTemplateWithBody(ctx, l.id,
		&api.CreateReportTemplateParams{Name: &r.Name, MultiFileReport: &r.Multi, ActiveByDefault: &r.ActiveByDefault}, contentType, body))
}

// sendMapping stores a mapping, in place of the one of its name.
func (l *liveTemplate) sendMapping(ctx context.Context, m template.BundleMapping) error {
	contentType, body, err := fileForm(m.FileName, m.Content)
	if err != nil {
		return err
	}
	encoding := api.MappingEncoding(m.Encoding)
	if id, exists := l.ids.mappings[m.Name]; exists {
		return finishRequest(l.API.UpdateComponentMappingWithBody(ctx, l.id, id,
			&api.UpdateComponentMappingParams{Name: &m.Name, Encoding: &encoding, Delimiter: &m.Delim}, contentType, body))
	}
	return finishRequest(l.API.UploadComponentMappingWithBody(ctx, l.id,
		&api.UploadComponentMappingParams{Name: &m.Name, Encoding: &encoding, Delimiter: &m.Delim}, contentType, body))
}

// sendDateFormats stores the date formats.
func (l *liveTemplate) sendDateFormats(ctx context.Context, content []byte) error {
	contentType, body, err := fileForm(dateFormatsFile, content)
	if err != nil {
		return err
	}
	return finishRequest(l.API.UploadDateFormatsWithBody(ctx, l.id, nil, contentType, body))
}

// sendEntityRules stores the entity rules.
func (l *liveTemplate) sendEntityRules(ctx context.Context, content []byte) error {
	return noRuleErrors(l.postEntityRules(ctx, content, false))
}

// sendComponentRules stores the component rules.
func (l *liveTemplate) sendComponentRules(ctx context.Context, content []byte) error {
	return noRuleErrors(l.postComponentRules(ctx, content, false))
}

// noRuleErrors returns the first of the errors in rules as an error.
func noRuleErrors(problems []api.RuleError, err error) error {
	if err == nil && len(problems) > 0 {
		err = fmt.Errorf("line %d, column %d: %s", problems[0].Line, problems[0].Column, problems[0].Message)
	}
	return err
}

// postEntityRules has the service check entity rules and, unless dry is true, store them.
func (l *liveTemplate) postEntityRules(ctx context.Context, content []byte, dry bool) ([]api.RuleError, error) {
	contentType, body, err := fileForm(entityRulesFile, content)
	if err != nil {
		return nil, err
	}
	r, err := l.API.UploadEntityRulesWithBodyWithResponse(ctx, l.id, &api.UploadEntityRulesParams{DryRun: &dry}, contentType, body)
	if err != nil {
		return nil, err
	}
	if r.JSON422 != nil && len(r.JSON422.Errors) > 0 {
		return r.JSON422.Errors, nil
	}
	found, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	return found.Errors, err
}

// postComponentRules has the service check component rules and, unless dry is true, store them.
func (l *liveTemplate) postComponentRules(ctx context.Context, content []byte, dry bool) ([]api.RuleError, error) {
	contentType, body, err := fileForm(componentRulesFile, content)
	if err != nil {
		return nil, err
	}
	r, err := l.API.UploadComponentRulesWithBodyWithResponse(ctx, l.id, &api.UploadComponentRulesParams{DryRun: &dry}, contentType, body)
	if err != nil {
		return nil, err
	}
	if r.JSON422 != nil && len(r.JSON422.Errors) > 0 {
		return r.JSON422.Errors, nil
	}
	found, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	return found.Errors, err
}
