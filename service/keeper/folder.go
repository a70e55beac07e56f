package keeper

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/evidence"
)

// startExporting copies checkpoints that are offered to the folder that is set, until stop is called.
func (n *Anchors) startExporting(ctx context.Context) (offer func(tlog.Tree, []byte), stop func()) {
	if n.config.CheckpointFolder == "" {
		return func(tlog.Tree, []byte) {}, func() {}
	}
	return offerCheckpoints(ctx, func(ctx context.Context, newest <-chan []byte) {
		n.keepNewest(ctx, newest, func(signed []byte) error {
			return exportCheckpoint(n.config.CheckpointFolder, signed, time.Now().UTC())
		}, "the newest checkpoint of the log is not copied to the folder of --checkpoint-folder")
	})
}

// postTime is how long whoever gets checkpoints over HTTP may take to answer.
const postTime = 30 * time.Second

// startPosting sends checkpoints that are offered to the address that is set, until stop is called.
func (n *Anchors) startPosting(ctx context.Context) (offer func(tlog.Tree, []byte), stop func()) {
	if n.config.CheckpointURL == "" {
		return func(tlog.Tree, []byte) {}, func() {}
	}
	client := &http.Client{Timeout: postTime}
	return offerCheckpoints(ctx, func(ctx context.Context, newest <-chan []byte) {
		n.keepNewest(ctx, newest, func(signed []byte) error { return postCheckpoint(ctx, client, n.config.CheckpointURL, signed) },
			"the newest checkpoint of the log is not sent to the address of --checkpoint-url")
	})
}

// postCheckpoint sends a checkpoint to an address, which must answer that it has it.
func postCheckpoint(ctx context.Context, client *http.Client, address string, signed []byte) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(signed))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "text/plain; charset=utf-8")
	answer, err := client.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }() // nothing of it is read
	if answer.StatusCode/100 != 2 {
		return fmt.Errorf("%s answers %d", r.URL.Redacted(), answer.StatusCode)
	}
	return nil
}

// exportCheckpoint appends a checkpoint to the file of its log and of the day, unless it is the last one there.
func exportCheckpoint(folder string, signed []byte, now time.Time) (err error) {
	c, err := evidence.ParseCheckpoint(string(signed))
	if err != nil {
		return err
	}
	name := strings.ReplaceAll(c.Origin, "/", "-") + "-" + now.Format(time.DateOnly) + ".txt"
	file := filepath.Join(folder, name)
	record := append(bytes.Clone(signed), '\n')
	there, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if bytes.HasSuffix(there, record) {
		return nil
	}
	if len(there) > 0 && !bytes.HasSuffix(there, []byte("\n\n")) { // a crash left it half written
		if err := repairCheckpoints(file); err != nil {
			return err
		}
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(record)
	return errors.Join(err, f.Sync(), f.Close())
}
