package keeper

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/timestamp"
	"github.com/seed-62a36931/docket/service/host"
)

const (
	// stampPause is how often a checkpoint is stamped at most where nothing else is set.
	stampPause = 24 * time.Hour
	// stampRetry is how long an authority that is away is left alone, or the pause between stamps where it is shorter.
	stampRetry = time.Minute
	// stampTime is how long an authority may take to answer.
	stampTime = 30 * time.Second
)

// startStamping has checkpoints that are offered stamped, where an authority is set, until stop is called.
func (n *Anchors) startStamping(ctx context.Context) (offer func(tlog.Tree, []byte), stop func(), err error) {
	if n.config.TimestampURL == "" {
		return func(tlog.Tree, []byte) {}, func() {}, nil
	}
	size, at, err := lastStamp(n.config.TimestampsPath())
	if err != nil {
		return nil, nil, fmt.Errorf("the time stamps that are kept: %w", err)
	}
	offer, stop = offerCheckpoints(ctx, func(ctx context.Context, newest <-chan []byte) { n.keepStamps(ctx, size, at, newest) })
	return offer, stop, nil
}

// lastStamp returns the size of the largest tree whose checkpoint was stamped, and when the response was written; zeros for
// none.
func lastStamp(folder string) (size int64, at time.Time, err error) {
	files, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, at, nil
	}
	if err != nil {
		return 0, at, err
	}
	for _, f := range files {
		name, isStamp := strings.CutSuffix(f.Name(), ".tsr")
		n, err := strconv.ParseInt(name, 10, 64)
		if !isStamp || err != nil || n <= size {
			continue
		}
		info, err := f.Info()
		if err != nil {
			return 0, at, err
		}
		size, at = n, info.ModTime()
	}
	return size, at, nil
}

// notStamped is what is logged of an authority that does not stamp.
const notStamped = "the newest checkpoint of the log is not stamped by the authority of --timestamp-url"

// keepStamps has the newest of the checkpoints that come stamped when one is due, and keeps it with the stamp, until ctx ends.
// An authority that is away is asked again; signing goes on meanwhile.
func (n *Anchors) keepStamps(ctx context.Context, size int64, at time.Time, newest <-chan []byte) {
	every := cmp.Or(n.config.TimestampEvery, stampPause)
	due := at.Add(every)
	var waiting []byte
	var since time.Time // the first failure
	failed := ""
	for {
		var next <-chan time.Time
		if waiting != nil {
			next = time.After(time.Until(due))
		}
		select {
		case <-ctx.Done():
			return
		case signed := <-newest:
			if c, err := evidence.ParseCheckpoint(string(signed)); err == nil && c.N > size {
				waiting = signed
			}
			continue
		case <-next:
		}
		err := n.keepStamp(ctx, waiting)
		if err == nil {
			n.tellOver(failed, notStamped, since)
			waiting, failed, due = nil, "", time.Now().Add(every)
			n.unstamped.Store(0)
			continue
		}
		n.unstamped.CompareAndSwap(0, time.Now().UnixNano())
		due = time.Now().Add(min(every, stampRetry))
		if failed == "" {
			since = time.Now()
		}
		if ctx.Err() == nil && err.Error() != failed {
			failed = err.Error()
			n.logger.Warn(notStamped, "error", failed)
		}
	}
}

// keepStamp has a checkpoint stamped, and writes it and the response, synced.
func (n *Anchors) keepStamp(ctx context.Context, signed []byte) error {
	c, err := evidence.ParseCheckpoint(string(signed))
	if err != nil {
		return err
	}
	response, err := n.requestStamp(ctx, signed)
	if err != nil {
		return err
	}
	folder := n.config.TimestampsPath()
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	// The response comes last: a checkpoint without one is not taken for stamped.
	for _, f := range []struct {
		suffix  string
		content []byte
	}{{".txt", signed}, {".tsr", response}} {
		if err := host.WriteSynced(filepath.Join(folder, strconv.FormatInt(c.N, 10)+f.suffix), f.content); err != nil {
			return err
		}
	}
	return nil
}

// requestStamp asks the authority for a time stamp of a checkpoint, and returns its response.
func (n *Anchors) requestStamp(ctx context.Context, signed []byte) ([]byte, error) {
	response, err := timestamp.Request(ctx, &http.Client{Timeout: stampTime}, n.config.TimestampURL, signed)
	if err != nil || n.config.TimestampCA == "" {
		return response, err
	}
	roots, err := timestamp.ReadRoots(n.config.TimestampCA)
	if err == nil {
		_, err = timestamp.Verify(response, signed, roots)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", n.config.TimestampURL, err)
	}
	return response, nil
}
