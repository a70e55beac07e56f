package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/user"
)

// User manages accounts.
type User struct {
	Add         UserAdd     `cmd:"" help:"Make an account; its password is read from standard input."`
	Permissions Permissions `cmd:"" help:"Print who may call which operation."`
}

// UserAdd makes an account.
type UserAdd struct {
	Place
	MasterKeyFile string   `env:"DOCKET_MASTER_KEY_FILE" placeholder:"FILE" help:"File of the master key. Default: the data folder's name with .key appended."`
	Workspace     string   `default:"demo" env:"DOCKET_WORKSPACE" placeholder:"NAME" help:"Workspace of the account."`
	FirstName     string   `help:"First name."`
	LastName      string   `help:"Last name."`
	Email         string   `help:"E-mail address; it can be used to sign in too."`
	Roles         []string `default:"USER" enum:"USER,MANAGER,USER_ADMIN,ADMIN" help:"USER, MANAGER, USER_ADMIN, ADMIN."`
	Username      string   `arg:"" help:"1 to 100 letters, digits or . _ - @"`
}

// Help shows how it is used.
func (UserAdd) Help() string {
	return `Works beside a running service on the same data.

Example:
  echo 'S3cret-enough' | docket user add --data /var/lib/docket --roles MANAGER,ADMIN mira`
}

// Run makes the account.
func (u UserAdd) Run(ctx context.Context, io Streams) error {
	line, err := bufio.NewReader(io.In).ReadString('\n')
	password := strings.TrimRight(line, "\r\n")
	if password == "" {
		return errors.Join(errors.New("the password is read from standard input, and nothing came"), err)
	}
	cfg, err := u.config(u.MasterKeyFile, u.Workspace)
	if err != nil {
		return err
	}
	app, err := AssembleTools(ctx, cfg, slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err != nil {
		return err
	}
	r := commands.Request{Caller: user.System(u.Workspace), CommandID: uuid.New()}
	person := user.Person{Username: u.Username, FirstName: u.FirstName, LastName: u.LastName, Email: u.Email}
	id, err := app.createUser(ctx, r, person, u.Roles, password)
	if err == nil {
		_, err = fmt.Fprintln(io.Out, id)
		app.seenByService(ctx)
	}
	return errors.Join(err, app.Close())
}

// seenByService gives a service that runs on the same data a moment to take
// notice, so that the account can be used when the command returns. Without one
// it is there at the next start.
func (a *App) seenByService(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if head, err := a.log.Store.Head(ctx); err == nil {
		_ = a.storage.views.Await(ctx, uint64(head), "users")
	}
}

// Permissions prints the permission table.
type Permissions struct{}

// relationNames are the words of the table.
var relationNames = map[user.Relation]string{user.No: "no", user.Yes: "yes", user.Own: "own", user.Record: "record", user.Reader: "reader",
	user.Member: "member", user.Owner: "owner", user.Editor: "editor", user.Packager: "packager"}

// Run prints one line an operation.
func (Permissions) Run(io Streams) error {
	table := user.Operations()
	names := make([]string, 0, len(table))
	for op := range table {
		names = append(names, string(op))
	}
	slices.Sort(names)
	if _, err := fmt.Fprintf(io.Out, "%-28s %-9s %-9s %-10s %s\n", "operation", "USER", "MANAGER", "USER_ADMIN", "ADMIN"); err != nil {
		return err
	}
	for _, name := range names {
		g := table[user.Operation(name)]
		if _, err := fmt.Fprintf(io.Out, "%-28s %-9s %-9s %-10s %s\n", name, relationNames[g.User], relationNames[g.Manager],
			relationNames[g.UserAdmin], relationNames[g.Admin]); err != nil {
			return err
		}
	}
	return nil
}
