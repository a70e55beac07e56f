package traffic

import (
	"net/http"
	"strconv"
	"strings"
)

// The headers by which answers tell the digests of what they hold, and requests ask for them (RFC 9530).
const (
	ContentDigest     = "Content-Digest"
	ReprDigest        = "Repr-Digest"
	WantContentDigest = "Want-Content-Digest"
	WantReprDigest    = "Want-Repr-Digest"
)

// WantsDigest reports whether a header of a request asks for SHA-256. What is malformed asks for nothing (RFC 8941, 4.2).
func WantsDigest(r *http.Request, header string) bool {
	for _, member := range strings.Split(strings.Join(r.Header.Values(header), ","), ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(member), "=")
		if n, err := strconv.Atoi(weight); name == "sha-256" && err == nil && n > 0 && n <= 10 {
			return true
		}
	}
	return false
}

// An undigestedAnswer tells no digests when it is compressed: those that are known are of other bytes.
type undigestedAnswer struct{ http.ResponseWriter }

// WriteHeader begins the answer.
func (a *undigestedAnswer) WriteHeader(status int) {
	if h := a.Header(); h.Get("Content-Encoding") != "" {
		h.Del(ContentDigest)
		h.Del(ReprDigest)
	}
	a.ResponseWriter.WriteHeader(status)
}

// Flush sends what is buffered. Compression asks its writer for it and looks no further.
func (a *undigestedAnswer) Flush() { _ = http.NewResponseController(a.ResponseWriter).Flush() }

// Unwrap lets http.ResponseController reach the connection.
func (a *undigestedAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }
