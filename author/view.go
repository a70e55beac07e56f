package author

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// viewCommand shows what the rules of a template find, over the pages of a document.
type viewCommand struct {
	Template string  `required:"" type:"existingdir" placeholder:"DIR" help:"Directory of the dossier template: template.yaml and rules."`
	Listen   string  `default:"127.0.0.1:0" placeholder:"HOST:PORT" help:"Where the page is served, on this machine alone. Default: 127.0.0.1 and a free port."`
	Out      string  `type:"path" placeholder:"FILE" help:"Write the page to FILE with all its images, and end."`
	DPI      float64 `name:"dpi" default:"100" placeholder:"N" help:"Dots per inch of the pages, 36 to 300. Default: 100."`
	Reading
	File string `arg:"" type:"existingfile" help:"A PDF, an office file or a picture."`
}

// Help returns the text below the usage line of --help.
func (viewCommand) Help() string {
	return `Serves a page for browsers: the pages of the document with a box around each entity, and the
components beside them. Pointing at a box tells the rule that marked it and the reason; a click
leads to the value that comes from it, and a click on a value to its box. Components that have a
definition and no value are listed, and rules that failed.

The rules are read and run again each time that the page is loaded: change a rule, save it, load
the page again. Errors in the template are shown in its place. The document is read once.

Examples:
  docket view --template templates/invoice offer.pdf
  docket view --template my-template offer.docx --listen 127.0.0.1:8099
  docket view --template my-template offer.pdf --out offer.html`
}

// Run serves the page until ctx ends, or writes it to --out.
func (x viewCommand) Run(ctx context.Context, streams terminal.Streams) error {
	if !(x.DPI >= 36 && x.DPI <= 300) {
		return terminal.ReportMisuse(streams, "--dpi must be between 36 and 300")
	}
	if !isLoopback(x.Listen) {
		return terminal.ReportMisuse(streams,
			"--listen must be an address of this machine alone, such as 127.0.0.1:8099: whoever reaches it sees the document")
	}
	x.Template = ShortenPath(x.Template)
	rules, err := CompileTemplate(streams, x.Template)
	if err != nil {
		return err
	}
	in := x.NewReader(rules.Settings())
	defer in.Close()
	v, err := x.openViewer(ctx, in)
	if err != nil {
		return err
	}
	if x.Out == "" {
		return v.serve(ctx, streams)
	}
	page, err := v.render(ctx, rules, v.embedImage)
	if err == nil {
		err = os.WriteFile(x.Out, page, 0o666)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(streams.Out, ShortenPath(x.Out))
	return err
}

// isLoopback reports whether only this machine reaches an address of the form host:port.
func isLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && (host == "localhost" || ip != nil && ip.IsLoopback())
}

// A viewer makes the page of one document. It may be used by several goroutines.
type viewer struct {
	viewCommand
	tree *document.Tree
	pdf  []byte
	in   *Reader
	run  int64 // tells the images of this run from those that a browser has kept of another
}

// openViewer reads the document.
func (x viewCommand) openViewer(ctx context.Context, in *Reader) (*viewer, error) {
	tree, err := in.ReadTree(ctx, x.File)
	if err != nil {
		return nil, nameFile(x.File, err)
	}
	pdf, err := in.readPDF(ctx, x.File)
	if err != nil {
		return nil, nameFile(x.File, err)
	}
	return &viewer{viewCommand: x, tree: tree, pdf: pdf, in: in, run: time.Now().UnixNano()}, nil
}

// nameFile tells which file could not be read.
func nameFile(name string, err error) error {
	return fmt.Errorf("%s: %w", ShortenPath(name), err)
}

// render runs the rules and returns the page; image returns the address of the image of a page.
func (v *viewer) render(ctx context.Context, rules *analysis.RuleSet, image func(context.Context, int) (string, error)) ([]byte, error) {
	result, err := rules.Run(ctx, v.tree)
	if err != nil {
		return nil, err
	}
	shown := newFindings(filepath.Base(v.File), v.Template, rules, result)
	for _, p := range v.tree.Pages {
		address, err := image(ctx, p.Number)
		if err != nil {
			return nil, fmt.Errorf("page %d: %w", p.Number, err)
		}
		shown.addPage(p, address)
	}
	var out bytes.Buffer
	err = findingsPage.Execute(&out, shown)
	return out.Bytes(), err
}

// drawPage returns the image of a page as PNG.
func (v *viewer) drawPage(ctx context.Context, number int) ([]byte, error) {
	return v.in.pool.Render(ctx, v.pdf, number, v.DPI)
}

// embedImage returns the image of a page as an address that holds it.
func (v *viewer) embedImage(ctx context.Context, number int) (string, error) {
	data, err := v.drawPage(ctx, number)
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(data), err
}

// linkImage returns the address of the image of a page, which is drawn when it is asked for.
func (v *viewer) linkImage(_ context.Context, number int) (string, error) {
	return fmt.Sprintf("pages/%d.png?run=%d", number, v.run), nil
}

// serve serves the page until ctx ends, and tells where.
func (v *viewer) serve(ctx context.Context, streams terminal.Streams) error {
	listen, err := new(net.ListenConfig).Listen(ctx, "tcp", v.Listen)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", v.answerPage)
	mux.HandleFunc("GET /pages/{number}", v.answerImage)
	s := &http.Server{Handler: refuseOtherHosts(mux), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second,
		WriteTimeout: v.Timeout + time.Minute, MaxHeaderBytes: 16 << 10}
	stop := context.AfterFunc(ctx, func() { _ = s.Close() })
	defer stop()
	fmt.Fprintf(streams.Out, "%s is shown at http://%s/; Ctrl+C ends.\n", filepath.Base(v.File), listen.Addr())
	if err := s.Serve(listen); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// refuseOtherHosts refuses requests that name another host than this machine, such as those of a page from
// elsewhere whose name leads here, and forbids the page everything but its own images.
func refuseOtherHosts(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLoopback(r.Host) {
			http.Error(w, "This page is for this machine alone", http.StatusForbidden)
			return
		}
		w.Header().Set("Content-Security-Policy", findingsPolicy+"; frame-ancestors 'none'")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// answerPage answers with the page, or with what is wrong with the template by now.
func (v *viewer) answerPage(w http.ResponseWriter, r *http.Request) {
	var problems bytes.Buffer
	rules, err := CompileTemplate(terminal.Streams{Out: &problems, Err: &problems}, v.Template)
	var page []byte
	if err == nil {
		page, err = v.render(r.Context(), rules, v.linkImage)
	}
	if err != nil {
		if problems.Len() == 0 {
			problems.WriteString(DescribeError(err))
		}
		http.Error(w, strings.TrimSpace(problems.String()), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(page)
}

// answerImage answers with the image of a page.
func (v *viewer) answerImage(w http.ResponseWriter, r *http.Request) {
	number, err := strconv.Atoi(strings.TrimSuffix(r.PathValue("number"), ".png"))
	if err != nil || number < 1 || number > len(v.tree.Pages) {
		http.NotFound(w, r)
		return
	}
	data, err := v.drawPage(r.Context(), number)
	if err != nil {
		http.Error(w, DescribeError(err), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "private, max-age=86400")
	_, _ = w.Write(data)
}
