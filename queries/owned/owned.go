// Package owned reads lists of what an account has begun, page by page.
package owned

import (
	"context"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/pages"
	"github.com/seed-62a36931/docket/queries/views"
)

// A Table has records each of which belongs to an account.
type Table[R any] struct {
	Views *views.Views
	Name  string          // also that of its view
	Open  bool            // its records are not sealed
	Mark  func(R) es.Mark // tells of which version of its stream a record is
}

// Of returns the records of an account by the moment at which they were made, without those that are not available.
func (t Table[R]) Of(account user.Principal) pages.Index[R] {
	from := " FROM " + t.Name + " WHERE workspace = $1 AND owner = $2"
	return pages.Index[R]{
		Read: func(ctx context.Context, w pages.Window) ([]R, error) {
			v := t.Views
			if t.Open {
				v = v.InTheOpen()
			}
			text, args := w.Select("SELECT doc"+from, "created", account.Workspace, account.ID)
			return views.QueryRecords[R](ctx, v, text, args...)
		},
		Keep: func(ctx context.Context, found []R) ([]R, error) {
			return views.OmitUnavailable(ctx, t.Views, t.Name, found, t.Mark)
		},
		Count: func(ctx context.Context) (n int64, err error) {
			err = t.Views.EachRow(ctx, func(rows views.Rows) error { return rows.Scan(&n) }, "SELECT COUNT(*)"+from,
				account.Workspace, account.ID)
			return n, err
		},
	}
}
