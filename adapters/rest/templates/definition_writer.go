package templates

import (
	"context"

	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/queries"
)

// TemplatePartCommands changes statuses, attributes and entities. Each returns when the files and
// dossiers that the change concerns follow it, or are certain to.
type TemplatePartCommands interface {
	SaveDefinition(ctx context.Context, c commands.SaveDefinition) (commands.Outcome, error)
	DeleteDefinition(ctx context.Context, c commands.DeleteDefinition) (commands.Outcome, error)
}

// definitionWriter changes what a template defines.
type definitionWriter struct {
	parts TemplatePartCommands
	views *exchange.Views
	seenTemplates
}

// saveDefinition stores a definition and returns its id once it can be read.
func (w definitionWriter) saveDefinition(
	ctx context.Context, templateID, of string, d template.Definition,
) (id string, position *string, err error) {
	out, err := w.parts.SaveDefinition(ctx, commands.SaveDefinition{
		Request:    w.requestOn(ctx, templateID),
		TemplateID: templateID,
		Of:         of,
		Definition: d,
	})
	if err != nil {
		return "", nil, err
	}
	return out.ID, w.views.AwaitWrite(ctx, out.Position), nil
}

// deleteDefinition removes a definition.
func (w definitionWriter) deleteDefinition(
	ctx context.Context, templateID, of, id, replacement string,
) (position *string, err error) {
	out, err := w.parts.DeleteDefinition(ctx, commands.DeleteDefinition{
		Request:     w.requestOn(ctx, templateID),
		TemplateID:  templateID,
		Of:          of,
		ID:          id,
		Replacement: replacement,
	})
	if err != nil {
		return nil, err
	}
	return w.views.AwaitWrite(ctx, out.Position), nil
}

// readPart returns the part of a list of a template that a request asks for.
func readPart[T any](
	ctx context.Context, templateID string, read func(context.Context, queries.AskOfTemplate) ([]T, error),
	orderOf func(templateID string) queries.ListOrder[T], p exchange.PartParameters,
) (exchange.Part[T], error) {
	found, err := read(ctx, queries.AskOfTemplate{Caller: exchange.Caller(ctx), TemplateID: templateID})
	if err != nil {
		return exchange.Part[T]{}, err
	}
	return exchange.CutList(orderOf(templateID), found, p)
}

// storeDefinition stores a definition and returns it as it can be read.
func storeDefinition[T any](
	ctx context.Context, w definitionWriter, templateID, of string, d template.Definition,
	read func(context.Context, queries.AskOfTemplate) ([]T, error), idOf func(T) string,
) (written T, position *string, err error) {
	id, position, err := w.saveDefinition(ctx, templateID, of, d)
	if err != nil {
		return written, nil, err
	}
	found, err := read(ctx, queries.AskOfTemplate{Caller: exchange.Caller(ctx), TemplateID: templateID})
	written, err = FindWritten(found, err, func(d T) bool { return idOf(d) == id })
	return written, position, err
}

// FindWritten returns the record that was just written from the list that holds it.
func FindWritten[T any](found []T, err error, is func(T) bool) (T, error) {
	for _, f := range found {
		if is(f) {
			return f, nil
		}
	}
	var none T
	if err != nil {
		return none, exchange.NotYetReadable(err)
	}
	return none, exchange.ErrUnavailable
}
