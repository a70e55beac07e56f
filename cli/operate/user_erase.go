package operate

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/accounts"
)

// UserErase erases an account for good.
type UserErase struct {
	InWorkspace
	Yes      bool   `help:"Do not ask."`
	Username string `arg:"" help:"Whose account."`
}

// Help shows how it is used.
func (UserErase) Help() string {
	return `Destroys the key that the names, the e-mail address and the sign-ins of a person are sealed with, in
the log too; sessions end, and the username is free. Histories show a pseudonym, "erased user" and the
beginning of the account's id. It cannot be taken back. What it does not reach: names that people
wrote into documents, dossiers and values, log files, and backups, from which a restore brings the
account back; erase it again after one.

Asks for the username once more, unless --yes is given.

Examples:
  docket user erase --data /var/lib/docket mira
  docket user erase --data /var/lib/docket --yes mira`
}

// Run erases it.
func (u UserErase) Run(ctx context.Context, io terminal.Streams) error {
	if !u.Yes {
		fmt.Fprintf(io.Err, "This cannot be taken back. Type the username again to erase %s: ", u.Username)
		line, _ := bufio.NewReader(io.In).ReadString('\n')
		if !strings.EqualFold(strings.TrimSpace(line), u.Username) {
			return errors.New("not erased: the username was not confirmed; --yes does not ask")
		}
	}
	return u.useWorkspace(ctx, io, func(a *service.App) error {
		id, err := a.Commands.UserByName(ctx, accounts.NewRequest(u.Workspace), u.Username)
		if err != nil {
			return unknownUser(err, u.Username)
		}
		_, err = a.Commands.EraseUser(ctx, commands.EraseUser{Request: accounts.NewRequest(u.Workspace), UserID: id, Username: u.Username})
		if err == nil {
			_, err = fmt.Fprintf(io.Out, "%s is %q now.\n", id, user.Pseudonym(id))
		}
		return err
	})
}
