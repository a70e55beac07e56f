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

// fetching is the generated binding with one operation answered by itself: the
// generated one copies a stream and knows neither ranges nor conditions.
type fetching struct {
	api.ServerInterface
	server *server
}

// FetchDownload sends a package, whole or in part.
func (f fetching) FetchDownload(w http.ResponseWriter, r *http.Request, id api.DownloadId, _ api.FetchDownloadParams) {
	if err := f.fetch(w, r, id); err != nil {
		f.server.fail(w, r, err)
	}
}

func (f fetching) fetch(w http.ResponseWriter, r *http.Request, id string) error {
	ctx := r.Context()
	d, err := f.server.Downloads.DownloadContent(ctx, queries.AskDownload{Caller: callerOf(ctx), DownloadID: id})
	if err != nil {
		return err
	}
	defer func() { _ = d.Content.Close() }()
	if r.Method == http.MethodGet {
		out, err := f.server.ChangeDownloads.RecordFetch(ctx, commands.RecordFetch{Request: requestOf(ctx), DownloadID: id})
		if err != nil {
			return err
		}
		f.server.settle(ctx, out.Position)
	}
	h := w.Header()
	h.Set("Content-Type", "application/zip")
	h.Set("Content-Disposition", attachment(d.Filename))
	h.Set("ETag", `"`+id+`"`) // a package never changes
	inner := &ranged{ResponseWriter: w}
	http.ServeContent(inner, r, "", d.Ready.Truncate(time.Second), d.Content)
	if inner.refused {
		f.server.fail(w, r, errRange)
	}
	return nil
}

// ranged keeps the plain text back with which the standard library refuses a
// range; the error body is written in its place.
type ranged struct {
	http.ResponseWriter
	refused bool
}

// WriteHeader swallows a refusal.
func (r *ranged) WriteHeader(status int) {
	if r.refused = status == http.StatusRequestedRangeNotSatisfiable; !r.refused {
		r.ResponseWriter.WriteHeader(status)
	}
}

// Write swallows the text of a refusal.
func (r *ranged) Write(b []byte) (int, error) {
	if r.refused {
		return len(b), nil
	}
	return r.ResponseWriter.Write(b)
}

// attachment is a Content-Disposition (RFC 6266): a name in ASCII for everybody,
// and the true one beside it where that is not enough.
func attachment(name string) string {
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
