package author

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/adapters/ocr"
	"github.com/seed-62a36931/docket/adapters/office"
	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/adapters/ruletest"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/cli/terminal"
	"github.com/seed-62a36931/docket/processes"
	"github.com/seed-62a36931/docket/rules"
)

// Reading holds the flags of commands that read documents.
type Reading struct {
	Timeout  time.Duration `default:"5m" env:"DOCKET_PDF_TIMEOUT" help:"Time for the pages of one file."`
	MaxPages int           `default:"5000" env:"DOCKET_MAX_PAGES" help:"A file with more pages is refused."`
	Cache    string        `env:"DOCKET_CACHE" placeholder:"DIR" help:"Where compiled code is kept between runs. Default: the user's cache directory."`
}

// ShortenPath returns a path as people would write it from where they stand.
func ShortenPath(name string) string {
	here, err := os.Getwd()
	if err != nil {
		return name
	}
	if rel, err := filepath.Rel(here, name); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return name
}

// cache is the folder of compiled code.
func (r Reading) cache() string {
	if r.Cache != "" {
		return r.Cache
	}
	if dir, err := os.UserCacheDir(); err == nil {
		return filepath.Join(dir, "docket", "pdf")
	}
	return filepath.Join(os.TempDir(), "docket-pdf-cache")
}

// A Reader reads documents for one command; what reads PDFs starts with the first file.
// It is for one goroutine, and must be closed.
type Reader struct {
	Reading
	settings template.Settings // of the template
	wish     bool              // to recognise text only where that is installed
	pool     *pdf.Pool
	tools    processes.Documents
	office   *office.Converter
}

// NewReader returns a reader of documents as the settings of a template want them read.
func (r Reading) NewReader(settings template.Settings) *Reader {
	return &Reader{Reading: r, settings: settings}
}

// ReadTree reads a PDF or office file into a document tree.
func (d *Reader) ReadTree(ctx context.Context, name string) (*document.Tree, error) {
	content, err := d.open(name)
	if err != nil {
		return nil, err
	}
	return d.tools.Tree(ctx, filepath.Base(name), content, processes.TreeSettingsOf(d.settings))
}

// pages gives the PDF of a file, which for an office file is made.
func (d *Reader) pages(ctx context.Context, name string) ([]byte, error) {
	content, err := d.open(name)
	if err != nil {
		return nil, err
	}
	return d.tools.Paged(ctx, filepath.Base(name), content)
}

// ReadPages reads the glyphs and lines on the pages of a PDF or office file.
func (d *Reader) ReadPages(ctx context.Context, name string) (*layout.Document, error) {
	content, err := d.pages(ctx, name)
	if err != nil {
		return nil, err
	}
	doc, err := d.pool.Read(ctx, content, layout.ReadSettings{})
	if err != nil {
		return nil, err
	}
	return &doc, nil
}

// open gives the bytes of a file, and starts what reads them.
func (d *Reader) open(name string) ([]byte, error) {
	content, err := os.ReadFile(name)
	if err != nil || d.pool != nil {
		return content, err
	}
	if os.Getenv("GOGC") == "" {
		// These commands end when their files are read: collecting garbage seldom saves
		// a twelfth of the time and costs some megabytes.
		debug.SetGCPercent(400)
	}
	if d.pool, err = pdf.NewPool(pdf.Options{Workers: 1, CacheDir: d.cache(), Timeout: d.Timeout, MaxPages: d.MaxPages}); err != nil {
		return nil, err
	}
	d.office = office.New(office.Options{Timeout: d.Timeout})
	reader := ocr.New(d.pool, ocr.Settings{Logger: slog.Default()})
	d.tools = processes.Documents{PDF: d.pool, OCR: ocr.Engine{Recogniser: reader}, Office: d.office}
	if d.wish {
		d.settings.OCRByDefault = d.tools.OCR.Version() != ""
	}
	return content, nil
}

// A subject is a document that rules run over, with the attributes of its file.
type subject struct {
	name       string // of the file, and of the case when it is one of tests
	pages      int
	tree       *document.Tree
	attributes []rules.Attribute
}

// subjects are the documents in a file: a PDF or office file, light text (.md, .txt), or the cases
// of a file of rule tests (.yaml) of a template, all or the one that is named.
func (d *Reader) subjects(ctx context.Context, dir, name, only string) ([]subject, error) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".yaml", ".yml":
		return d.casesOf(ctx, dir, name, only)
	case ".md", ".txt":
		content, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		tree, problems := ruletest.ParseText(content)
		if len(problems) > 0 {
			return nil, fmt.Errorf("line %d: %s", problems[0].Line, problems[0].Message)
		}
		return []subject{{filepath.Base(name), len(tree.Pages), tree, nil}}, nil
	}
	tree, err := d.ReadTree(ctx, name)
	if err != nil {
		return nil, err
	}
	return []subject{{filepath.Base(name), len(tree.Pages), tree, nil}}, nil
}

// casesOf are the documents of a file of tests.
func (d *Reader) casesOf(ctx context.Context, dir, name, only string) (out []subject, err error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	cases, problems := ruletest.Parse(content)
	if len(problems) > 0 {
		p := problems[0]
		return nil, fmt.Errorf("line %d, column %d: %s", p.Line, p.Column, p.Message)
	}
	for _, c := range cases {
		if only != "" && c.Name != only {
			continue
		}
		s, err := d.caseOf(ctx, dir, filepath.Base(name), c)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("there is no case %q", only)
	}
	return out, nil
}

// caseOf is the document of a case.
func (d *Reader) caseOf(ctx context.Context, dir, file string, c ruletest.Case) (s subject, err error) {
	s = subject{name: file + ": " + c.Name, tree: c.Tree}
	for i, a := range c.Attributes {
		s.attributes = append(s.attributes, rules.Attribute{ID: fmt.Sprint(i + 1), Label: a.Label, Value: a.Value})
	}
	if s.tree == nil {
		if s.tree, err = d.ReadTree(ctx, filepath.Join(dir, filepath.FromSlash(c.PDF))); err != nil {
			return s, err
		}
	}
	s.pages = len(s.tree.Pages)
	return s, nil
}

// Close stops what reads documents.
func (d *Reader) Close() {
	if d.pool == nil {
		return
	}
	if err := errors.Join(d.office.Close(), d.pool.Close()); err != nil {
		slog.Warn("the workers did not stop cleanly", "error", err)
	}
}

// CompileTemplate reads the template in a directory and compiles its rules. All that is
// wrong with it is printed to streams.Err; then the error is terminal.ErrReported.
func CompileTemplate(streams terminal.Streams, dir string) (*commands.RuleSet, error) {
	b, problems, err := bundle.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	if len(problems) == 0 {
		var set *commands.RuleSet
		if set, problems = commands.NewRuleSet(b, commands.DefaultRuleLimits()); len(problems) == 0 {
			return set, nil
		}
	}
	say(streams, dir, problems)
	return nil, terminal.ErrReported
}

// say prints the errors of a template so that editors can jump to them.
func say(streams terminal.Streams, dir string, problems []template.BundleError) {
	for _, p := range problems {
		fmt.Fprintf(streams.Err, "%s:%d:%d: %s\n", filepath.Join(dir, p.File), p.Line, p.Column, p.Message)
	}
	fmt.Fprintf(streams.Err, "docket: %d error(s) in the template\n", len(problems))
}
