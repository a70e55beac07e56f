package rest

import (
	"context"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/queries"
)

// GetDossierHistory reads the events of a dossier and its files.
func (s *server) GetDossierHistory(ctx context.Context, q api.GetDossierHistoryRequestObject) (api.GetDossierHistoryResponseObject, error) {
	page, err := s.history(ctx, queries.AskHistory{TemplateID: q.DossierTemplateId, DossierID: q.DossierId},
		q.Params.Limit, q.Params.Cursor, q.Params.Order)
	return api.GetDossierHistory200JSONResponse(page), err
}

// GetFileHistory reads the events of a file.
func (s *server) GetFileHistory(ctx context.Context, q api.GetFileHistoryRequestObject) (api.GetFileHistoryResponseObject, error) {
	page, err := s.history(ctx, queries.AskHistory{TemplateID: q.DossierTemplateId, DossierID: q.DossierId, FileID: q.FileId},
		q.Params.Limit, q.Params.Cursor, q.Params.Order)
	return api.GetFileHistory200JSONResponse(page), err
}

func (s *server) history(ctx context.Context, ask queries.AskHistory, limit *int, from *string, order *api.SortOrder) (api.HistoryPage, error) {
	ask.Caller = callerOf(ctx)
	ask.Limit = either(limit, 50)
	ask.Ascending = either(order, api.Desc) == api.Asc
	if from != nil {
		var ok bool
		if ask.After, ok = readCursor(*from, ask); !ok {
			return api.HistoryPage{}, invalid("cursor is not valid")
		}
	}
	found, err := s.History.History(ctx, ask)
	if err != nil {
		return api.HistoryPage{}, err
	}
	page := api.HistoryPage{Events: each(found.Entries, entryOf), NextCursor: nullable.NewNullNullable[string]()}
	if found.More && len(found.Entries) > 0 {
		page.NextCursor = nullable.NewNullableWithValue(cursor(ask, found.Entries[len(found.Entries)-1].Position))
	}
	return page, nil
}

// cursor names the place behind a position in one history and order. It is opaque
// to clients.
func cursor(ask queries.AskHistory, at uint64) string {
	return base64.RawURLEncoding.EncodeToString([]byte(cursorScope(ask) + strconv.FormatUint(at, 10)))
}

// readCursor gives the position of a cursor that was made for this question.
func readCursor(text string, ask queries.AskHistory) (uint64, bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return 0, false
	}
	digits, ok := strings.CutPrefix(string(raw), cursorScope(ask))
	at, err := strconv.ParseUint(digits, 10, 64)
	return at, ok && err == nil && at > 0
}

func cursorScope(ask queries.AskHistory) string {
	return fmt.Sprintf("%s/%s/%t/", ask.DossierID, ask.FileID, ask.Ascending)
}

func entryOf(e queries.HistoryEntry) api.HistoryEvent {
	out := api.HistoryEvent{Position: int64(e.Position), Time: api.Time{Time: e.Time},
		Actor: api.HistoryActor{Id: reference(e.ActorID), Username: e.ActorUsername}, Type: e.Type,
		DossierTemplateId: reference(e.TemplateID), DossierId: reference(e.DossierID), FileId: reference(e.FileID),
		Summary: e.Summary, CausedBy: nullable.NewNullNullable[int64](), Data: e.Data}
	if e.CausedBy > 0 {
		out.CausedBy = nullable.NewNullableWithValue(int64(e.CausedBy))
	}
	if len(e.Data) == 0 {
		out.Data = api.Object("{}")
	}
	return out
}
