package service

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/timestamp"
)

const (
	// stampPause is how often a checkpoint is stamped at most where nothing else is set.
	stampPause = 24 * time.Hour
	// stampRetry is how long an authority that is away is left alone, or the pause between stamps where it is shorter.
	stampRetry = time.Minute
	// stampTime is how long an authority may take to answer.
	stampTime = 30 * time.Second
)

// TimestampsPath returns the folder in which checkpoints that were stamped are kept, as SIZE.txt, each with the response of the
// authority, as SIZE.tsr.
func (s Config) TimestampsPath() string { return s.DataPath("evidence/timestamps") }

// checkTimestamps checks the settings of the time-stamping authority.
func (s Config) checkTimestamps() error {
	if s.TimestampURL == "" {
		return nil
	}
	u, err := url.Parse(s.TimestampURL)
	if err == nil && (u.Scheme != "http" && u.Scheme != "https" || u.Host == "") {
		err = fmt.Errorf("%q is no address of the form https://tsa.example/tsr", s.TimestampURL)
	}
	if err != nil {
		return s.blame("--timestamp-url", err)
	}
	if s.TimestampCA == "" {
		return nil
	}
	_, err = timestamp.ReadRoots(s.TimestampCA)
	return s.blame("--timestamp-ca", err)
}

// startStamping has checkpoints that are offered stamped, where an authority is set, until stop is called.
func (a *App) startStamping(ctx context.Context) (offer func(tlog.Tree, []byte), stop func(), err error) {
	if a.Config.TimestampURL == "" {
		return func(tlog.Tree, []byte) {}, func() {}, nil
	}
	size, at, err := lastStamp(a.Config.TimestampsPath())
	if err != nil {
		return nil, nil, fmt.Errorf("the time stamps that are kept: %w", err)
	}
	offer, stop = offerCheckpoints(ctx, func(ctx context.Context, newest <-chan []byte) { a.keepStamps(ctx, size, at, newest) })
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
func (a *App) keepStamps(ctx context.Context, size int64, at time.Time, newest <-chan []byte) {
	every := cmp.Or(a.Config.TimestampEvery, stampPause)
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
		err := a.keepStamp(ctx, waiting)
		if err == nil {
			a.tellOver(failed, notStamped, since)
			waiting, failed, due = nil, "", time.Now().Add(every)
			a.unstamped.Store(0)
			continue
		}
		a.unstamped.CompareAndSwap(0, time.Now().UnixNano())
		due = time.Now().Add(min(every, stampRetry))
		if failed == "" {
			since = time.Now()
		}
		if ctx.Err() == nil && err.Error() != failed {
			failed = err.Error()
			a.logger.Warn(notStamped, "error", failed)
		}
	}
}

// keepStamp has a checkpoint stamped, and writes it and the response, synced.
func (a *App) keepStamp(ctx context.Context, signed []byte) error {
	c, err := evidence.ParseCheckpoint(string(signed))
	if err != nil {
		return err
	}
	response, err := a.requestStamp(ctx, signed)
	if err != nil {
		return err
	}
	folder := a.Config.TimestampsPath()
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	// The response comes last: a checkpoint without one is not taken for stamped.
	for _, f := range []struct {
		suffix  string
		content []byte
	}{{".txt", signed}, {".tsr", response}} {
		if err := writeSynced(filepath.Join(folder, strconv.FormatInt(c.N, 10)+f.suffix), f.content); err != nil {
			return err
		}
	}
	return nil
}

// requestStamp asks the authority for a time stamp of a checkpoint, and returns its response.
func (a *App) requestStamp(ctx context.Context, signed []byte) ([]byte, error) {
	response, err := timestamp.Request(ctx, &http.Client{Timeout: stampTime}, a.Config.TimestampURL, signed)
	if err != nil || a.Config.TimestampCA == "" {
		return response, err
	}
	roots, err := timestamp.ReadRoots(a.Config.TimestampCA)
	if err == nil {
		_, err = timestamp.Verify(response, signed, roots)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Config.TimestampURL, err)
	}
	return response, nil
}

// writeSynced writes a file that is whole or not there, also after a crash of the machine.
func writeSynced(file string, content []byte) error {
	folder := filepath.Dir(file)
	f, err := os.CreateTemp(folder, ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	dir, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
