package projections

import (
	"context"
	"strings"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

var users = Records[user.Account]{
	Table: Table{Name: "users", Columns: []Column{{"workspace", Text}, {"username", Text}, {"email", Text}},
		Indexes: [][]string{{"workspace", "username"}, {"workspace", "email"}}},
	Index: func(r user.Account) []any {
		return []any{r.Workspace, strings.ToLower(r.Username), strings.ToLower(r.Email)}
	},
}

// Users shows every account; names are found without regard to case.
func Users() View {
	p := &es.Projection[Writer]{Name: "users", Version: 1}
	es.When(p, func(ctx context.Context, w Writer, r es.Recorded, _ user.Created) error {
		return users.Save(ctx, w, r.Stream.Key(), user.Fold(user.Account{}, r))
	})
	es.When(p, func(ctx context.Context, w Writer, r es.Recorded, _ user.Updated) error {
		return users.Change(ctx, w, r.Stream.Key(), func(a user.Account) user.Account { return user.Fold(a, r) })
	})
	return View{p, []Table{users.Table}}
}
