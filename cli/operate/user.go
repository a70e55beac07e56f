package operate

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/accounts"
)

// User manages accounts.
type User struct {
	Add         UserAdd      `cmd:"" help:"Create an account; read its password from standard input."`
	List        UserList     `cmd:"" help:"List the accounts of a workspace."`
	Update      UserUpdate   `cmd:"" help:"Change names, e-mail address and roles of an account, disable or enable it."`
	Password    UserPassword `cmd:"" help:"Set the password of an account, from standard input, and end its sessions."`
	Erase       UserErase    `cmd:"" help:"Erase an account for good: names and e-mail address become unreadable everywhere."`
	Permissions Permissions  `cmd:"" help:"Print who may call which operation."`
}

// UserAdd makes an account.
type UserAdd struct {
	InWorkspace
	FirstName  string   `help:"First name."`
	LastName   string   `help:"Last name."`
	Email      string   `help:"E-mail address; it can be used to sign in too."`
	Roles      []string `default:"USER" enum:"USER,MANAGER,USER_ADMIN,ADMIN,AUDITOR" help:"USER, MANAGER, USER_ADMIN, ADMIN, AUDITOR."`
	NoPassword bool     `help:"Make it without a password: nobody can sign in to it until one is set."`
	Username   string   `arg:"" help:"1 to 100 letters, digits or . _ - @"`
}

// Help shows how it is used.
func (UserAdd) Help() string {
	return `Works beside a running service on the same data, and prints the id of the account.

Example:
  echo 'S3cret-enough' | docket user add --data /var/lib/docket --roles MANAGER,ADMIN mira`
}

// Run makes the account.
func (u UserAdd) Run(ctx context.Context, io terminal.Streams) error {
	c := commands.CreateUser{Request: accounts.NewRequest(u.Workspace), Roles: u.Roles,
		Person: user.Person{Username: u.Username, FirstName: u.FirstName, LastName: u.LastName, Email: u.Email}}
	if !u.NoPassword {
		password, err := passwordFrom(io)
		if err != nil {
			return err
		}
		c.Password = &password
	}
	return u.useWorkspace(ctx, io, func(a *service.App) error {
		out, err := a.Commands.CreateUser(ctx, c)
		if err == nil {
			_, err = fmt.Fprintln(io.Out, out.ID)
		}
		return err
	})
}

// UserList lists accounts.
type UserList struct {
	InWorkspace
	JSON bool `help:"Print JSON."`
}

// Help shows how it is used.
func (UserList) Help() string {
	return `Disabled accounts have no roles.

Example:
  docket user list --data /var/lib/docket --workspace demo`
}

// listed is an account for operators.
type listed struct {
	ID        string   `json:"id"`
	Username  string   `json:"username"`
	FirstName string   `json:"firstName"`
	LastName  string   `json:"lastName"`
	Email     string   `json:"email"`
	Roles     []string `json:"roles"`
	Active    bool     `json:"active"`
	Service   bool     `json:"serviceAccount,omitempty"`
}

// describeOwner returns whose account it is.
func (l listed) describeOwner() string {
	name := strings.TrimSpace(l.FirstName + " " + l.LastName)
	if l.Service {
		name = strings.TrimSpace(name + " (service account)")
	}
	return orDash(name)
}

// Run prints a line for each.
func (u UserList) Run(ctx context.Context, io terminal.Streams) error {
	return u.useWorkspace(ctx, io, func(a *service.App) error {
		found, err := a.Accounts.ListAccounts(ctx, u.Workspace)
		if err != nil {
			return err
		}
		all, rows := make([]listed, len(found)), make([]string, len(found))
		for i, r := range found {
			l := listed{r.ID, r.Username, r.FirstName, r.LastName, r.Email, append([]string{}, r.Roles...), r.IsActive(), r.Service}
			all[i], rows[i] = l, strings.Join([]string{l.Username, orDash(strings.Join(l.Roles, ",")),
				l.describeOwner(), orDash(l.Email), l.ID}, "\t")
		}
		return io.PrintList(u.JSON, all, "USERNAME\tROLES\tNAME\tE-MAIL\tID", rows)
	})
}

// UserUpdate changes an account.
type UserUpdate struct {
	InWorkspace
	FirstName *string   `help:"First name."`
	LastName  *string   `help:"Last name."`
	Email     *string   `help:"E-mail address; empty for none."`
	Roles     *[]string `enum:"USER,MANAGER,USER_ADMIN,ADMIN,AUDITOR" help:"All roles of the account, as in docket user add."`
	Disable   bool      `xor:"active" help:"Take all roles and end all sessions."`
	Enable    bool      `xor:"active" help:"Give the role USER to an account without roles."`
	Username  string    `arg:"" help:"Whose account."`
}

// Help shows how it is used.
func (UserUpdate) Help() string {
	return `What is not named stays as it is.

Examples:
  docket user update --data /var/lib/docket --roles USER,MANAGER mira
  docket user update --data /var/lib/docket --disable mira`
}

// Run changes it.
func (u UserUpdate) Run(ctx context.Context, io terminal.Streams) error {
	return u.useWorkspace(ctx, io, func(a *service.App) error {
		id, err := a.Commands.UserByName(ctx, accounts.NewRequest(u.Workspace), u.Username)
		if err != nil {
			return unknownUser(err, u.Username)
		}
		c := commands.UpdateUser{Request: accounts.NewRequest(u.Workspace), UserID: id, FirstName: u.FirstName, LastName: u.LastName,
			Email: u.Email, Roles: u.Roles}
		if u.Disable || u.Enable {
			c.Active = &u.Enable
		}
		_, err = a.Commands.UpdateUser(ctx, c)
		return err
	})
}

func unknownUser(err error, name string) error {
	if domain.KindOf(err) == domain.NotFound {
		return fmt.Errorf("there is no account %s", name)
	}
	return err
}

// UserPassword sets a password.
type UserPassword struct {
	InWorkspace
	Username string `arg:"" help:"Whose password."`
}

// Help shows how it is used.
func (UserPassword) Help() string {
	return `Example:
  echo 'N3w-secret-1' | docket user password --data /var/lib/docket mira`
}

// Run sets it.
func (u UserPassword) Run(ctx context.Context, io terminal.Streams) error {
	password, err := passwordFrom(io)
	if err != nil {
		return err
	}
	return u.useWorkspace(ctx, io, func(a *service.App) error {
		id, err := a.Commands.UserByName(ctx, accounts.NewRequest(u.Workspace), u.Username)
		if err != nil {
			return unknownUser(err, u.Username)
		}
		_, err = a.Commands.SetUserPassword(ctx,
			commands.SetUserPassword{Request: accounts.NewRequest(u.Workspace), UserID: id, NewPassword: password})
		return err
	})
}
