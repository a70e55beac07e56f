package author

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/adapters/ocr"
	"github.com/seed-62a36931/docket/adapters/office"
	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/adapters/picture"
	"github.com/seed-62a36931/docket/adapters/ruletest"
	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/commands/parallel"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/processes"
	"github.com/seed-62a36931/docket/rules"
)

// Reading holds the flags that all commands that read documents share.
type Reading struct {
	Timeout  time.Duration `default:"5m" env:"DOCKET_PDF_TIMEOUT" help:"Time for the pages of one file."`
	MaxPages int           `default:"5000" env:"DOCKET_MAX_PAGES" help:"A file with more pages is refused."`
	Pixels   int           `name:"picture-megapixels" default:"100" env:"DOCKET_PICTURE_MEGAPIXELS" help:"Million pixels of a photo or scan, or of one page of a TIFF. A larger one is refused."`
	Models   string        `name:"ocr-models" env:"DOCKET_OCR_MODELS" placeholder:"DIR" help:"Models of the second recogniser of scans. Default: docket/ocr in the user's cache directory, or /usr/share/docket/ocr."`
	Cache    string        `env:"DOCKET_CACHE" placeholder:"DIR" help:"Where compiled code and read documents are kept. Default: the user's cache directory."`
	Reread   bool          `help:"Read documents anew, also those that have been read before."`
}

// ShortenPath returns a path relative to the working directory if it lies below that, and
// unchanged otherwise.
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

// cacheFolder returns the folder for compiled code: that of the flag, otherwise one in the
// user's cache directory.
func (r Reading) cacheFolder() string {
	if r.Cache != "" {
		return r.Cache
	}
	if dir, err := os.UserCacheDir(); err == nil {
		return filepath.Join(dir, "docket", "pdf")
	}
	return filepath.Join(os.TempDir(), "docket-pdf-cache")
}

// A Reader reads documents for one command. The processes that read PDFs are started with
// the first file. A Reader may be used by several goroutines, and must be closed.
type Reader struct {
	Reading
	workers     int               // PDFs that are read at a time, default 1
	settings    template.Settings // of the template
	optionalOCR bool              // recognise text by default if Tesseract is installed
	pool        *pdf.Pool
	tools       processes.Documents
	office      *office.Converter
	read        atomic.Int64 // documents that were read, and not taken from the cache
	mu          sync.Mutex   // held while tools are connected and started
}

// NewReader returns a Reader that reads documents as the settings of a template require.
func (r Reading) NewReader(settings template.Settings) *Reader {
	return &Reader{Reading: r, settings: settings}
}

// ReadTree returns the document tree of a PDF, an office file or a picture: from the cache if the same
// bytes have been read by the same version with the same settings before.
func (d *Reader) ReadTree(ctx context.Context, name string) (*document.Tree, error) {
	doc, err := d.openDocument(name)
	if err != nil {
		return nil, err
	}
	return d.treeOf(ctx, doc)
}

// An openDocument is a document with the place that its tree has in the cache.
type openDocument struct {
	name    string
	content []byte
	cached  treeFile
}

// openDocument reads the bytes of a document.
func (d *Reader) openDocument(name string) (openDocument, error) {
	content, err := readDocument(name)
	if err != nil {
		return openDocument{}, err
	}
	d.connectTools()
	return openDocument{name, content, d.cachedTree(content, filepath.Ext(name), processes.TreeSettingsOf(d.settings))}, nil
}

// treeOf returns the document tree of a document, from the cache if it is there.
func (d *Reader) treeOf(ctx context.Context, doc openDocument) (*document.Tree, error) {
	if !d.Reread {
		if tree := doc.cached.load(); tree != nil {
			return tree, nil
		}
	}
	if err := d.startPool(); err != nil {
		return nil, err
	}
	d.read.Add(1)
	tree, err := d.tools.BuildTree(ctx, filepath.Base(doc.name), doc.content, processes.TreeSettingsOf(d.settings))
	if err == nil {
		doc.cached.store(tree)
	}
	return tree, err
}

// readPDF returns the PDF of a file; an office file or a picture is converted.
func (d *Reader) readPDF(ctx context.Context, name string) ([]byte, error) {
	content, err := d.openFile(name)
	if err != nil {
		return nil, err
	}
	pdf, _, err := d.tools.ToPDF(ctx, filepath.Base(name), content)
	return pdf, err
}

// ReadPages returns the glyphs and lines on the pages of a PDF, an office file or a picture.
func (d *Reader) ReadPages(ctx context.Context, name string) (*layout.Document, error) {
	content, err := d.readPDF(ctx, name)
	if err != nil {
		return nil, err
	}
	doc, err := d.pool.Read(ctx, content, layout.ReadSettings{})
	if err != nil {
		return nil, err
	}
	return &doc, nil
}

// openFile returns the bytes of a file. The first call starts the processes that read
// documents.
func (d *Reader) openFile(name string) ([]byte, error) {
	content, err := readDocument(name)
	if err != nil {
		return nil, err
	}
	d.connectTools()
	return content, d.startPool()
}

// readDocument returns the bytes of a file. A file whose ending tells no format must be a PDF; for
// another one the error says what it is.
func readDocument(name string) ([]byte, error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	switch format, known := file.FormatOf(name); {
	case format == file.CSV:
		return nil, errors.New("a csv sets attributes of files when it is uploaded, and is no document; " +
			"documents are PDF, docx, xlsx, pptx, jpg, png and tiff")
	case format == file.ZIP:
		return nil, errors.New("a zip archive holds documents, and is none; unpack it")
	case known:
		return content, nil
	}
	switch title, format := file.DescribeContent(content[:min(len(content), file.HeadSize)]); {
	case title == "" || format == file.PDF:
		return content, nil
	case format != "":
		return nil, fmt.Errorf("by its content it is %s: let its name end in .%s", title, format)
	default:
		return nil, fmt.Errorf("by its content it is %s; documents are PDF, docx, xlsx, pptx, jpg, png and tiff", title)
	}
}

// connectTools sets up the tools that read documents, without starting any process.
func (d *Reader) connectTools() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.office != nil {
		return
	}
	if os.Getenv("GOGC") == "" {
		// These commands end when their files are read: collecting garbage seldom saves
		// a twelfth of the time and costs some megabytes.
		debug.SetGCPercent(400)
	}
	d.office = office.New(office.Options{Timeout: d.Timeout})
	reader := ocr.New(d, ocr.Settings{Models: ocr.FindModels(d.Models), Logger: slog.Default()})
	d.tools = processes.Documents{OCR: ocr.Engine{Recogniser: reader}, Office: d.office,
		Pictures: picture.Converter{Limits: picture.Limits{Pixels: d.Pixels * 1_000_000, Pages: d.MaxPages}}}
	if d.optionalOCR {
		d.settings.OCRByDefault = d.tools.OCR.Version() != ""
	}
}

// startPool starts the processes that read PDFs, once.
func (d *Reader) startPool() (err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.pool != nil {
		return nil
	}
	d.pool, err = pdf.NewPool(pdf.Options{Workers: max(1, d.workers), CacheDir: d.cacheFolder(), Timeout: d.Timeout, MaxPages: d.MaxPages})
	d.tools.PDF = d.pool
	return err
}

// forEachFile calls do with the index of each file, for as many files at a time as there are cores. It
// must be called before the first file is read.
func (d *Reader) forEachFile(files []string, do func(int)) {
	d.workers = min(runtime.NumCPU(), len(files))
	indexes := make([]int, len(files))
	for i := range indexes {
		indexes[i] = i
	}
	_ = parallel.ForEach(indexes, d.workers, func(i int) error { // which is never an error
		do(i)
		return nil
	})
}

// A subject is a document that rules run over, with the attributes of its file.
type subject struct {
	name       string // of the file, followed by that of the case if it is one of a file of tests
	pages      int
	tree       *document.Tree
	attributes []rules.Attribute
}

// readSubjects returns the documents of a file: that of a PDF, an office file, a picture or light text
// (.md, .txt), or those of the cases in a file of rule tests (.yaml), of which only can name
// one. Files that cases name are looked for in the template's directory dir.
func (d *Reader) readSubjects(ctx context.Context, dir, name, only string) ([]subject, error) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".yaml", ".yml":
		return d.readCases(ctx, dir, name, only)
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

// readCases returns the documents of the cases in a file of tests: all, or the case that only
// names. It is an error if there is none.
func (d *Reader) readCases(ctx context.Context, dir, name, only string) (out []subject, err error) {
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
		s, err := d.readCase(ctx, dir, filepath.Base(name), c)
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

// readCase returns the document of a case, with its attributes.
func (d *Reader) readCase(ctx context.Context, dir, file string, c ruletest.Case) (s subject, err error) {
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

// Close stops the processes that read documents. Errors are only logged.
func (d *Reader) Close() {
	if d.office == nil {
		return
	}
	err := d.office.Close()
	if d.read.Load() > 0 {
		pruneKept(d.treeFolder(), treeCacheBytes)
	}
	if d.pool != nil {
		err = errors.Join(err, d.pool.Close())
	}
	if err != nil {
		slog.Warn("the workers did not stop cleanly", "error", err)
	}
}

// CompileTemplate reads the template in a directory and compiles its rules. If the template
// has errors, it prints all of them to streams.Err and returns terminal.ErrReported.
func CompileTemplate(streams terminal.Streams, dir string) (*analysis.RuleSet, error) {
	set, _, err := compileTemplate(streams, dir)
	return set, err
}

// compileTemplate does what CompileTemplate does and returns the template, too.
func compileTemplate(streams terminal.Streams, dir string) (*analysis.RuleSet, template.Bundle, error) {
	b, problems, err := bundle.ReadDir(dir)
	if err != nil {
		return nil, b, err
	}
	if len(problems) == 0 {
		var set *analysis.RuleSet
		if set, problems = analysis.NewRuleSet(b, analysis.DefaultRuleLimits()); len(problems) == 0 {
			return set, b, nil
		}
	}
	printProblems(streams, dir, problems)
	return nil, b, terminal.ErrReported
}

// printProblems prints the errors of a template as file:line:column, so that editors can jump to them.
func printProblems(streams terminal.Streams, dir string, problems []template.BundleError) {
	for _, p := range problems {
		fmt.Fprintf(streams.Err, "%s:%d:%d: %s\n", filepath.Join(dir, p.File), p.Line, p.Column, p.Message)
	}
	fmt.Fprintf(streams.Err, "docket: %d error(s) in the template\n", len(problems))
}
