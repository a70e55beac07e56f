package transfer

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-62a36931/docket/service/engines"
)

// openBytesTarget opens where a restore puts bytes. It must be empty, unless bytes are put beside a log that stands.
func (w *restoreRun) openBytesTarget(ctx context.Context) (err error) {
	if w.remote, err = engines.OpenRemote(w.cfg); err != nil {
		return err
	}
	if w.remote == nil {
		return w.prepareBlobFolder()
	}
	if err := w.remote.Start(ctx); err != nil || w.keepLog {
		return err
	}
	empty, err := w.remote.IsEmpty(ctx)
	if err == nil && !empty {
		err = fmt.Errorf(
			"%s holds objects already, and a restore replaces nothing: remove them, or name another prefix with %s", w.remote, w.cfg.BytesFlag())
	}
	w.clearOnFailure = err == nil
	return err
}

// prepareBlobFolder makes room in a folder of bytes outside of the data folder: what is
// restored gets its place by renaming, which does not lead from one disk to another.
func (w *restoreRun) prepareBlobFolder() error {
	if w.cfg.Blobs == w.cfg.DataPath("blobs") {
		return nil
	}
	if err := os.MkdirAll(w.cfg.Blobs, 0o700); err != nil {
		return err
	}
	entries, err := os.ReadDir(w.cfg.Blobs)
	for _, e := range entries {
		switch {
		case err != nil:
		case strings.HasPrefix(e.Name(), ScratchPrefix): // of a restore that was interrupted
			err = os.RemoveAll(filepath.Join(w.cfg.Blobs, e.Name()))
		case !w.keepLog && e.Name() != "lost+found":
			err = fmt.Errorf("%s holds bytes already, and a restore replaces nothing: move them away, or name another folder with --blobs",
				w.cfg.Blobs)
		}
	}
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp(w.cfg.Blobs, ScratchPrefix)
	if err == nil {
		w.ownBlobFolder = filepath.Join(scratch, "blobs")
	}
	return err
}

// blobFolder is the folder in which restored bytes grow.
func (w *restoreRun) blobFolder() string {
	if w.ownBlobFolder != "" {
		return w.ownBlobFolder
	}
	return filepath.Join(w.scratch, "blobs")
}

// closeBytes ends the use of the place of bytes; a restore that failed leaves nothing in
// a place that was empty, nor half of a file anywhere.
func (w *restoreRun) closeBytes(ctx context.Context, failed error) error {
	if w.ownBlobFolder != "" {
		return os.RemoveAll(filepath.Dir(w.ownBlobFolder))
	}
	if w.remote == nil {
		return nil
	}
	var err error
	if failed != nil && w.clearOnFailure {
		err = w.remote.Clear(context.WithoutCancel(ctx))
	}
	return errors.Join(err, w.remote.Close())
}
