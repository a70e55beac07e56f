package history

import (
	"context"
	"errors"
	"time"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/queries"
)

// GetEventFeed answers with a page of the feed, which it waits for as long as the request says.
func (h *streamHandlers) GetEventFeed(
	ctx context.Context, q api.GetEventFeedRequestObject,
) (api.GetEventFeedResponseObject, error) {
	ask := queries.AskFeed{
		Caller: exchange.Caller(ctx),
		After:  uint64(convert.ValueOr(q.Params.After, 0)),
		Types:  convert.ValueOr(q.Params.Types, nil),
		Limit:  convert.ValueOr(q.Params.Limit, exchange.UsualLimit),
	}
	page, err := h.readFeed(ctx, ask)
	if wait := convert.ValueOr(q.Params.Wait, 0); err == nil && wait > 0 && isQuiet(page) {
		ask.After = page.NextAfter
		page, err = h.awaitFeed(ctx, ask, time.Duration(wait)*time.Second)
	}
	if err != nil {
		return nil, err
	}
	return api.GetEventFeed200JSONResponse{
		Events:    convert.MapList(page.Notices, h.noticeOf),
		NextAfter: int64(page.NextAfter),
		HasMore:   page.More,
	}, nil
}

// isQuiet reports whether a page has no events, and there are no more at the moment.
func isQuiet(p queries.FeedPage) bool { return len(p.Notices) == 0 && !p.More }

func (h *streamHandlers) readFeed(ctx context.Context, ask queries.AskFeed) (queries.FeedPage, error) {
	page, err := h.feed.ReadPage(ctx, ask)
	if errors.Is(err, queries.ErrNoSuchEvent) {
		err = domain.Refuse(domain.BeyondLog, "after is beyond the log").At("after")
	}
	return page, err
}

// awaitFeed reads the feed again whenever something has happened, until there is a page that is not quiet, the time is
// over or the service stops. What it answers is judged by the rights that the caller has then.
func (h *streamHandlers) awaitFeed(ctx context.Context, ask queries.AskFeed, wait time.Duration) (queries.FeedPage, error) {
	account := ask.Caller.Workspace + "/" + ask.Caller.ID
	if !h.streams.enterStream(account) {
		return queries.FeedPage{}, exchange.ErrRate
	}
	defer h.streams.leaveStream(account)
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	page := queries.FeedPage{NextAfter: ask.After}
	for isQuiet(page) {
		err := h.feed.AwaitBeyond(waiting, page.NextAfter)
		switch {
		case ctx.Err() != nil:
			return page, ctx.Err()
		case errors.Is(err, queries.ErrFeedEnded), waiting.Err() != nil:
			return page, nil
		case err != nil:
			return page, err
		}
		if ask.Caller, err = exchange.Of(ctx).Verify(ctx); err != nil {
			return page, err
		}
		ask.After = page.NextAfter
		if page, err = h.readFeed(ctx, ask); err != nil {
			return page, err
		}
	}
	return page, nil
}

// noticeOf converts a notice; its link leads to this service.
func (h *streamHandlers) noticeOf(n queries.Notice) api.EventNotice {
	out := api.EventNotice{
		Id:                n.ID.String(),
		Position:          int64(n.Position),
		Type:              n.Type,
		Time:              api.Time{Time: n.Time},
		DossierTemplateId: convert.NullableID(n.TemplateID),
		DossierId:         convert.NullableID(n.DossierID),
		FileId:            convert.NullableID(n.FileID),
		Components:        append([]string{}, n.Components...),
		Link:              nullable.NewNullNullable[string](),
	}
	if path := n.Path(); path != "" {
		out.Link = nullable.NewNullableWithValue(h.public + path)
	}
	return out
}
