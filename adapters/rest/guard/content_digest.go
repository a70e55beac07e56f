package guard

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"hash"
	"io"
	"net/http"
	"strings"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/domain"
)

// errDigest refuses a body that is not the one that was sent.
var errDigest = domain.Refuse(domain.DigestMismatch, "The body does not have the digest that Content-Digest tells").At("Content-Digest")

// A digestedBody is a body whose digests are taken while it is read.
type digestedBody struct {
	io.ReadCloser
	taken map[string]hash.Hash // by algorithm
	want  map[string][]byte
}

// Read reads on.
func (b *digestedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	for _, h := range b.taken {
		_, _ = h.Write(p[:n]) // a hash never fails
	}
	return n, err
}

// verify reads what is left of the body and returns errDigest unless all of it has the digests that were told.
func (b *digestedBody) verify() error {
	if _, err := io.Copy(io.Discard, b); err != nil {
		return exchange.UploadError(err)
	}
	for name, h := range b.taken {
		if !bytes.Equal(h.Sum(nil), b.want[name]) {
			return errDigest
		}
	}
	return nil
}

// expectDigest has the body of a request compared with the digests that it tells (RFC 9530). Who reads a form does so when
// the form ends.
func (g *Guard) expectDigest(_ *contract.Operation, r *http.Request) error {
	told := r.Header.Values("Content-Digest")
	if len(told) == 0 {
		return nil
	}
	b := &digestedBody{ReadCloser: r.Body, taken: map[string]hash.Hash{}, want: map[string][]byte{}}
	for _, member := range strings.Split(strings.Join(told, ","), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(member), "=")
		var h hash.Hash
		switch name {
		case "sha-256":
			h = sha256.New()
		case "sha-512":
			h = sha512.New()
		default:
			continue // the others are the sender's own affair
		}
		sum, err := base64.StdEncoding.Strict().DecodeString(strings.TrimSuffix(strings.TrimPrefix(value, ":"), ":"))
		if err != nil || len(sum) != h.Size() || len(value) < 2 || value[0] != ':' || value[len(value)-1] != ':' {
			return contract.Invalid(domain.InvalidValue, "Content-Digest", "is not valid")
		}
		b.taken[name], b.want[name] = h, sum
	}
	if len(b.taken) == 0 {
		return contract.Invalid(domain.InvalidValue, "Content-Digest", "has neither sha-256 nor sha-512")
	}
	r.Body, exchange.Of(r.Context()).VerifyDigest = b, b.verify
	return nil
}

// verifyDigest compares the digest of a body that was read whole. That of a form, or of a part of an upload, is compared
// by who reads it.
func (g *Guard) verifyDigest(op *contract.Operation, r *http.Request) error {
	verify := exchange.Of(r.Context()).VerifyDigest
	if _, streams := r.Body.(*digestedBody); verify == nil || streams && (op.Multipart || op.Stream) {
		return nil
	}
	return verify()
}
