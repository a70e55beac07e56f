package exchange

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/seed-62a36931/docket/adapters/rest/traffic"
)

// mostDigested is the size of the largest content, in bytes, that is read once more to tell a digest that is not known.
const mostDigested = 1 << 30

// SetDigests tells the digest of an answer that is the whole of a content.
func SetDigests(h http.Header, content []byte) {
	sum := sha256.Sum256(content)
	h.Set(traffic.ContentDigest, writeDigest(sum[:]))
	h.Set(traffic.ReprDigest, writeDigest(sum[:]))
}

// SetDigestsOf is SetDigests for a content that is not in memory.
func SetDigestsOf(h http.Header, content io.ReadSeeker) error {
	sum := sha256.New()
	if _, err := io.Copy(sum, content); err != nil {
		return err
	}
	h.Set(traffic.ContentDigest, writeDigest(sum.Sum(nil)))
	h.Set(traffic.ReprDigest, writeDigest(sum.Sum(nil)))
	_, err := content.Seek(0, io.SeekStart)
	return err
}

func writeDigest(sum []byte) string {
	return "sha-256=:" + base64.StdEncoding.EncodeToString(sum) + ":"
}

// A ServedContent is sent whole or in part.
type ServedContent struct {
	io.ReadSeeker
	Modified time.Time
	SHA256   []byte                 // of the content; nil: not known
	Admit    func(status int) error // nil: every answer but a refused range is admitted
}

// Serve answers a request with the content or a range of it, and tells the digest of the whole where it is known, or where the
// request wants it and the content has at most 1 GiB. It returns the refusal of an answer that was not begun.
func (c ServedContent) Serve(w http.ResponseWriter, r *http.Request) error {
	g := &Gate{ResponseWriter: w, Admit: func(status int) error {
		if status == http.StatusRequestedRangeNotSatisfiable {
			return ErrRange
		}
		if status < http.StatusMultipleChoices {
			if err := c.tellDigests(w.Header(), r, status); err != nil {
				return err
			}
		}
		if c.Admit == nil {
			return nil
		}
		return c.Admit(status)
	}}
	http.ServeContent(g, WithOneRange(r), "", c.Modified.Truncate(time.Second), c.ReadSeeker)
	return g.Refused
}

// tellDigests sets the headers of an answer, whose content stands at its first byte and stays there.
func (c ServedContent) tellDigests(h http.Header, r *http.Request, status int) error {
	whole := c.SHA256
	if whole == nil && (traffic.WantsDigest(r, traffic.WantReprDigest) || status == http.StatusOK &&
		traffic.WantsDigest(r, traffic.WantContentDigest)) {
		var err error
		if whole, err = c.digest(0, -1); err != nil {
			return err
		}
	}
	if whole != nil {
		h.Set(traffic.ReprDigest, writeDigest(whole))
	}
	if whole != nil && status == http.StatusOK {
		h.Set(traffic.ContentDigest, writeDigest(whole))
	}
	if status != http.StatusPartialContent || !traffic.WantsDigest(r, traffic.WantContentDigest) {
		return nil
	}
	var first, last int64
	if _, err := fmt.Sscanf(h.Get("Content-Range"), "bytes %d-%d/", &first, &last); err != nil {
		return nil //nolint:nilerr // an answer of another form has no digest
	}
	part, err := c.digest(first, last-first+1)
	if part != nil {
		h.Set(traffic.ContentDigest, writeDigest(part))
	}
	return err
}

// digest returns the SHA-256 of so many bytes, -1 for all, from one on; nil when that are more than are read once more.
func (c ServedContent) digest(from, size int64) ([]byte, error) {
	at, err := c.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, err
	}
	if size < 0 {
		if size, err = c.Seek(0, io.SeekEnd); err != nil {
			return nil, err
		}
	}
	sum := sha256.New()
	if size <= mostDigested {
		if _, err = c.Seek(from, io.SeekStart); err == nil {
			_, err = io.CopyN(sum, c, size)
		}
	}
	if err == nil {
		_, err = c.Seek(at, io.SeekStart)
	}
	if err != nil || size > mostDigested {
		return nil, err
	}
	return sum.Sum(nil), nil
}
