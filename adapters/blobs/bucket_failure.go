package blobs

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"

	"github.com/minio/minio-go/v7"

	"github.com/seed-62a36931/docket/domain/es"
)

// Failure is an error between this process and the object store: no answer, or the
// refusal of a valid request.
type Failure struct {
	Doing   string // what was being done
	Refusal string // the code of the server's answer; empty when there was none
	Next    string // what an operator can do; may be empty
	Err     error
}

// Error implements error.
func (f *Failure) Error() string {
	text := fmt.Sprintf("object store: %s: %v", f.Doing, f.Err)
	if f.Refusal != "" {
		text += " (" + f.Refusal + ")"
	}
	if f.Next != "" {
		text += "; " + f.Next
	}
	return text
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// IsUnavailable reports whether an error is one of the object store or of the connection
// to it, not of the request. The same request can succeed later.
func IsUnavailable(err error) bool {
	var f *Failure
	return errors.As(err, &f)
}

// What to look at when a key is refused, whichever error says so.
const (
	otherKeys  = "--s3-credentials-file or the AWS_ variables"
	unknownKey = "the access key is not known there: look at DOCKET_S3_ACCESS_KEY, " + otherKeys
)

// next holds the advice for each error code.
var next = map[string]string{
	minio.NoSuchBucket:                   "make the bucket, or name another one with --s3",
	"InvalidAccessKeyId":                 unknownKey,
	"XAdminUserNotFound":                 unknownKey,
	minio.SignatureDoesNotMatch:          "the secret does not belong to the access key: look at DOCKET_S3_SECRET_KEY, " + otherKeys,
	minio.AccessDenied:                   "the access key may not do this: docs/operations/object-store.md lists the policy",
	minio.AllAccessDisabled:              "the account of the bucket is closed",
	"ExpiredToken":                       "the credentials have expired: renew them",
	"InvalidToken":                       "the session token does not belong to the access key",
	"RequestTimeTooSkewed":               "the clock of this machine is wrong: set it, and keep it set by NTP",
	"RequestExpired":                     "the clock of this machine is wrong: set it, and keep it set by NTP",
	minio.AuthorizationHeaderMalformed:   "the bucket is in another region: name it with --s3-region",
	minio.InvalidRegion:                  "the bucket is in another region: name it with --s3-region",
	"IllegalLocationConstraintException": "the bucket is in another region: name it with --s3-region",
	"PermanentRedirect":                  "the bucket is at another address or in another region: look at --s3 and --s3-region",
}

// full holds the error codes for a lack of room.
var full = map[string]bool{
	"XMinioStorageFull":              true,
	"QuotaExceeded":                  true,
	"XMinioAdminBucketQuotaExceeded": true,
	"InsufficientCapacity":           true,
	"EntityTooLargeForQuota":         true,
}

// toFailure translates an error of the client library. The end of ctx comes back as it
// is, a missing object as es.ErrNoBlob, a lack of room as ErrFull.
func toFailure(ctx context.Context, doing string, err error) error {
	if err == nil {
		return nil
	}
	if ended := ctx.Err(); ended != nil {
		return fmt.Errorf("object store: %s: %w", doing, ended)
	}
	var refusal minio.ErrorResponse
	if !errors.As(err, &refusal) {
		return &Failure{doing, "", unreachableAdvice(err), err}
	}
	switch {
	case isMissing(refusal):
		return es.ErrNoBlob
	case full[refusal.Code] || refusal.StatusCode == http.StatusInsufficientStorage:
		return fmt.Errorf("object store: %s: %w: %w", doing, ErrFull, err)
	}
	return &Failure{doing, refusal.Code, next[refusal.Code], err}
}

// isMissing reports whether the response says that there is no such object, in a bucket
// that exists.
func isMissing(r minio.ErrorResponse) bool {
	return r.Code == minio.NoSuchKey || r.Code == "NotFound" && r.Key != ""
}

// unreachableAdvice returns the advice for a request without an answer.
func unreachableAdvice(err error) string {
	var authority x509.UnknownAuthorityError
	var host x509.HostnameError
	var name *net.DNSError
	switch {
	case errors.As(err, &authority):
		return "its certificate is signed by nobody whom this machine trusts: " +
			"add the authority to the system's, or name it in SSL_CERT_FILE"
	case errors.As(err, &host):
		return "its certificate is for another name: look at the host in --s3"
	case errors.As(err, &name):
		return "its name is not known: look at the host in --s3 and at the DNS"
	}
	return "it cannot be reached: look whether it runs, and at the host and port in --s3"
}
