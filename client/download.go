package client

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/client/api"
)

// ErrDigest reports that a content came with other bytes than the service has. Fetching it again may help.
var ErrDigest = errors.New("what came is not what the service has: its digest differs")

// errBroken reports that a transfer was interrupted and can be continued.
var errBroken = errors.New("the transfer broke off")

// Download fetches a package that is READY into a file, which gets its name when it is
// complete; until then <path>.part holds the bytes so far, and a later call continues
// there. progress, unless nil, is called with the bytes so far and those of the whole
// package (0 while not known). What came is compared with the digest that the service tells, which it does
// for packages of up to 1 GiB. Errors: *Error, 409 for a package that is not READY; ErrDigest.
func (c *Client) Download(ctx context.Context, downloadID, path string, progress func(have, all int64)) error {
	t := &transfer{
		part:     path + ".part",
		tag:      path + ".part.tag",
		progress: progress,
		fetch: func(rangeOf, ifRange *string) (*http.Response, error) {
			return c.API.FetchDownload(ctx, downloadID, &api.FetchDownloadParams{Range: rangeOf, IfRange: ifRange},
				func(_ context.Context, r *http.Request) error {
					if rangeOf == nil { // the service reads the package once more to answer that
						r.Header.Set("Want-Repr-Digest", "sha-256=1")
					}
					return nil
				})
		},
	}
	for try := 1; ; try++ {
		err := t.continueTransfer()
		if err == nil {
			break
		}
		if !errors.Is(err, errBroken) || try == maxAttempts || ctx.Err() != nil {
			return fmt.Errorf("download: %w", err)
		}
		if err := sleepFor(ctx, c.pause<<(try-1)); err != nil {
			return err
		}
	}
	if err := t.checkDigest(); err != nil {
		return fmt.Errorf("download: %w", err)
	}
	if err := os.Rename(t.part, path); err != nil {
		return fmt.Errorf("download: %w", err)
	}
	if err := os.Remove(t.tag); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("download: %w", err)
	}
	return nil
}

// A transfer downloads content into a file, in as many pieces as it takes.
type transfer struct {
	part, tag string // the file, and one that holds the entity tag of what is in it, and the digest of the whole
	fetch     func(rangeOf, ifRange *string) (*http.Response, error)
	progress  func(have, all int64)
}

// continueTransfer fetches what is missing. Errors: errBroken, *Error.
func (t *transfer) continueTransfer() (err error) {
	out, err := os.OpenFile(t.part, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	have, err := out.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	var rangeOf, ifRange *string
	if tag, err := os.ReadFile(t.tag); err == nil && have > 0 {
		of, _, _ := strings.Cut(string(tag), "\n")
		from := fmt.Sprintf("bytes=%d-", have)
		rangeOf, ifRange = &from, &of
	}
	resp, err := t.fetch(rangeOf, ifRange)
	if err != nil {
		return fmt.Errorf("%w: %w", errBroken, err)
	}
	defer resp.Body.Close()
	return t.writeAnswer(resp, out, have)
}

// writeAnswer appends an answer to the file, or replaces the file when the answer is the whole.
func (t *transfer) writeAnswer(resp *http.Response, out *os.File, have int64) error {
	first, all := contentRange(resp)
	switch {
	case resp.StatusCode == http.StatusRequestedRangeNotSatisfiable && all == have:
		return out.Sync() // all of it came before
	case resp.StatusCode == http.StatusPartialContent && first == have:
	case resp.StatusCode == http.StatusOK:
		if err := t.restartFile(resp, out); err != nil {
			return err
		}
		have, all = 0, resp.ContentLength
	case resp.StatusCode < http.StatusMultipleChoices:
		return fmt.Errorf("the service sent bytes from %d on, not from %d", first, have)
	default:
		return readRefusal(resp)
	}
	in := io.Reader(resp.Body)
	if t.progress != nil {
		t.progress(have, max(all, 0))
		in = &countingReader{Reader: in, sum: have, tell: func(sum int64) { t.progress(sum, max(all, 0)) }}
	}
	n, err := io.Copy(out, in)
	if err != nil {
		return fmt.Errorf("%w: %w", errBroken, err)
	}
	if all >= 0 && have+n != all {
		return fmt.Errorf("%w: %d of %d bytes came", errBroken, have+n, all)
	}
	return out.Sync()
}

// restartFile truncates the file and records what it will hold.
func (t *transfer) restartFile(resp *http.Response, out *os.File) error {
	if _, err := out.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := out.Truncate(0); err != nil {
		return err
	}
	return os.WriteFile(t.tag, []byte(resp.Header.Get("ETag")+"\n"+resp.Header.Get("Repr-Digest")), 0o600)
}

// checkDigest compares the file with the digest that the service has told, if it did. A file of other bytes is removed.
func (t *transfer) checkDigest() error {
	kept, err := os.ReadFile(t.tag)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	_, told, _ := strings.Cut(string(kept), "\n")
	_, want, known := strings.Cut(told, "sha-256=:")
	if !known {
		return nil
	}
	in, err := os.Open(t.part)
	if err != nil {
		return err
	}
	sum := sha256.New()
	_, err = io.Copy(sum, in)
	if err = errors.Join(err, in.Close()); err != nil {
		return err
	}
	if want, _, _ = strings.Cut(want, ":"); want == base64.StdEncoding.EncodeToString(sum.Sum(nil)) {
		return nil
	}
	return errors.Join(ErrDigest, os.Remove(t.part), os.Remove(t.tag))
}

// contentRange reads Content-Range: the first byte, and the size of the whole, -1 where it
// is not given.
func contentRange(resp *http.Response) (first, all int64) {
	text, ok := strings.CutPrefix(resp.Header.Get("Content-Range"), "bytes ")
	span, size, _ := strings.Cut(text, "/")
	from, _, _ := strings.Cut(span, "-")
	if !ok {
		return -1, -1
	}
	number := func(s string) int64 {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return -1
		}
		return n
	}
	return number(from), number(size)
}
