package guard

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
)

// A digest tells requests with the same key apart: by address, query and the meaning of
// the body. Spaces in JSON and the boundaries of forms do not count.
type digest interface {
	// earlySum returns the digest before anybody has read the body, nil when the body is
	// needed for it.
	earlySum() []byte
	// finalSum returns the digest after the body was read; whole reports whether it covers all
	// of it.
	finalSum() (sum []byte, whole bool)
	close()
}

// digestOf begins the digest of a request. The body of a form is digested while its
// handler reads it.
func digestOf(r *http.Request) digest {
	h := sha256.New()
	fmt.Fprintf(h, "%s %q %q\n", r.Method, strings.ToLower(r.URL.Path), r.URL.RawQuery)
	if b, ok := r.Body.(checkedBody); ok {
		text, err := jsonv2.Marshal(b.sent, jsonv2.Deterministic(true))
		_, _ = h.Write(text)
		return knownDigest{h.Sum(nil), err == nil}
	}
	fmt.Fprintf(h, "%q %q\n", r.Header.Get("Upload-Length"), r.Header.Get("Upload-Metadata"))
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type")) // checked before
	if kind == contract.PartType && r.ContentLength != 0 {
		d := &partDigest{ReadCloser: r.Body, hash: h}
		r.Body = d
		return d
	}
	if params["boundary"] == "" {
		return knownDigest{h.Sum(nil), true}
	}
	out, in := io.Pipe()
	f := &formDigest{hash: h, in: in, read: make(chan bool, 1)}
	r.Body = watchedBody{r.Body, in}
	go func() {
		whole := f.addParts(multipart.NewReader(out, params["boundary"]))
		_, _ = io.Copy(io.Discard, out) // or the reader of the body would wait
		f.read <- whole
	}()
	return f
}

// A partDigest is the digest of a part of an upload, complete when it was read to its end.
type partDigest struct {
	io.ReadCloser
	hash  hash.Hash
	whole bool
}

// Read reads on.
func (d *partDigest) Read(b []byte) (int, error) {
	n, err := d.ReadCloser.Read(b)
	_, _ = d.hash.Write(b[:n]) // a hash never fails
	d.whole = d.whole || errors.Is(err, io.EOF)
	return n, err
}

func (d *partDigest) earlySum() []byte         { return nil }
func (d *partDigest) finalSum() ([]byte, bool) { return d.hash.Sum(nil), d.whole }
func (d *partDigest) close()                   {}

type knownDigest struct {
	bytes []byte
	whole bool
}

func (d knownDigest) earlySum() []byte         { return d.bytes }
func (d knownDigest) finalSum() ([]byte, bool) { return d.bytes, d.whole }
func (d knownDigest) close()                   {}

// formDigest is the digest of a form, complete when the body was read to its end.
type formDigest struct {
	hash hash.Hash
	in   *io.PipeWriter
	read chan bool
	done bool
	all  []byte
}

// addParts adds names and contents to the digest, and reports whether the form was complete.
func (f *formDigest) addParts(form *multipart.Reader) bool {
	for {
		part, err := form.NextRawPart()
		if err != nil {
			return errors.Is(err, io.EOF)
		}
		content := sha256.New()
		if _, err := io.Copy(content, part); err != nil {
			return false
		}
		fmt.Fprintf(f.hash, "%q %x\n", part.Header.Get("Content-Disposition"), content.Sum(nil))
	}
}

// endForm ends the form where its reader stopped.
func (f *formDigest) endForm() {
	if f.done {
		return
	}
	f.done = true
	_ = f.in.Close()
	if <-f.read {
		f.all = f.hash.Sum(nil)
	}
}

func (f *formDigest) earlySum() []byte { return nil }

func (f *formDigest) finalSum() ([]byte, bool) {
	f.endForm()
	return f.all, f.all != nil
}

func (f *formDigest) close() { f.endForm() }

// watchedBody is a body that copies what is read to a second reader.
type watchedBody struct {
	io.ReadCloser
	to io.Writer
}

// Read copies what was read.
func (w watchedBody) Read(b []byte) (int, error) {
	n, err := w.ReadCloser.Read(b)
	if n > 0 {
		if _, failed := w.to.Write(b[:n]); failed != nil && err == nil {
			err = failed
		}
	}
	return n, err
}
