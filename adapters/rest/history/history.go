package history

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"strconv"
	"strings"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/queries"
)

// Queries reads the events of an object, and searches those of a workspace.
type Queries interface {
	ReadHistory(ctx context.Context, q queries.AskHistory) (queries.HistoryPage, error)
	TemplateHistory(ctx context.Context, q queries.AskTemplateHistory) (queries.HistoryPage, error)
	CountStreams(ctx context.Context, at []uint64) ([]queries.StreamCount, error)
	AuditEvents(ctx context.Context, q queries.AskAudit) (queries.HistoryPage, error)
	// EachAuditEvent calls hand for all that match, one after the other.
	EachAuditEvent(ctx context.Context, q queries.AskAudit, hand func(queries.HistoryEntry) error) error
}

// ProofReader tells how events are proven.
type ProofReader interface {
	// DescribeProofs tells how some events are proven, in their order.
	DescribeProofs(ctx context.Context, at []es.Position) ([]evidence.Standing, error)
}

// historyHandlers answer with events that have happened.
type historyHandlers struct {
	queries  Queries
	evidence ProofReader
	failures *exchange.Failures
	log      *slog.Logger
}

// GetDossierHistory reads the events of a dossier and its files.
func (h *historyHandlers) GetDossierHistory(
	ctx context.Context, q api.GetDossierHistoryRequestObject,
) (api.GetDossierHistoryResponseObject, error) {
	page, err := h.readHistory(ctx, queries.AskHistory{
		TemplateID: q.DossierTemplateId,
		DossierID:  q.DossierId,
		Narrow: queries.AskNarrower{
			From:   convert.OptionalTime(q.Params.From),
			To:     convert.OptionalTime(q.Params.To),
			Actor:  convert.ValueOr(q.Params.Actor, ""),
			Types:  convert.ValueOr(q.Params.Type, nil),
			FileID: convert.ValueOr(q.Params.FileId, ""),
		},
	}, q.Params.Limit, q.Params.Cursor, q.Params.Order)
	if err == nil {
		err = h.addEvidence(ctx, page, q.Params.Evidence)
	}
	return api.GetDossierHistory200JSONResponse{Body: page}, err
}

// GetFileHistory reads the events of a file.
func (h *historyHandlers) GetFileHistory(
	ctx context.Context, q api.GetFileHistoryRequestObject,
) (api.GetFileHistoryResponseObject, error) {
	page, err := h.readHistory(ctx, queries.AskHistory{
		TemplateID: q.DossierTemplateId,
		DossierID:  q.DossierId,
		FileID:     q.FileId,
		Narrow: queries.AskNarrower{
			From:  convert.OptionalTime(q.Params.From),
			To:    convert.OptionalTime(q.Params.To),
			Actor: convert.ValueOr(q.Params.Actor, ""),
			Types: convert.ValueOr(q.Params.Type, nil),
		},
	}, q.Params.Limit, q.Params.Cursor, q.Params.Order)
	if err == nil {
		err = h.addEvidence(ctx, page, q.Params.Evidence)
	}
	return api.GetFileHistory200JSONResponse{Body: page}, err
}

func (h *historyHandlers) readHistory(
	ctx context.Context, ask queries.AskHistory, limit *int, from *string, order *api.SortOrder,
) (api.HistoryPage, error) {
	ask.Caller = exchange.Caller(ctx)
	ask.Limit = convert.ValueOr(limit, exchange.UsualLimit)
	ask.Ascending = convert.ValueOr(order, api.Desc) == api.Asc
	var err error
	if ask.After, err = cursorPosition(from, cursorScope(ask)); err != nil {
		return api.HistoryPage{}, err
	}
	found, err := h.queries.ReadHistory(ctx, ask)
	if err != nil {
		return api.HistoryPage{}, err
	}
	return pageOf(found, cursorScope(ask)), nil
}

// cursorPosition returns the position after which a request continues, 0 without a cursor.
func cursorPosition(from *string, scope string) (uint64, error) {
	if from == nil {
		return 0, nil
	}
	at, ok := readCursor(*from, scope)
	if !ok {
		return 0, contract.Invalid(domain.InvalidCursor, "cursor", "is not valid")
	}
	return at, nil
}

// pageOf converts a page, with a cursor when there is more of the same scope.
func pageOf(found queries.HistoryPage, scope string) api.HistoryPage {
	page := api.HistoryPage{
		Events:     convert.MapList(found.Entries, entryOf),
		NextCursor: nullable.NewNullNullable[string](),
	}
	if found.More && len(found.Entries) > 0 {
		page.NextCursor = nullable.NewNullableWithValue(formatCursor(scope, found.Entries[len(found.Entries)-1].Position))
	}
	return page
}

// addEvidence tells with each event of a page how it is proven, where that is wanted.
func (h *historyHandlers) addEvidence(ctx context.Context, page api.HistoryPage, wanted *bool) error {
	if !convert.ValueOr(wanted, false) || len(page.Events) == 0 {
		return nil
	}
	positions := make([]es.Position, len(page.Events))
	for i, e := range page.Events {
		positions[i] = es.Position(e.Position)
	}
	proven, err := h.evidence.DescribeProofs(ctx, positions)
	if err != nil {
		return explainEvidence(err)
	}
	at := convert.MapList(positions, func(p es.Position) uint64 { return uint64(p) })
	counts, err := h.queries.CountStreams(ctx, at)
	if err != nil {
		return err
	}
	for i, p := range proven {
		page.Events[i].Evidence = eventEvidenceOf(p, counts[i])
	}
	return nil
}

func eventEvidenceOf(p evidence.Standing, c queries.StreamCount) *api.EventEvidence {
	out := &api.EventEvidence{LeafIndex: p.LeafIndex}
	if c.Version > 0 {
		out.Version = new(int64(c.Version))
	}
	if c.Events > 0 {
		out.StreamEvents, out.MissingEvents = new(int64(c.Events)), new(int64(c.Missing))
	}
	if p.Checkpoint > 0 {
		out.Checkpoint = &p.Checkpoint
	}
	if len(p.WitnessedBy) > 0 {
		out.WitnessedBy = &p.WitnessedBy
	}
	if !p.TimestampedAt.IsZero() {
		out.TimestampedAt = &api.Time{Time: p.TimestampedAt}
	}
	return out
}

// formatCursor returns the cursor for a position in one history and order. It is opaque to
// clients.
func formatCursor(scope string, at uint64) string {
	return base64.RawURLEncoding.EncodeToString([]byte(scope + strconv.FormatUint(at, 10)))
}

// readCursor returns the position of a cursor that was made for this scope.
func readCursor(text, scope string) (uint64, bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return 0, false
	}
	digits, ok := strings.CutPrefix(string(raw), scope)
	at, err := strconv.ParseUint(digits, 10, 63)
	return at, ok && err == nil && at > 0
}

// cursorScope returns the scope of the cursors of a history: what it is of, what narrows it, and its order.
func cursorScope(ask queries.AskHistory) string {
	if n := ask.Narrow; n.From != nil || n.To != nil || n.Actor != "" || len(n.Types) > 0 || n.FileID != "" {
		b, err := json.Marshal(n)
		if err != nil {
			return "" // strings and times: it cannot be
		}
		return fmt.Sprintf("%s/%s/%t/%s/", ask.DossierID, ask.FileID, ask.Ascending, shortHash(b))
	}
	return fmt.Sprintf("%s/%s/%t/", ask.DossierID, ask.FileID, ask.Ascending)
}

// shortHash returns a short hash of bytes.
func shortHash(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:12])
}

// orEmpty returns the text of a reference, "" where it is null.
func orEmpty(n nullable.Nullable[string]) string {
	if !n.IsSpecified() || n.IsNull() {
		return ""
	}
	return n.MustGet()
}

func entryOf(e queries.HistoryEntry) api.HistoryEvent {
	out := api.HistoryEvent{
		Position:          int64(e.Position),
		Time:              api.Time{Time: e.Time},
		Actor:             api.HistoryActor{Id: convert.NullableID(e.ActorID), Username: e.ActorUsername},
		Type:              e.Type,
		DossierTemplateId: convert.NullableID(e.TemplateID),
		DossierId:         convert.NullableID(e.DossierID),
		FileId:            convert.NullableID(e.FileID),
		Summary:           e.Summary,
		CausedBy:          nullable.NewNullNullable[int64](),
		Data:              e.Data,
	}
	if e.Filename != "" {
		out.Filename = &e.Filename
	}
	if e.CausedBy > 0 {
		out.CausedBy = nullable.NewNullableWithValue(int64(e.CausedBy))
	}
	if len(e.Data) == 0 {
		out.Data = api.Object("{}")
	}
	return out
}
