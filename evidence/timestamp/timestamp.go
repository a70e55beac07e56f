// Package timestamp asks time-stamping authorities (RFC 3161) to confirm when a checkpoint existed, and verifies
// what they answer.
package timestamp

import (
	"bytes"
	"context"
	"crypto"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // names a certificate in tokens of RFC 3161 as it was first; the chain is verified beside it
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"os"
	"time"

	"github.com/digitorus/pkcs7"
	rfc3161 "github.com/digitorus/timestamp"
)

// MaxResponse is how many bytes of a response are read: a token has a few thousand, with a chain of certificates.
const MaxResponse = 256 << 10

// ErrToken is the error of bytes that are no time-stamp token, or of one that does not hold.
var ErrToken = errors.New("this time stamp proves nothing")

// A Stamp holds what a verified token says.
type Stamp struct {
	Time      time.Time
	Authority string // the subject of the certificate that signed it
	Serial    *big.Int
}

// identifiers of what a token is, and of the attributes that name the certificate of its signer.
var (
	tokenContent      = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 1, 4}
	signerAttribute   = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 2, 12}
	signerAttributeV2 = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 2, 47}
)

// Request asks an authority for a token over data and returns its response, which openssl ts -verify reads too. The
// response is over this data, answers this request, and is signed by the certificate in it; who that is, Verify tells.
// Errors: ErrToken, those of ctx and of the client.
func Request(ctx context.Context, client *http.Client, address string, data []byte) ([]byte, error) {
	nonce, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 64))
	if err != nil {
		return nil, err
	}
	options := &rfc3161.RequestOptions{Hash: crypto.SHA256, Certificates: true, Nonce: nonce}
	query, err := rfc3161.CreateRequest(bytes.NewReader(data), options)
	if err != nil {
		return nil, err
	}
	response, err := postQuery(ctx, client, address, query)
	if err != nil {
		return nil, err
	}
	token, _, err := parse(response, data, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", address, err)
	}
	if token.Nonce == nil || token.Nonce.Cmp(nonce) != 0 {
		return nil, fmt.Errorf("%s: %w: it answers another request", address, ErrToken)
	}
	return response, nil
}

// postQuery sends a query and returns the response.
func postQuery(ctx context.Context, client *http.Client, address string, query []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(query))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/timestamp-query")
	answer, err := client.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	response, err := io.ReadAll(io.LimitReader(answer.Body, MaxResponse+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", address, err)
	case answer.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("%s answers %d: %.200q", address, answer.StatusCode, response)
	case len(response) > MaxResponse:
		return nil, fmt.Errorf("%s answers more than %d bytes", address, MaxResponse)
	}
	return response, nil
}

// ReadRoots reads root certificates of authorities from a file in PEM.
func ReadRoots(file string) (*x509.CertPool, error) {
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s has no certificate in PEM", file)
	}
	return pool, nil
}

// Verify returns what a response says about data: that an authority, whose certificate was good then and comes from
// one of roots, had seen data at a time. Errors: ErrToken.
func Verify(response, data []byte, roots *x509.CertPool) (Stamp, error) {
	token, signer, err := parse(response, data, roots)
	if err != nil {
		return Stamp{}, err
	}
	return Stamp{Time: token.Time.UTC(), Authority: signer.Subject.String(), Serial: token.SerialNumber}, nil
}

// parse reads a response over data and checks all of it but its nonce; without roots, not whose the certificate is.
func parse(response, data []byte, roots *x509.CertPool) (_ *rfc3161.Timestamp, _ *x509.Certificate, err error) {
	defer func() { // the libraries are handed what strangers send
		if broken := recover(); broken != nil {
			err = fmt.Errorf("%w: it cannot be read: %v", ErrToken, broken)
		}
	}()
	token, err := rfc3161.ParseResponse(response)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrToken, err)
	}
	if sum := sha256.Sum256(data); token.HashAlgorithm != crypto.SHA256 || !bytes.Equal(token.HashedMessage, sum[:]) {
		return nil, nil, fmt.Errorf("%w: it is over other bytes", ErrToken)
	}
	signed, err := pkcs7.Parse(token.RawToken)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrToken, err)
	}
	signer, err := checkSigner(signed)
	if err != nil {
		return nil, nil, err
	}
	chain := x509.VerifyOptions{Roots: roots, CurrentTime: token.Time, Intermediates: x509.NewCertPool(),
		KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageTimeStamping}}
	for _, c := range signed.Certificates {
		chain.Intermediates.AddCert(c)
	}
	if err := signed.VerifyWithOpts(chain); err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrToken, err)
	}
	return token, signer, nil
}

// checkSigner returns the certificate that has signed a token. It must be the one that the token names. Errors: ErrToken.
func checkSigner(signed *pkcs7.PKCS7) (*x509.Certificate, error) {
	var kind asn1.ObjectIdentifier
	if err := signed.UnmarshalSignedAttribute(pkcs7.OIDAttributeContentType, &kind); err != nil || !kind.Equal(tokenContent) {
		return nil, fmt.Errorf("%w: what is signed is no time stamp", ErrToken)
	}
	signer := signed.GetOnlySigner()
	if signer == nil {
		return nil, fmt.Errorf("%w: it has not one signer whose certificate is in it", ErrToken)
	}
	named, err := namesSigner(signed, signer)
	if err == nil && !named {
		err = fmt.Errorf("%w: it names another certificate than the one in it", ErrToken)
	}
	return signer, err
}

// signerNames is the attribute that names the certificate of a signer, in both of its versions (RFC 2634, RFC 5035).
type signerNames struct {
	Certificates []certificateName
	Policies     asn1.RawValue `asn1:"optional"`
}

type certificateName struct {
	Algorithm pkix.AlgorithmIdentifier `asn1:"optional"`
	Hash      []byte
	Issuer    asn1.RawValue `asn1:"optional"`
}

// namesSigner reports whether the signed attributes name a certificate as that of the signer. Errors: ErrToken.
func namesSigner(signed *pkcs7.PKCS7, signer *x509.Certificate) (bool, error) {
	var names signerNames
	hash := crypto.SHA256
	err := signed.UnmarshalSignedAttribute(signerAttributeV2, &names)
	if err != nil {
		hash = crypto.SHA1
		err = signed.UnmarshalSignedAttribute(signerAttribute, &names)
	}
	if err != nil || len(names.Certificates) == 0 {
		return false, fmt.Errorf("%w: it does not name the certificate of its signer", ErrToken)
	}
	first := names.Certificates[0]
	if hash == crypto.SHA1 {
		sum := sha1.Sum(signer.Raw) //nolint:gosec // see above
		return bytes.Equal(first.Hash, sum[:]), nil
	}
	switch id := first.Algorithm.Algorithm; {
	case len(id) == 0 || id.Equal(pkcs7.OIDDigestAlgorithmSHA256):
	case id.Equal(pkcs7.OIDDigestAlgorithmSHA384):
		hash = crypto.SHA384
	case id.Equal(pkcs7.OIDDigestAlgorithmSHA512):
		hash = crypto.SHA512
	default:
		return false, fmt.Errorf("%w: it names its signer by an unknown hash, %s", ErrToken, id)
	}
	h := hash.New()
	h.Write(signer.Raw)
	return bytes.Equal(first.Hash, h.Sum(nil)), nil
}
