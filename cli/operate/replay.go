package operate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/rest"
	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/queries"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/settings"
)

// AuditReplay tells a dossier as it was.
type AuditReplay struct {
	settings.Place
	MasterKeyFile string `env:"DOCKET_MASTER_KEY_FILE" placeholder:"FILE" help:"Master key. Default: the data folder's name plus .key."`
	Workspace     string `default:"demo" env:"DOCKET_WORKSPACE" help:"Workspace of the dossier."`
	Until         string `placeholder:"TIME" help:"The moment (RFC 3339); all of its millisecond counts. Default: now."`
	Dossier       string `required:"" placeholder:"ID" help:"The dossier."`
	JSON          bool   `name:"json" help:"Print JSON: each part as a read of that moment answered."`
}

// Help shows how it is used.
func (AuditReplay) Help() string {
	return `Folds the events of a dossier, of its template and of its files up to a moment, and prints what
was there: the dossier, its files, what was read of them and what people changed. It reads the
log, keys and bytes, and no view. What was deleted for good since has lost its text and is shown
without. Works beside a running service.

Examples:
  docket audit replay --data /var/lib/docket --master-key-file /etc/docket/master.key --dossier 9a11b6de-6c1f-4a8e-9b59-2f5a6f2f7c02
  docket audit replay --dossier 9a11b6de-6c1f-4a8e-9b59-2f5a6f2f7c02 --until 2024-05-31T10:15:30+02:00
  docket audit replay --dossier 9a11b6de-6c1f-4a8e-9b59-2f5a6f2f7c02 --until 2024-05-31T08:15:30Z --json`
}

// Run replays and prints.
func (r AuditReplay) Run(ctx context.Context, io terminal.Streams) error {
	return explainInterrupt(r.replayDossier(ctx, io))
}

func (r AuditReplay) replayDossier(ctx context.Context, io terminal.Streams) error {
	until := api.Time{Time: time.Now()}
	if r.Until != "" {
		var err error
		if until, err = api.ParseTime(r.Until); err != nil {
			return errors.New("--until is not a date-time, such as 2024-05-31T10:15:30+02:00")
		}
	}
	id, err := uuid.Parse(r.Dossier)
	if err != nil {
		return errors.New("--dossier is not an identifier, such as 9a11b6de-6c1f-4a8e-9b59-2f5a6f2f7c02")
	}
	cfg, err := r.ToolConfig(ctx, r.MasterKeyFile, r.Workspace)
	if err == nil {
		err = cfg.MustExist(ctx)
	}
	if err != nil {
		return err
	}
	a, err := service.OpenTools(ctx, cfg, slog.New(slog.NewTextHandler(io.Err, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err != nil {
		return err
	}
	was, err := a.Queries.Replay(ctx, r.Workspace, id.String(), until.Time)
	if err == nil {
		err = r.printReplay(io.Out, was)
	} else {
		err = fmt.Errorf("dossier %s at %s: %w", id, until.UTC().Format(api.DateTimeLayout), err)
	}
	return errors.Join(err, a.Close())
}

func (r AuditReplay) printReplay(w io.Writer, was queries.Replay) error {
	if !r.JSON {
		_, err := io.WriteString(w, formatReplay(was))
		return err
	}
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	return out.Encode(rest.ShowReplay(was))
}

// formatReplay tells people what was there.
func formatReplay(was queries.Replay) string {
	var b strings.Builder
	d := was.Dossier
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("%s, as it was at %s", nameOrDeleted(d.Name), was.Until.UTC().Format(api.DateTimeLayout))
	line("  id %s, template %s, version %d", d.ID, d.Template, d.Version)
	line("  created %s, owner %s, %d members, %s", d.Created.UTC().Format(api.DateTimeLayout), d.Owner, len(d.Members), d.Visibility)
	if d.Archived != nil {
		line("  archived %s", d.Archived.UTC().Format(api.DateTimeLayout))
	}
	if d.SoftDeleted != nil {
		line("  in the trash since %s", d.SoftDeleted.UTC().Format(api.DateTimeLayout))
	}
	if d.Description != "" {
		line("  %s", d.Description)
	}
	for _, id := range slices.Sorted(maps.Keys(d.Attributes)) {
		line("  attribute %s: %.80s", id, d.Attributes[id])
	}
	line("  files: %d", len(was.Files))
	for _, f := range was.Files {
		b.WriteString(formatFile(f))
	}
	return b.String()
}

// nameOrDeleted stands for a name that is gone for good.
func nameOrDeleted(name string) string {
	if name == "" {
		return "(deleted for good since)"
	}
	return name
}

func formatFile(f queries.ReplayedFile) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\n  id %s, %s, %s, %d pages, %d bytes, version %d\n", nameOrDeleted(f.Filename), f.ID, f.WorkflowStatus,
		f.ProcessingStatus, f.Pages, f.Size, f.Version)
	if f.SoftDeletedTime != nil {
		fmt.Fprintf(&b, "  in the trash since %s\n", f.SoftDeletedTime.UTC().Format(api.DateTimeLayout))
	}
	if f.Error != nil {
		fmt.Fprintf(&b, "  error of %s: %s\n", f.Error.Service, f.Error.Cause)
	}
	if f.Erased {
		fmt.Fprintln(&b, "  its content is deleted for good since")
	}
	for _, c := range f.Components {
		mark := ""
		if c.Overridden {
			mark = "  (changed by hand)"
		}
		for i, v := range c.Values {
			name := c.Name
			if i > 0 {
				name = ""
			}
			fmt.Fprintf(&b, "  %-30s %s%s\n", name, v.Value, mark)
		}
		if len(c.Values) == 0 {
			fmt.Fprintf(&b, "  %-30s%s\n", c.Name, mark)
		}
	}
	return b.String()
}
