package operate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/accounts"
	"github.com/seed-62a36931/docket/service/settings"
)

// settingsText returns the settings of the service as a file that systemd and shells read. Under
// systemd the unit names data folder and key.
func (n Init) settingsText(cfg settings.Config) (string, error) {
	pairs := [][2]string{
		{"DOCKET_LISTEN", cfg.Listen}, {"DOCKET_PUBLIC_URL", cfg.PublicURL}, {"DOCKET_WORKSPACE", n.Workspace},
		{"DOCKET_POSTGRES", cfg.Postgres}, {"DOCKET_EVENTSTORE", cfg.EventStore},
	}
	pairs = append(pairs, cfg.BytesVariables(n.Blobs)...)
	if !n.Systemd {
		key, err := filepath.Abs(cfg.MasterKeyFile)
		if err != nil {
			return "", err
		}
		pairs = append(pairs, [2]string{"DOCKET_DATA", cfg.Data}, [2]string{"DOCKET_MASTER_KEY_FILE", key})
	}
	var out strings.Builder
	out.WriteString("# Settings of docket serve: every flag has a variable, docket serve --help names them.\n")
	for _, p := range pairs {
		if strings.ContainsAny(p[1], "'\n\r\x00") {
			return "", fmt.Errorf("%s has a quote or a line break, which a file of settings cannot hold", p[0])
		}
		if p[1] != "" {
			fmt.Fprintf(&out, "%s='%s'\n", p[0], p[1])
		}
	}
	return out.String(), nil
}

// A madePlace knows what an installation has made, so that one that fails can be removed.
type madePlace struct {
	files  []string
	folder string // of data; its content was made
	whole  bool   // the folder was made too
}

// build makes key, data and settings, and returns what it made even if it fails.
func (n Init) build(ctx context.Context, io terminal.Streams, cfg settings.Config, settings, password string) (made madePlace, err error) {
	if !n.KeepKey {
		if err := errors.Join(folderOf(cfg.MasterKeyFile), accounts.CreateMasterKey(cfg.MasterKeyFile)); err != nil {
			return made, err
		}
		made.files = append(made.files, cfg.MasterKeyFile)
	}
	_, err = os.Stat(cfg.Data)
	made.folder, made.whole = cfg.Data, errors.Is(err, os.ErrNotExist)
	app, err := n.openApp(ctx, io, n.Workspace)
	if err != nil {
		return made, err
	}
	if err := errors.Join(n.addAdministrator(ctx, app, password), app.Close()); err != nil || n.Settings == "" {
		return made, err
	}
	if err := folderOf(n.Settings); err != nil {
		return made, err
	}
	f, err := os.OpenFile(n.Settings, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return made, err
	}
	made.files = append(made.files, n.Settings)
	_, err = f.WriteString(settings)
	return made, errors.Join(err, f.Sync(), f.Close())
}

// remove removes what was made, and says so if it cannot.
func (m madePlace) remove() error {
	var failed error
	for _, file := range m.files {
		failed = errors.Join(failed, os.Remove(file))
	}
	if m.whole {
		return errors.Join(failed, os.RemoveAll(m.folder))
	}
	entries, _ := os.ReadDir(m.folder) // it may not be there
	for _, e := range entries {
		if e.Name() != "lost+found" {
			failed = errors.Join(failed, os.RemoveAll(filepath.Join(m.folder, e.Name())))
		}
	}
	return failed
}
