package operate

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/accounts"
	"github.com/seed-62a36931/docket/service/settings"
)

// Init makes a new installation.
type Init struct {
	Admin
	Workspace   string `required:"" env:"DOCKET_WORKSPACE" placeholder:"NAME" help:"First workspace: 1 to 32 of a to z and 0 to 9."`
	PublicURL   string `required:"" env:"DOCKET_PUBLIC_URL" placeholder:"URL" help:"Address under which clients will reach the service."`
	Listen      string `default:"127.0.0.1:8080" env:"DOCKET_LISTEN" help:"Address that the service will listen on."`
	Username    string `name:"admin" default:"admin" placeholder:"NAME" help:"Username of the first administrator. Default: admin."`
	Email       string `help:"E-mail address of the administrator."`
	AskPassword bool   `help:"Ask for the password, or read it from standard input. Default: one is made and shown once."`
	KeepKey     bool   `help:"Use a master key that is there, rather than make one."`
	Settings    string `placeholder:"FILE" help:"Write the settings of the service to this file. Default: none."`
	Systemd     bool   `help:"For the unit docket.service: data in /var/lib/docket, key and settings in /etc/docket."`
}

// Help returns the text below the usage line of --help.
func (Init) Help() string {
	return `Makes the master key, the data folder or the tables of a database, the first workspace, its
administrator with the roles MANAGER and ADMIN, and a file with the settings, and says what to do
next. It refuses a place where something is already, and removes what it made when it fails.

Examples:
  docket init --data /srv/docket --settings docket.env --workspace acme --public-url http://localhost:8080
  docket init --systemd --workspace acme --public-url https://docket.example --admin mira
  docket init --postgres postgres://docket@db/docket --master-key-file /etc/docket/master.key --keep-key \
    --workspace acme --public-url https://docket.example --admin mira --ask-password < password.txt`
}

// Run makes the installation.
func (n Init) Run(ctx context.Context, io terminal.Streams) error {
	if n.Systemd {
		if n.Data == "data" { // the default
			n.Data = "/var/lib/docket"
		}
		n.MasterKeyFile = cmp.Or(n.MasterKeyFile, "/etc/docket/master.key")
		n.Settings = cmp.Or(n.Settings, "/etc/docket/docket.env")
	}
	cfg, settings, err := n.check(ctx)
	if err != nil {
		return err
	}
	password, err := n.choosePassword(io)
	if err != nil {
		return err
	}
	made, err := n.build(ctx, io, cfg, settings, password)
	if err != nil {
		return errors.Join(explainInterrupt(err), made.remove())
	}
	return n.tell(io, cfg, password)
}

// check refuses what cannot be and what is there already, before anything is made. It returns the
// configuration of the service and the text of the settings.
func (n Init) check(ctx context.Context) (settings.Config, string, error) {
	cfg, err := n.ToolConfig(ctx, n.MasterKeyFile, n.Workspace)
	if err == nil {
		cfg.PublicURL, cfg.Listen = n.PublicURL, n.Listen
		err = cfg.Complete()
	}
	if err == nil {
		err = user.CheckPerson(user.Person{Username: n.Username, Email: n.Email})
	}
	if err == nil && !workspace.ValidName(n.Workspace) {
		err = fmt.Errorf("--workspace: %q is no name of a workspace: 1 to 32 of a to z and 0 to 9", n.Workspace)
	}
	if err != nil {
		return cfg, "", err
	}
	settings, err := n.settingsText(cfg)
	if err != nil {
		return cfg, "", err
	}
	_, missing := os.Stat(cfg.MasterKeyFile)
	switch {
	case n.KeepKey && missing != nil:
		return cfg, "", fmt.Errorf("--keep-key: %w", missing)
	case !n.KeepKey && !errors.Is(missing, os.ErrNotExist):
		return cfg, "", errors.Join(missing,
			fmt.Errorf("%s is there already; --keep-key uses it, --master-key-file names another", cfg.MasterKeyFile))
	}
	if _, err := os.Lstat(n.Settings); n.Settings != "" && !errors.Is(err, os.ErrNotExist) {
		return cfg, "", errors.Join(err, fmt.Errorf("%s is there already; name another file with --settings", n.Settings))
	}
	return cfg, settings, checkEmpty(cfg.Data)
}

// checkEmpty refuses a folder that holds something.
func checkEmpty(folder string) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if e.Name() != "lost+found" { // of a file system that is mounted there
			return fmt.Errorf("%s is not empty: it may be an installation already, and init makes new ones only; "+
				"name another folder with --data", folder)
		}
	}
	return err
}

// choosePassword reads the password of the administrator, or makes one.
func (n Init) choosePassword(io terminal.Streams) (string, error) {
	if n.AskPassword {
		return terminal.AskSecret(io, "Password of "+n.Username+": ")
	}
	text := strings.ToLower(rand.Text()) // 130 bits of a to z and 2 to 7
	return "A1-" + text[:8] + "-" + text[8:16] + "-" + text[16:24], nil
}

// tell prints what was made, and the next step.
func (n Init) tell(io terminal.Streams, cfg settings.Config, password string) error {
	var out strings.Builder
	place := cfg.Data
	if cfg.Postgres != "" {
		place = settings.RedactPassword(cfg.Postgres) + " and " + cfg.Data
	}
	fmt.Fprintf(&out, "The workspace %s is in %s.\n", n.Workspace, place)
	fmt.Fprintf(&out, "The master key is in %s. Keep a copy elsewhere: without it nothing can be read.\n", cfg.MasterKeyFile)
	if n.Settings != "" {
		fmt.Fprintf(&out, "The settings are in %s.\n", n.Settings)
	}
	fmt.Fprintf(&out, "The administrator is %s", n.Username)
	if n.AskPassword {
		fmt.Fprint(&out, ".\n")
	} else {
		fmt.Fprintf(&out, "; the password, shown only now: %s\n", password)
	}
	fmt.Fprint(&out, "\nNext:\n")
	switch {
	case n.Systemd:
		fmt.Fprint(&out, "  systemctl enable --now docket && docket health --wait 1m\n")
	case n.Settings != "":
		path := n.Settings
		if !strings.Contains(path, "/") {
			path = "./" + path
		}
		fmt.Fprintf(&out, "  set -a; . %s; docket serve\n", path)
	default:
		fmt.Fprintf(&out, "  docket serve with the same --data, --master-key-file, --workspace %s and --public-url\n", n.Workspace)
	}
	fmt.Fprintf(&out, "  docket login %s --workspace %s\n", cfg.PublicURL, n.Workspace)
	_, err := fmt.Fprint(io.Out, out.String())
	return err
}

// addAdministrator makes the workspace and its administrator.
func (n Init) addAdministrator(ctx context.Context, app *service.App, password string) error {
	settings := workspace.Settings{RetentionHours: workspace.DefaultRetention, StrictNames: true}
	settings.SignIn.NoPasswordGrant = true // as for any new workspace, unless an operator allows it
	_, err := app.Commands.CreateWorkspace(ctx, accounts.NewRequest(n.Workspace), settings)
	if domain.KindOf(err) == domain.Conflict {
		return fmt.Errorf("%w: init makes new installations only; docket user add makes accounts in this one", err)
	}
	if err != nil {
		return err
	}
	_, err = app.Commands.CreateUser(ctx, commands.CreateUser{Request: accounts.NewRequest(n.Workspace), Password: &password,
		Person: user.Person{Username: n.Username, Email: n.Email}, Roles: []string{user.RoleManager, user.RoleAdmin}})
	return err
}

// folderOf makes the folder of a file, which others may not look into.
func folderOf(file string) error { return os.MkdirAll(filepath.Dir(file), 0o750) }
