package client

import (
	"context"
	"iter"

	"github.com/seed-62a36931/docket/client/api"
)

// page is the number of events that are read at once.
const page = 200

// DossierHistory yields the events of a dossier and its files, oldest first. An error
// is yielded once and ends it. Errors: *Error.
func (c *Client) DossierHistory(ctx context.Context, templateID, dossierID string) iter.Seq2[api.HistoryEvent, error] {
	limit, order := page, api.Asc
	return yieldPages(func(cursor *string) (api.HistoryPage, error) {
		r, err := c.API.GetDossierHistoryWithResponse(ctx, templateID, dossierID, &api.GetDossierHistoryParams{
			Limit: &limit, Order: &order, Cursor: cursor,
		})
		if err != nil {
			return api.HistoryPage{}, err
		}
		return RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	})
}

// FileHistory yields the events of a file, oldest first. An error is yielded once and
// ends it. Errors: *Error.
func (c *Client) FileHistory(ctx context.Context, templateID, dossierID, fileID string) iter.Seq2[api.HistoryEvent, error] {
	limit, order := page, api.Asc
	return yieldPages(func(cursor *string) (api.HistoryPage, error) {
		r, err := c.API.GetFileHistoryWithResponse(ctx, templateID, dossierID, fileID, &api.GetFileHistoryParams{
			Limit: &limit, Order: &order, Cursor: cursor,
		})
		if err != nil {
			return api.HistoryPage{}, err
		}
		return RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	})
}

// TemplateHistory yields the events of a template, oldest first. An error is yielded
// once and ends it. Errors: *Error.
func (c *Client) TemplateHistory(ctx context.Context, templateID string) iter.Seq2[api.HistoryEvent, error] {
	limit, order := page, api.Asc
	return yieldPages(func(cursor *string) (api.HistoryPage, error) {
		r, err := c.API.GetTemplateHistoryWithResponse(ctx, templateID, &api.GetTemplateHistoryParams{
			Limit: &limit, Order: &order, Cursor: cursor,
		})
		if err != nil {
			return api.HistoryPage{}, err
		}
		return RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	})
}

// AuditEvents yields the events of the workspace that a search finds, in its order; limit,
// cursor and format of the search are ignored. An error is yielded once and ends it.
// Errors: *Error.
func (c *Client) AuditEvents(ctx context.Context, search api.ListAuditEventsParams) iter.Seq2[api.HistoryEvent, error] {
	limit := page
	search.Limit, search.Format = &limit, nil
	return yieldPages(func(cursor *string) (api.HistoryPage, error) {
		search.Cursor = cursor
		r, err := c.API.ListAuditEventsWithResponse(ctx, &search)
		if err != nil {
			return api.HistoryPage{}, err
		}
		return RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	})
}

// yieldPages yields the events of one page after the other.
func yieldPages(read func(cursor *string) (api.HistoryPage, error)) iter.Seq2[api.HistoryEvent, error] {
	return func(yield func(api.HistoryEvent, error) bool) {
		for cursor := (*string)(nil); ; {
			p, err := read(cursor)
			if err != nil {
				yield(api.HistoryEvent{}, err)
				return
			}
			for _, e := range p.Events {
				if !yield(e, nil) {
					return
				}
			}
			next, err := p.NextCursor.Get()
			if err != nil { // null: this was the last page
				return
			}
			cursor = &next
		}
	}
}
