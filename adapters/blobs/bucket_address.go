package blobs

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"strings"

	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/s3utils"
)

// An Address names a bucket of a server, and a prefix in it.
type Address struct {
	Secure bool   // by https
	Host   string // of the server, with its port
	Bucket string
	Prefix string // before the names of all objects, without slashes at its ends; may be empty
}

// prefixes allows what every server accepts and every listing shows unchanged.
var prefixes = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$`)

// longestPrefix leaves room for the deepest subjects in keys of 1024 bytes.
const longestPrefix = 200

// ParseAddress reads https://HOST/BUCKET or https://HOST/BUCKET/PREFIX.
func ParseAddress(text string) (Address, error) {
	u, err := url.Parse(text)
	if err != nil {
		// The error of the parser would show what was typed.
		return Address{}, errors.New("the address of a bucket looks like https://HOST/BUCKET or https://HOST/BUCKET/PREFIX")
	}
	bucket, prefix, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	a := Address{Secure: u.Scheme == "https", Host: u.Host, Bucket: bucket, Prefix: prefix}
	switch {
	case u.User != nil:
		return Address{}, errors.New("the address of a bucket holds no access key: " +
			"set DOCKET_S3_ACCESS_KEY and DOCKET_S3_SECRET_KEY, or name a file with --s3-credentials-file")
	case u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "":
		return Address{}, fmt.Errorf("%s is no address of a bucket: it looks like https://HOST/BUCKET or https://HOST/BUCKET/PREFIX",
			u.Redacted())
	case bucket == "":
		return Address{}, fmt.Errorf("%s names no bucket: add its name, as in https://HOST/BUCKET", u.Redacted())
	case prefix != "" && (!prefixes.MatchString(prefix) || len(prefix) > longestPrefix):
		return Address{}, fmt.Errorf(
			"%q is no prefix of keys: it has letters, digits, - and _, dots behind them, slashes between, and at most %d bytes",
			prefix, longestPrefix)
	}
	if err := s3utils.CheckValidBucketName(bucket); err != nil {
		return Address{}, fmt.Errorf("%q is no name of a bucket: %w", bucket, err)
	}
	return a, nil
}

// String returns the address in the form that ParseAddress reads.
func (a Address) String() string {
	scheme := "http"
	if a.Secure {
		scheme = "https"
	}
	return (&url.URL{Scheme: scheme, Host: a.Host, Path: strings.TrimSuffix("/"+a.Bucket+"/"+a.Prefix, "/")}).String()
}

func (a Address) keyPrefix() string {
	if a.Prefix == "" {
		return ""
	}
	return a.Prefix + "/"
}

// Credentials are an access key with its secret, or a file of them, or empty for those
// of the environment.
type Credentials struct {
	AccessKey, SecretKey string
	SessionToken         string // with keys that were lent for a while
	File                 string // in the form of ~/.aws/credentials
	Profile              string // section of that file; empty: default
}

// providerChain returns the sources of credentials; the first that has any is used.
func (c Credentials) providerChain() (*credentials.Credentials, error) {
	switch {
	case c.AccessKey != "" && c.SecretKey != "":
		return credentials.NewStaticV4(c.AccessKey, c.SecretKey, c.SessionToken), nil
	case c.AccessKey != "" || c.SecretKey != "":
		return nil, errors.New("DOCKET_S3_ACCESS_KEY and DOCKET_S3_SECRET_KEY go together: set both, or neither")
	case c.File != "":
		if _, err := os.Stat(c.File); err != nil {
			return nil, fmt.Errorf("the credentials of the object store: %w", err)
		}
		return credentials.NewFileAWSCredentials(c.File, c.Profile), nil
	}
	return credentials.NewChainCredentials([]credentials.Provider{
		&credentials.EnvAWS{}, &credentials.FileAWSCredentials{Profile: c.Profile}, &credentials.IAM{},
	}), nil
}
