package traffic

import (
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// compressedTypes are the media types of answers that shrink. Streams of events are not among
// them, since each event is to arrive at once, nor are documents, pictures and packages, which
// are compressed already.
var compressedTypes = []string{"application/json", "application/problem+json", "application/jsonl", "application/xml",
	"application/yaml", "text/csv", "text/html", "text/plain", "text/xml"}

// compressedFrom is the size from which an answer is compressed, in bytes.
const compressedFrom = 1 << 10

// gzipTag ends the entity tag of a compressed answer: other bytes, so another tag.
const gzipTag = `-gzip"`

// Compress wraps a handler: it compresses JSON and text for clients that accept gzip and want no digest, which they
// could not compare where answers are unpacked for them. The authorization
// server stays outside, because its answers hold tokens; no other answer holds a secret next to
// text that the sender of the request chose, and nobody else can make a browser send the
// bearer token that all of them need, so their lengths tell nothing (the attack named BREACH).
func Compress(next http.Handler) (http.Handler, error) {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(compressedFrom), gzhttp.ContentTypes(compressedTypes),
		gzhttp.EnableZstd(false), gzhttp.SuffixETag(strings.TrimSuffix(gzipTag, `"`)))
	if err != nil {
		return nil, err
	}
	compressing := wrap(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if WantsDigest(r, WantContentDigest) || WantsDigest(r, WantReprDigest) {
			next.ServeHTTP(w, r)
			return
		}
		compressing.ServeHTTP(&undigestedAnswer{w}, r)
	}), nil
}

// PlainTag returns the entity tag of a record, of that of a compressed answer.
func PlainTag(tag string) string {
	if plain, ok := strings.CutSuffix(tag, gzipTag); ok {
		return plain + `"`
	}
	return tag
}

// KeepGzipTag lets an answer without a body name the tag by which the client knows the compressed
// one: caches look for that among what they hold.
func KeepGzipTag(h http.Header, known string) {
	tag := h.Get("ETag")
	if compressed := strings.TrimSuffix(tag, `"`) + gzipTag; tag != "" && strings.Contains(known, compressed) {
		h.Set("ETag", compressed)
	}
}
