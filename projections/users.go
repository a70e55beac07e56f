package projections

import (
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
	Subject: func(r user.Account) es.Subject { return user.Subject(r.Workspace, r.ID) },
}

// Users shows every account; names are found without regard to case.
func Users(v es.Vault) View {
	users := users.under(v)
	p := &es.Projection[Writer]{Name: "users", Version: 1}
	es.When(p, begins[user.Created](users, user.Fold))
	es.When(p, folds[user.Updated](users, user.Fold))
	return View{p, []Table{users.Table}}
}
