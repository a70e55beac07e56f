package exchange

import (
	"context"
	"maps"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/queries"
)

// PartParameters are those by which a part of a list is asked for. Without any of them, all of it is.
type PartParameters struct {
	Limit               *int
	Cursor, Sort, Query *string
	Counts              *bool
}

// isGiven reports whether a page is asked for.
func (p PartParameters) isGiven() bool {
	return p.Limit != nil || p.Cursor != nil || p.Sort != nil || p.Query != nil || p.Counts != nil
}

// A Part is a part of a list as it is answered.
type Part[T any] struct {
	Entries    []T
	NextCursor nullable.Nullable[string] // of pages only; null on the last one
	Total      nullable.Nullable[int64]  // of pages with counts only
}

// CutList returns the part of a list that a request asks for.
func CutList[T any](order queries.ListOrder[T], whole []T, p PartParameters) (Part[T], error) {
	page, err := order.Cut(whole, p.Ask())
	if err != nil {
		return Part[T]{}, err
	}
	return ToPart(page, p), nil
}

// Ask returns what the parameters ask for.
func (p PartParameters) Ask() queries.AskPart {
	return queries.AskPart{
		Wanted:  p.isGiven(),
		Limit:   convert.ValueOr(p.Limit, UsualLimit),
		Cursor:  convert.ValueOr(p.Cursor, ""),
		Sort:    convert.ValueOr(p.Sort, ""),
		Query:   convert.ValueOr(p.Query, ""),
		Counted: convert.ValueOr(p.Counts, false),
	}
}

// ToPart returns a part of a list as it is answered.
func ToPart[T any](page queries.ListPage[T], p PartParameters) Part[T] {
	out := Part[T]{Entries: page.Entries}
	if p.isGiven() {
		out.NextCursor = convert.NullableID(page.Next)
	}
	if convert.ValueOr(p.Counts, false) {
		out.Total = nullable.NewNullableWithValue(page.Total)
	}
	return out
}

// NextLink returns the Link header (RFC 8288) of a page that has a next one, relative to the address that was asked; nil
// without one.
func NextLink(ctx context.Context, next nullable.Nullable[string]) *string {
	cursor := convert.PresentValue(next)
	if cursor == nil {
		return nil
	}
	query := maps.Clone(Of(ctx).Query)
	query.Set("cursor", *cursor)
	link := "<?" + query.Encode() + `>; rel="next"`
	return &link
}
