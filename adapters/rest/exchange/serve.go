package exchange

import (
	"mime"
	"net/http"
	"strings"
	"unicode"
)

// A Gate asks before an answer begins, and drops the answer when it is refused.
type Gate struct {
	http.ResponseWriter
	Admit   func(status int) error
	Refused error
}

// WriteHeader begins the answer if it is admitted.
func (g *Gate) WriteHeader(status int) {
	if g.Refused = g.Admit(status); g.Refused == nil {
		g.ResponseWriter.WriteHeader(status)
	}
}

// Write drops the body of a refused answer.
func (g *Gate) Write(b []byte) (int, error) {
	if g.Refused != nil {
		return 0, g.Refused
	}
	return g.ResponseWriter.Write(b)
}

// AttachmentHeader returns a Content-Disposition (RFC 6266): a name in ASCII for everybody, and
// the true one next to it where that is not enough.
func AttachmentHeader(name string) string {
	plain := strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII || r < ' ' || r == '"' || r == '\\' || r == 0x7f {
			return '_'
		}
		return r
	}, name)
	out := `attachment; filename="` + plain + `"`
	if plain != name {
		encoded := mime.FormatMediaType("a", map[string]string{"f": name})
		if _, value, ok := strings.Cut(encoded, "f*="); ok {
			out += "; filename*=" + value
		}
	}
	return out
}

// WithOneRange returns a request without its ranges if it asks for more than one: the answer is
// the whole then, as RFC 9110, 14.2 allows. Many ranges of a byte would be answered with many
// times as many bytes.
func WithOneRange(r *http.Request) *http.Request {
	if ranges := r.Header.Values("Range"); len(ranges) < 2 && !strings.Contains(r.Header.Get("Range"), ",") {
		return r
	}
	whole := r.Clone(r.Context())
	whole.Header.Del("Range")
	return whole
}
