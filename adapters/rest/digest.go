package rest

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
)

// A digest tells requests with the same key apart: by address, query and the meaning of
// the body. Spaces in JSON and the boundaries of forms do not count.
type digest interface {
	// known returns the digest before anybody has read the body, nil when the body is
	// needed for it.
	known() []byte
	// sum returns the digest after the body was read; whole reports whether it covers all
	// of it.
	sum() (sum []byte, whole bool)
	close()
}

// digestOf begins the digest of a request. The body of a form is digested while its
// handler reads it.
func digestOf(r *http.Request) digest {
	h := sha256.New()
	fmt.Fprintf(h, "%s %q %q\n", r.Method, strings.ToLower(r.URL.Path), r.URL.RawQuery)
	if b, ok := r.Body.(checked); ok {
		text, err := jsonv2.Marshal(b.value, jsonv2.Deterministic(true))
		_, _ = h.Write(text)
		return knownDigest{h.Sum(nil), err == nil}
	}
	_, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type")) // checked before
	if params["boundary"] == "" {
		return knownDigest{h.Sum(nil), true}
	}
	out, in := io.Pipe()
	f := &formDigest{hash: h, in: in, read: make(chan bool, 1)}
	r.Body = watched{r.Body, in}
	go func() {
		whole := f.parts(multipart.NewReader(out, params["boundary"]))
		_, _ = io.Copy(io.Discard, out) // or the reader of the body would wait
		f.read <- whole
	}()
	return f
}

type knownDigest struct {
	bytes []byte
	whole bool
}

func (d knownDigest) known() []byte       { return d.bytes }
func (d knownDigest) sum() ([]byte, bool) { return d.bytes, d.whole }
func (d knownDigest) close()              {}

// formDigest is the digest of a form, complete when the body was read to its end.
type formDigest struct {
	hash hash.Hash
	in   *io.PipeWriter
	read chan bool
	done bool
	all  []byte
}

// parts adds names and contents to the digest, and reports whether the form was complete.
func (f *formDigest) parts(form *multipart.Reader) bool {
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

// finish ends the form where its reader stopped.
func (f *formDigest) finish() {
	if f.done {
		return
	}
	f.done = true
	_ = f.in.Close()
	if <-f.read {
		f.all = f.hash.Sum(nil)
	}
}

func (f *formDigest) known() []byte { return nil }

func (f *formDigest) sum() ([]byte, bool) {
	f.finish()
	return f.all, f.all != nil
}

func (f *formDigest) close() { f.finish() }

// watched is a body that copies what is read to a second reader.
type watched struct {
	io.ReadCloser
	to io.Writer
}

// Read copies what was read.
func (w watched) Read(b []byte) (int, error) {
	n, err := w.ReadCloser.Read(b)
	if n > 0 {
		if _, failed := w.to.Write(b[:n]); failed != nil && err == nil {
			err = failed
		}
	}
	return n, err
}
