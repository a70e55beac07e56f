package identity

import (
	"context"
	"errors"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
)

// Passwords lets commands set passwords of accounts.
type Passwords struct{ Server *Server }

// Check checks a new password against the rules that need only the person.
func (p Passwords) Check(plain string, of user.Person) error {
	return CheckPassword(plain, Account{Username: of.Username, Email: of.Email})
}

// First stores the password of a new account; an account that has one keeps it.
func (p Passwords) First(ctx context.Context, workspace, userID, plain string) error {
	there, err := p.Server.Credentials.PasswordHashes(ctx, workspace, userID)
	if err != nil || len(there) > 0 {
		return err
	}
	phc, err := p.Server.hasher.Hash(ctx, plain)
	if err != nil {
		return toFault(err)
	}
	return p.Server.Credentials.AddPasswordHash(ctx, workspace, userID, phc)
}

// Next checks that a password is none of the last three, and returns a function that
// stores it.
func (p Passwords) Next(ctx context.Context, workspace, userID, plain string) (func(context.Context) error, error) {
	former, err := p.Server.Credentials.PasswordHashes(ctx, workspace, userID)
	if err != nil {
		return nil, err
	}
	for _, phc := range former {
		same, err := p.Server.hasher.Verify(ctx, phc, plain)
		if err != nil {
			return nil, toFault(err)
		}
		if same {
			return nil, domain.Refuse(domain.WeakPassword, "The password does not meet the rules: none of the last three").At("newPassword")
		}
	}
	phc, err := p.Server.hasher.Hash(ctx, plain)
	return func(ctx context.Context) error {
		return p.Server.Credentials.AddPasswordHash(ctx, workspace, userID, phc)
	}, toFault(err)
}

// Fits reports whether a password is the current one. Wrong ones count as failed sign-ins;
// too many are domain.TooMany.
func (p Passwords) Fits(ctx context.Context, workspace, userID, plain string) (bool, error) {
	a, err := p.Server.Accounts.ByID(ctx, workspace, userID)
	if err != nil {
		return false, err
	}
	err = p.Server.trySignIn(ctx, attempt{workspace: workspace, account: a, password: plain})
	if errors.Is(err, errCredentials) {
		return false, nil
	}
	return err == nil, toFault(err)
}

// SignOut ends all sessions of an account.
func (p Passwords) SignOut(ctx context.Context, workspace, userID string) error {
	return p.Server.Sessions.EndAll(ctx, workspace, userID)
}

// Remove removes all passwords of an account.
func (p Passwords) Remove(ctx context.Context, workspace, userID string) error {
	return p.Server.Credentials.RemovePasswordHashes(ctx, workspace, userID)
}

// toFault converts errors of this package to faults that a caller may see.
func toFault(err error) error {
	var f *failure
	switch {
	case errors.Is(err, ErrBusy):
		return &domain.Fault{Kind: domain.Unavailable, Message: "The service is not available", Cause: err}
	case errors.As(err, &f) && f.retryAfter > 0:
		return &domain.Fault{Kind: domain.TooMany, Message: "Too many requests", Cause: err}
	}
	return err
}
