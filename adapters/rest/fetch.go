package rest

import (
	"mime"
	"net/http"
	"strings"
	"time"
	"unicode"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/queries"
)

// fetching is the generated binding with a few operations that are answered without it:
// the generated code copies a stream and supports neither ranges nor conditions.
type fetching struct {
	api.ServerInterface
	server *server
}

// FetchDownload sends a package, whole or in part.
func (f fetching) FetchDownload(w http.ResponseWriter, r *http.Request, id api.DownloadId, _ api.FetchDownloadParams) {
	if err := f.sendPackage(w, r, id); err != nil {
		f.server.writeFailure(w, r, err)
	}
}

func (f fetching) sendPackage(w http.ResponseWriter, r *http.Request, id string) error {
	ctx := r.Context()
	d, err := f.server.Downloads.DownloadContent(ctx, queries.AskDownload{Caller: callerOf(ctx), DownloadID: id})
	if err != nil {
		return err
	}
	defer func() { _ = d.Content.Close() }()
	h := w.Header()
	h.Set("Content-Type", "application/zip")
	h.Set("Content-Disposition", attachmentHeader(d.Filename))
	h.Set("ETag", `"`+id+`"`) // a package never changes
	g := &answerGate{ResponseWriter: w, admit: func(status int) error { return f.admitAnswer(r, id, status) }}
	http.ServeContent(g, withOneRange(r), "", d.Ready.Truncate(time.Second), d.Content)
	return g.refused
}

// admitAnswer checks the status that an answer is about to have: content is recorded as a fetch
// before it is sent, and a refused range gets our error body.
func (f fetching) admitAnswer(r *http.Request, id string, status int) error {
	switch {
	case status == http.StatusRequestedRangeNotSatisfiable:
		return errRange
	case r.Method != http.MethodGet || status >= http.StatusMultipleChoices:
		return nil
	}
	out, err := f.server.ChangeDownloads.RecordFetch(r.Context(), commands.RecordFetch{Request: requestOf(r.Context()), DownloadID: id})
	if err == nil {
		f.server.awaitWrite(r.Context(), out.Position)
	}
	return err
}

// A answerGate asks before an answer begins, and drops the answer when it is refused.
type answerGate struct {
	http.ResponseWriter
	admit   func(status int) error
	refused error
}

// WriteHeader begins the answer if it is admitted.
func (g *answerGate) WriteHeader(status int) {
	if g.refused = g.admit(status); g.refused == nil {
		g.ResponseWriter.WriteHeader(status)
	}
}

// Write drops the body of a refused answer.
func (g *answerGate) Write(b []byte) (int, error) {
	if g.refused != nil {
		return 0, g.refused
	}
	return g.ResponseWriter.Write(b)
}

// attachmentHeader returns a Content-Disposition (RFC 6266): a name in ASCII for everybody, and
// the true one next to it where that is not enough.
func attachmentHeader(name string) string {
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

// withOneRange returns a request without its ranges if it asks for more than one: the answer is
// the whole then, as RFC 9110, 14.2 allows. Many ranges of a byte would be answered with many
// times as many bytes.
func withOneRange(r *http.Request) *http.Request {
	if ranges := r.Header.Values("Range"); len(ranges) < 2 && !strings.Contains(r.Header.Get("Range"), ",") {
		return r
	}
	whole := r.Clone(r.Context())
	whole.Header.Del("Range")
	return whole
}
