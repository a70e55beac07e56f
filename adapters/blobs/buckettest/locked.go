package buckettest

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Locked is an object store with object lock, in this process. It verifies signatures (AWS Signature Version 4), digests and
// conditions, keeps the first text under a name, and refuses whatever would change or remove one that is locked.
type Locked struct {
	Server *httptest.Server

	mu      sync.Mutex
	objects map[string]lockedObject // by path
	mode    LockedMode
}

// A LockedMode is a way in which a server has no object lock.
type LockedMode string

// Servers without object lock refuse what asks for it, or take it and do nothing of the kind; one may be away.
const (
	WithLock    LockedMode = ""
	RefusesLock LockedMode = "refuses"
	IgnoresLock LockedMode = "ignores"
	Away        LockedMode = "away"
)

type lockedObject struct {
	content []byte
	mode    string
	until   time.Time
}

// StartLocked starts a server; it ends with the test. Its bucket is named Bucket.
func StartLocked(t testing.TB) *Locked {
	t.Helper()
	l := &Locked{objects: map[string]lockedObject{}}
	l.Server = httptest.NewServer(l)
	t.Cleanup(l.Server.Close)
	return l
}

// Address returns the address of a prefix in the bucket.
func (l *Locked) Address(prefix string) string { return l.Server.URL + "/" + Bucket + "/" + prefix }

// Set changes how the server treats locks from now on.
func (l *Locked) Set(mode LockedMode) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.mode = mode
}

// Objects returns what is stored, by its key, and when the lock of each ends.
func (l *Locked) Objects() (texts map[string]string, until map[string]time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	texts, until = map[string]string{}, map[string]time.Time{}
	for path, o := range l.objects {
		key := strings.TrimPrefix(path, "/"+Bucket+"/")
		texts[key], until[key] = string(o.content), o.until
	}
	return texts, until
}

// ServeHTTP implements http.Handler.
func (l *Locked) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	object, stands := l.objects[r.URL.Path]
	_, retention := r.URL.Query()["retention"]
	switch {
	case err != nil || l.mode == Away:
		refuse(w, r, http.StatusNotImplemented, "NotImplemented")
	case signatureOf(r) != r.Header.Get("Authorization"):
		refuse(w, r, http.StatusForbidden, "SignatureDoesNotMatch")
	case r.Method == http.MethodPut:
		l.put(w, r, body)
	case !stands:
		refuse(w, r, http.StatusNotFound, "NoSuchKey")
	case r.Method == http.MethodDelete && time.Now().Before(object.until):
		refuse(w, r, http.StatusForbidden, "AccessDenied")
	case r.Method == http.MethodDelete:
		delete(l.objects, r.URL.Path)
		w.WriteHeader(http.StatusNoContent)
	case retention && object.mode == "":
		refuse(w, r, http.StatusNotFound, "NoSuchObjectLockConfiguration")
	case retention:
		_, _ = fmt.Fprintf(w, "<Retention><Mode>%s</Mode><RetainUntilDate>%s</RetainUntilDate></Retention>", object.mode,
			object.until.Format(time.RFC3339))
	default:
		w.Header().Set("Last-Modified", time.Now().UTC().Format(http.TimeFormat))
		w.Header().Set("ETag", `"`+hex.EncodeToString(md5Of(object.content))+`"`)
		_, _ = w.Write(object.content)
	}
}

// put stores an object as the request says.
func (l *Locked) put(w http.ResponseWriter, r *http.Request, body []byte) {
	object, stands := l.objects[r.URL.Path]
	sum := sha256.Sum256(body)
	mode, date := r.Header.Get("X-Amz-Object-Lock-Mode"), r.Header.Get("X-Amz-Object-Lock-Retain-Until-Date")
	until, err := time.Parse(time.RFC3339, date)
	switch {
	case r.Header.Get("X-Amz-Content-Sha256") != hex.EncodeToString(sum[:]):
		refuse(w, r, http.StatusBadRequest, "XAmzContentSHA256Mismatch")
	case mode != "" && r.Header.Get("Content-Md5") != base64.StdEncoding.EncodeToString(md5Of(body)):
		refuse(w, r, http.StatusBadRequest, "BadDigest")
	case mode != "" && (err != nil || until.Before(time.Now())), mode != "" && l.mode == RefusesLock:
		refuse(w, r, http.StatusBadRequest, "InvalidRequest")
	case stands && r.Header.Get("If-None-Match") == "*":
		refuse(w, r, http.StatusPreconditionFailed, "PreconditionFailed")
	case stands && time.Now().Before(object.until):
		refuse(w, r, http.StatusForbidden, "AccessDenied")
	default:
		if l.mode == IgnoresLock {
			mode, until = "", time.Time{}
		}
		l.objects[r.URL.Path] = lockedObject{body, mode, until}
		w.Header().Set("ETag", `"`+hex.EncodeToString(md5Of(body))+`"`)
	}
}

func refuse(w http.ResponseWriter, r *http.Request, status int, code string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, "<Error><Code>%s</Code><Message>%s</Message><Resource>%s</Resource></Error>", code, code, r.URL.Path)
}

func md5Of(b []byte) []byte {
	sum := md5.Sum(b)
	return sum[:]
}

// signatureOf returns the header Authorization that a request must have, computed from what it says is signed.
func signatureOf(r *http.Request) string {
	_, fields, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	part := func(name string) (value string) {
		for field := range strings.SplitSeq(fields, ",") {
			if v, ok := strings.CutPrefix(strings.TrimSpace(field), name+"="); ok {
				value = v
			}
		}
		return value
	}
	scope := strings.Split(part("Credential"), "/") // key, day, region, service, aws4_request
	signed := strings.Split(part("SignedHeaders"), ";")
	if len(scope) != 5 || scope[0] != AccessKey || !slices.Contains(signed, "host") {
		return "nothing that is known"
	}
	canonical := []string{r.Method, r.URL.EscapedPath(), strings.ReplaceAll(r.URL.Query().Encode(), "+", "%20")}
	for _, name := range signed {
		value := r.Host
		if name != "host" {
			value = strings.Join(r.Header.Values(name), ",")
		}
		canonical = append(canonical, name+":"+strings.TrimSpace(value))
	}
	canonical = append(canonical, "", part("SignedHeaders"), r.Header.Get("X-Amz-Content-Sha256"))
	sum := sha256.Sum256([]byte(strings.Join(canonical, "\n")))
	text := strings.Join([]string{"AWS4-HMAC-SHA256", r.Header.Get("X-Amz-Date"), strings.Join(scope[1:], "/"),
		hex.EncodeToString(sum[:])}, "\n")
	key := []byte("AWS4" + SecretKey)
	for _, part := range append(slices.Clone(scope[1:]), text) {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(part))
		key = mac.Sum(nil)
	}
	return fmt.Sprintf("AWS4-HMAC-SHA256 Credential=%s, SignedHeaders=%s, Signature=%s", part("Credential"), part("SignedHeaders"),
		hex.EncodeToString(key))
}
