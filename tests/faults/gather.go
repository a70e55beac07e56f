package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"sort"
	"strings"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/vault"
	"github.com/seed-62a36931/docket/domain/atrest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/tests/faults/model"
)

// A witness reads what the cluster has stored, without its processes and links.
type witness struct {
	*engines.Storage
	log    *es.Log
	vault  *vault.Vault
	blobs  string // folder
	events []es.Recorded
}

// openWitness opens the stores.
func (c *cluster) openWitness(ctx context.Context) (_ *witness, err error) {
	w := &witness{blobs: dataOf(c, "blobs")}
	if w.Storage, err = engines.OpenStorage(ctx, c.settings(), slog.New(slog.DiscardHandler)); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.Close())
		}
	}()
	master, err := vault.OpenMaster(c.pathOf("master.key"), false)
	if err != nil {
		return nil, err
	}
	if w.vault, err = vault.New(ctx, master, w.Keys, vault.Options{MustExist: true}); err != nil {
		return nil, err
	}
	codec := es.NewCodec(engines.MarshalBody, engines.UnmarshalBody, w.vault)
	engines.RegisterAll(codec)
	w.log = &es.Log{Store: w.Log, Codec: codec}
	return w, nil
}

// readLog continues reading the log. It does not read again what was read before.
func (w *witness) readLog(ctx context.Context) error {
	var at es.Position
	if n := len(w.events); n > 0 {
		at = w.events[n-1].Position
	}
	for e, err := range w.log.All(ctx, at, es.Filter{}) {
		if err != nil {
			return fmt.Errorf("read the log: %w", err)
		}
		w.events = append(w.events, e)
	}
	return nil
}

// readAgain reads the whole log again: what was deleted for good has lost its text since.
func (w *witness) readAgain(ctx context.Context) error {
	w.events = nil
	return w.readLog(ctx)
}

// findBlobs finds all blobs in the folder, with their places.
func (w *witness) findBlobs() (map[uuid.UUID]string, error) {
	out := map[uuid.UUID]string{}
	err := filepath.WalkDir(w.blobs, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || entry.IsDir() {
			return err
		}
		if id, parsed := uuid.Parse(entry.Name()); parsed == nil {
			place, err := filepath.Rel(w.blobs, path)
			out[id] = place
			return err
		}
		return nil
	})
	return out, err
}

// dumpTables reads the rows of all tables that queries read, with their documents decrypted.
func (w *witness) dumpTables(ctx context.Context) (map[string][]string, error) {
	out := map[string][]string{}
	for _, v := range projections.All(w.vault) {
		for _, table := range v.Tables {
			var b bytes.Buffer
			if err := w.Views.Dump(ctx, table.Name, &b); err != nil {
				return nil, err
			}
			out[table.Name] = []string{}
			for line := range strings.Lines(b.String()) {
				row, err := w.openRow(ctx, line)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", table.Name, err)
				}
				out[table.Name] = append(out[table.Name], row)
			}
			sort.Strings(out[table.Name])
		}
	}
	return out, nil
}

// openRow returns a row with its document decrypted: ciphertext differs each time.
func (w *witness) openRow(ctx context.Context, line string) (string, error) {
	var row map[string]json.RawMessage
	if err := json.Unmarshal([]byte(line), &row); err != nil {
		return "", err
	}
	if doc, err := atrest.OpenDocument(ctx, w.vault, row["doc"]); err == nil {
		row["doc"] = doc
	}
	b, err := json.Marshal(row)
	return string(b), err
}

// catchUp applies to the views the events that they lack.
func (w *witness) catchUp(ctx context.Context, views []projections.View) error {
	for _, v := range views {
		at, err := w.Views.Checkpoint(ctx, v.CheckpointKey())
		if err == nil {
			_, err = es.CatchUp(ctx, w.log, es.Model[projections.Writer](w.Views), v.Projection, at)
		}
		if err != nil {
			return fmt.Errorf("view %s: %w", v.Name, err)
		}
	}
	return nil
}

// gatherFacts gathers everything of a cluster whose processes have ended. It builds all views
// again, in place.
func (w *witness) gatherFacts(ctx context.Context, told []model.Command) (f model.Facts, err error) {
	f.Journal = told
	views := projections.All(w.vault)
	if err = w.Views.Prepare(ctx, views...); err != nil {
		return f, err
	}
	if err = w.catchUp(ctx, views); err != nil {
		return f, err
	}
	if f.Served, err = w.dumpTables(ctx); err != nil {
		return f, err
	}
	for _, v := range views {
		if err = w.Views.Reset(ctx, v); err != nil {
			return f, err
		}
	}
	if err = w.catchUp(ctx, views); err != nil {
		return f, err
	}
	if f.Rebuilt, err = w.dumpTables(ctx); err != nil {
		return f, err
	}
	if f.Stored, err = w.findBlobs(); err != nil {
		return f, err
	}
	if f.Held, err = w.Leases.HeldKeys(ctx, ""); err != nil {
		return f, err
	}
	err = w.readAgain(ctx)
	f.Events = w.events
	return f, err
}
