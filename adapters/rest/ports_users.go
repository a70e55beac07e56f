package rest

import (
	"context"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// UserCommands changes accounts.
type UserCommands interface {
	CreateUser(ctx context.Context, c commands.CreateUser) (commands.Outcome, error)
	UpdateUser(ctx context.Context, c commands.UpdateUser) (commands.Outcome, error)
	SetUserPassword(ctx context.Context, c commands.SetUserPassword) (commands.Outcome, error)
	UpdatePreferences(ctx context.Context, c commands.UpdatePreferences) (commands.Outcome, error)
	EraseUser(ctx context.Context, c commands.EraseUser) (commands.Outcome, error)
}

// UserQueries answers for the accounts of a workspace.
type UserQueries interface {
	ListUsers(ctx context.Context, q queries.AskUsers) ([]queries.User, error)
	ReadMe(ctx context.Context, caller user.Principal) (queries.Me, error)
	GetUser(ctx context.Context, q queries.AskUser) (queries.User, error)
}

// Denials records refused requests of callers who lack the rights.
type Denials interface {
	RecordDenial(ctx context.Context, caller user.Principal, op user.Operation)
}
