package queries

import (
	"context"
	"strings"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
)

// UserByLogin finds an account by username or, when nobody has that, by e-mail
// address, without regard to case; else domain.ErrUserNotFound. An address that
// several accounts have names none of them. Disabled accounts are found too.
func (q *Queries) UserByLogin(ctx context.Context, workspace, login string) (user.Account, error) {
	login = strings.ToLower(login)
	if login == "" {
		return user.Account{}, domain.ErrUserNotFound
	}
	for _, sql := range []string{
		"SELECT doc FROM users WHERE workspace = $1 AND username = $2",
		"SELECT doc FROM users WHERE workspace = $1 AND email = $2",
	} {
		found, err := records[user.Account](ctx, q, sql, workspace, login)
		if err != nil {
			return user.Account{}, err
		}
		if len(found) == 1 {
			return found[0], q.whole(ctx, nil, user.Stream(workspace, found[0].ID))
		}
	}
	return user.Account{}, domain.ErrUserNotFound
}

// UserByID reads an account, disabled or not; else domain.ErrUserNotFound.
func (q *Queries) UserByID(ctx context.Context, workspace, id string) (user.Account, error) {
	a, err := q.findUser(ctx, workspace, id)
	return a, q.whole(ctx, err, user.Stream(workspace, id))
}

// findUser is UserByID for what a stale account does for as well.
func (q *Queries) findUser(ctx context.Context, workspace, id string) (user.Account, error) {
	return record[user.Account](ctx, q, domain.ErrUserNotFound,
		"SELECT doc FROM users WHERE key = $1 AND workspace = $2", id, workspace)
}
