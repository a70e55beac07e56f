package projections

import (
	"context"

	"github.com/seed-62a36931/docket/domain/apikey"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
)

var users = Records[user.Account]{
	Table: Table{Name: "users", Columns: []Column{{"workspace", Text}, {"username", Text}, {"email", Text}},
		Indexes: [][]string{{"workspace", "username"}, {"workspace", "email"}}},
	Index: func(r user.Account) []any {
		return []any{r.Workspace, user.LookupKey(r.Workspace, r.Username), user.LookupKey(r.Workspace, r.Email)}
	},
	Subject: func(r user.Account) es.Subject {
		if r.Erased { // the record of its pseudonym, which outlives the key of the person
			return es.Subject(r.Workspace)
		}
		return user.SubjectOf(r.Workspace, r.ID)
	},
}

// workspaces holds nothing personal.
var workspaces = Records[workspace.Record]{
	Table: Table{Name: "workspaces", Columns: []Column{{"issuer", Text}}, Indexes: [][]string{{"issuer"}}},
	Index: func(r workspace.Record) []any { return []any{r.SignIn.Issuer} },
}

// A preferring account is one with preferences.
type preferring struct {
	ID          string           `json:"id"`
	Workspace   string           `json:"workspace"`
	Preferences user.Preferences `json:"preferences"`
}

// preferences are apart from accounts, which each request reads.
var preferences = Records[preferring]{
	Table:   Table{Name: "preferences"},
	Index:   func(preferring) []any { return nil },
	Subject: func(p preferring) es.Subject { return user.SubjectOf(p.Workspace, p.ID) },
}

// apiKeys are those of all accounts, found by owner.
var apiKeys = Records[apikey.Record]{
	Table: Table{Name: "api_keys", Columns: []Column{{"workspace", Text}, {"owner", Text}},
		Indexes: [][]string{{"workspace"}, {"owner"}}},
	Index:   func(r apikey.Record) []any { return []any{r.Workspace, r.User} },
	Subject: func(r apikey.Record) es.Subject { return user.SubjectOf(r.Workspace, r.User) },
}

// Users shows every account, whose names are found by digests without regard to case, and
// every workspace, and API keys. In the open a name would outlive its row, in pages and write-ahead logs of
// a database.
func Users(v es.Vault) View {
	users, preferences, apiKeys := users.withVault(v), preferences.withVault(v), apiKeys.withVault(v)
	p := &es.Projection[Writer]{Name: "users", Version: 6}
	es.OnEvent(p, createsRecord[apikey.Created](apiKeys, apikey.Fold))
	es.OnEvent(p, foldsRecord[apikey.Revoked](apiKeys, apikey.Fold))
	es.OnEvent(p, createsRecord[user.Created](users, user.Fold))
	es.OnEvent(p, foldsRecord[user.Updated](users, user.Fold))
	es.OnEvent(p, foldsRecord[user.Disabled](users, user.Fold))
	es.OnEvent(p, foldsRecord[user.PasswordChanged](users, user.Fold))
	es.OnEvent(p, foldsRecord[user.ClaimFenced](users, user.Fold))
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, _ user.Erased) error {
		was, _, err := users.Load(ctx, w, r.Stream.Key())
		if err != nil {
			return err
		}
		if err := preferences.Remove(ctx, w, r.Stream.Key()); err != nil {
			return err
		}
		if err := w.Delete(ctx, apiKeys.Name, "owner", r.Stream.Key()); err != nil {
			return err
		}
		return users.Save(ctx, w, r.Stream.Key(), user.Fold(was, r))
	})
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, e user.PreferencesChanged) error {
		err := preferences.Save(ctx, w, r.Stream.Key(), preferring{r.Stream.Key(), r.Workspace, e.Preferences.Value})
		if err != nil {
			return err
		}
		return users.Change(ctx, w, r.Stream.Key(), func(a user.Account) user.Account { return user.Fold(a, r) })
	})
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, e workspace.Created) error {
		return saveWorkspace(ctx, w, r, e.Settings)
	})
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, e workspace.SettingsChanged) error {
		return saveWorkspace(ctx, w, r, e.Settings)
	})
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, _ workspace.KeysLost) error {
		_, name, _ := r.Stream.Parts()
		return workspaces.Change(ctx, w, name, func(was workspace.Record) workspace.Record {
			was.Version = r.Version
			return was
		})
	})
	return View{p, []Table{users.Table, workspaces.Table, preferences.Table, apiKeys.Table}}
}

func saveWorkspace(ctx context.Context, w Writer, r es.Recorded, s workspace.Settings) error {
	_, name, _ := r.Stream.Parts()
	return workspaces.Save(ctx, w, name, workspace.Record{Name: name, Settings: s, Version: r.Version})
}
