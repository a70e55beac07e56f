package office

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/internal/share"
)

// pretended is a program in LibreOffice's place: it does with each file what the
// file says, and writes down its runs.
const pretended = `#!/bin/sh
[ "$1" = --version ] && { echo "LibreOffice 7.4 test"; exit; }
log="$(dirname "$0")/log"
while [ "$1" != --outdir ]; do shift; done
out="$2"; shift 2
echo "$#" >> "$log"
while [ -e "$(dirname "$0")/hold" ]; do sleep 0.02; done
for f in "$@"; do
  grep -q CRASH "$f" && kill -9 $$
  grep -q ONCE "$f" && [ ! -e "$(dirname "$0")/once" ] && { touch "$(dirname "$0")/once"; kill -9 $$; }
  grep -q HANG "$f" && sleep 600
  grep -q EAT "$f" && { x=x; while :; do x="$x$x"; done; }
  grep -q NONE "$f" && { echo "Error: source file could not be loaded" >&2; continue; }
  grep -q HALF "$f" && { printf '%%PDF-1.7 half' > "$out/$(basename "$f" .docx).pdf"; continue; }
  printf '%%PDF-1.7 %s %%%%EOF' "$(grep -ao 'says [a-z0-9]*' "$f" | head -1)" > "$out/$(basename "$f" .docx).pdf"
done
`

// a stage is a converter with the pretended program.
type stage struct {
	*Converter
	dir string // of the program
}

func newStage(t *testing.T, o Options) *stage {
	t.Helper()
	dir := t.TempDir()
	o.Command, o.Dir = filepath.Join(dir, "soffice"), filepath.Join(dir, "work")
	o.Walls.Write = []string{dir}                                             // where it writes down its runs
	if err := os.WriteFile(o.Command, []byte(pretended), 0o700); err != nil { //nolint:gosec // it is run
		t.Fatal(err)
	}
	if err := os.Mkdir(o.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	s := &stage{New(o), dir}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if left, err := os.ReadDir(o.Dir); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v %v, want no error and len(left) = 0", left, err)
		}
	})
	return s
}

// runs are the numbers of files that the program was called with.
func (s *stage) runs(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(s.dir, "log"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(string(b)), " ")
}

// saying is a document whose bytes hold a word as it is, with other parts in place of the usual ones.
func saying(t *testing.T, word string, other ...[2]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, p := range docx(append(other, [2]string{"word/media/a.bin", word})...) {
		method := zip.Store
		if len(p[1]) > smallBytes {
			method = zip.Deflate
		}
		out, err := w.CreateHeader(&zip.FileHeader{Name: p[0], Method: method})
		if err == nil {
			_, err = out.Write([]byte(p[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// together converts documents while the program is held back, so that all but the
// first come into one batch, and gives what came of each.
func (s *stage) together(t *testing.T, words ...string) ([]string, []error) {
	t.Helper()
	hold := filepath.Join(s.dir, "hold")
	if err := os.WriteFile(hold, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	pdfs, errs := make([]string, len(words)), make([]error, len(words))
	var wg sync.WaitGroup
	for i, word := range words {
		wg.Go(func() {
			pdf, _, err := s.Convert(t.Context(), "a.docx", saying(t, word))
			pdfs[i], errs[i] = string(pdf), err
		})
		if i == 0 {
			await(t, func() bool { return s.runs(t) != "" })
		}
	}
	if err := os.Remove(hold); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
	return pdfs, errs
}

func await(t *testing.T, done func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it does not come")
		}
	}
}

// TestWhatWaitsIsConvertedTogether wants few runs for many files, and each caller to
// get its own PDF.
func TestWhatWaitsIsConvertedTogether(t *testing.T) {
	s := newStage(t, Options{Batch: 20})
	var words []string
	for i := range 12 {
		words = append(words, fmt.Sprint("says w", i, " "))
	}
	pdfs, errs := s.together(t, words...)
	for i := range words {
		if errs[i] != nil || !strings.Contains(pdfs[i], words[i]) {
			t.Errorf("%q: %q, %v, want errs[i] = nil and pdfs[i] with %v", words[i], pdfs[i], errs[i], words[i])
		}
	}
	if n := len(strings.Fields(s.runs(t))); n > 6 {
		t.Errorf("runs with so many files: %s, want n at most 6", s.runs(t))
	}
}

// TestABadFileFailsAlone puts files that kill the program, hang it or make nothing
// between good ones.
func TestABadFileFailsAlone(t *testing.T) {
	for bad, want := range map[string]error{"CRASH": ErrFailed, "NONE": ErrFailed, "HALF": ErrFailed, "HANG": ErrTooSlow,
		"EAT": ErrFailed} {
		s := newStage(t, Options{Timeout: 2 * time.Second, MemoryMiB: 64})
		pdfs, errs := s.together(t, "says first ", "says second ", bad, "says third ")
		for i, word := range []string{"first", "second", "", "third"} {
			switch {
			case word == "" && !errors.Is(errs[i], want) && !(bad == "EAT" && errors.Is(errs[i], ErrMemory)):
				t.Errorf("%s: %v after runs of %s, want %v", bad, errs[i], s.runs(t), want)
			case word != "" && (errs[i] != nil || !strings.Contains(pdfs[i], "says "+word)):
				t.Errorf("%s: got %s: %q %v, want the PDF of %q", bad, word, pdfs[i], errs[i], word)
			}
		}
	}
}

// TestAfterACrashAFileIsTriedOnceMore wants a file to survive a process that died for
// another reason.
func TestAfterACrashAFileIsTriedOnceMore(t *testing.T) {
	s := newStage(t, Options{})
	pdf, _, err := s.Convert(t.Context(), "a.docx", saying(t, "says it ONCE"))
	if err != nil || !bytes.Contains(pdf, []byte("says it")) || s.runs(t) != "1 1" {
		t.Errorf("%q %v after runs of %s, want one run for each of both", pdf, err, s.runs(t))
	}
}

// TestNobodyWaits wants a run ended whose callers have all gone, and a closed
// converter to refuse.
func TestNobodyWaits(t *testing.T) {
	s := newStage(t, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, _, err := s.Convert(ctx, "a.docx", saying(t, "HANG"))
		ended <- err
	}()
	await(t, func() bool { return s.runs(t) != "" })
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := s.Close(); err != nil { // it waits for the run
		t.Error(err)
	}
	if _, _, err := s.Convert(t.Context(), "a.docx", saying(t, "says a")); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
}

// TestWithoutLibreOffice wants the absence to be told, and an installation to count
// at once.
func TestWithoutLibreOffice(t *testing.T) {
	s := newStage(t, Options{})
	program, aside := filepath.Join(s.dir, "soffice"), filepath.Join(s.dir, "aside")
	if err := os.Rename(program, aside); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Convert(t.Context(), "a.docx", docx().pack(t)); !errors.Is(err, ErrNotInstalled) || s.Version() != "" {
		t.Errorf(`%v, version %q, want the error ErrNotInstalled and s.Version() = ""`, err, s.Version())
	}
	if err := os.Rename(aside, program); err != nil {
		t.Fatal(err)
	}
	if s.Version() != "LibreOffice 7.4/5" {
		t.Errorf("version %q, want %q", s.Version(), "LibreOffice 7.4/5")
	}
	if _, _, err := s.Convert(t.Context(), "a.docx", saying(t, "says a")); err != nil {
		t.Error(err)
	}
}

// TestSlowFilesKeepNobodyWaiting has a small file converted while files that take for ever are under way: those that are
// seen to be much work before, and one that is not.
func TestSlowFilesKeepNobodyWaiting(t *testing.T) {
	long := `<w:p><w:r><w:t>` + strings.Repeat("A long text. ", 800_000) + `</w:t></w:r></w:p>`
	for _, row := range []struct {
		name string
		slow []byte
		fast time.Duration // for one file in a process that others wait for
	}{
		{"seen before", saying(t, "HANG", [2]string{"word/document.xml", body(long)}), time.Hour},
		{"not seen before", saying(t, "HANG"), 3 * time.Second},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t, Options{Timeout: time.Hour, FastTime: row.fast})
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error, 3)
			for range cap(ended) {
				go func() {
					_, _, err := s.Convert(ctx, "a.docx", row.slow)
					ended <- err
				}()
			}
			await(t, func() bool { return s.runs(t) != "" })
			small, done := context.WithTimeout(t.Context(), 5*time.Minute)
			defer done()
			if pdf, _, err := s.Convert(small, "a.docx", saying(t, "says a ")); err != nil || !bytes.Contains(pdf, []byte("says a")) {
				t.Errorf("a small file meanwhile: got %q, %v, want its PDF", pdf, err)
			}
			stop()
			for range cap(ended) {
				if err := <-ended; !errors.Is(err, context.Canceled) {
					t.Errorf("a slow file: got %v, want that it went on until nobody waits", err)
				}
			}
		})
	}
}

// TestTenSlowFilesOfOneWorkspaceHoldUpAnotherOnce has ten files hang that nothing tells from others, handed in before the small
// file of another workspace: that waits for one of them at most, which is 20 seconds unless a test says otherwise.
func TestTenSlowFilesOfOneWorkspaceHoldUpAnotherOnce(t *testing.T) {
	const fast = 3 * time.Second
	for _, processes := range []int{1, 2} {
		s := newStage(t, Options{Timeout: time.Hour, FastTime: fast, Workers: processes})
		ctx, stop := context.WithCancel(share.WithOwner(t.Context(), "many"))
		ended := make(chan error, 10)
		for i := range cap(ended) {
			slow := saying(t, fmt.Sprintf("HANG %d", i))
			go func() {
				_, _, err := s.Convert(ctx, "a.docx", slow)
				ended <- err
			}()
		}
		await(t, func() bool { return s.runs(t) != "" })
		small, done := context.WithTimeout(share.WithOwner(t.Context(), "one"), 2*fast)
		if pdf, _, err := s.Convert(small, "a.docx", saying(t, "says a ")); err != nil || !bytes.Contains(pdf, []byte("says a")) {
			t.Errorf("%d processes: got %q, %v, want its PDF within %s", processes, pdf, err, 2*fast)
		}
		done()
		stop()
		for range cap(ended) {
			<-ended //nolint:errcheck // of contexts that were ended
		}
	}
}

// TestFilesThatAreTooMuchWorkAreRefused before anything is converted: what counts is the text on the pages, and not the bytes.
func TestFilesThatAreTooMuchWorkAreRefused(t *testing.T) {
	cell := func(row int) string { return fmt.Sprintf(`<row r="%d"><c r="A%[1]d" t="s"><v>0</v></c></row>`, row) }
	rows := func(n int, cells func(int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(cells(i + 1))
		}
		return b.String()
	}
	shared := func(n int) string { return `<si><t>` + strings.Repeat("word ", n/5) + `</t></si>` }
	for _, row := range []struct {
		name    string
		content []byte
		limit   int64
		want    error
	}{
		{"one text in 2,000 rows", xlsx(book{rows: rows(2000, cell), texts: shared(30_000)}).pack(t), 0, ErrTooLong},
		{"one text of several lines",
			xlsx(book{rows: rows(2000, cell), texts: `<si><t>` + strings.Repeat("words\n", 6000) + `</t></si>`}).pack(t), 0, ErrTooLong},
		{"one rich text", xlsx(book{rows: rows(2000, cell),
			texts: `<si><r><t>` + strings.Repeat("word ", 3000) + `</t></r><r><t>` + strings.Repeat("more ", 3000) +
				`</t></r></si>`}).pack(t), 0, ErrTooLong},
		{"many cells of a row", xlsx(book{rows: rows(20, func(row int) string {
			var b strings.Builder
			fmt.Fprintf(&b, `<row r="%d">`, row)
			for range 100 {
				b.WriteString(`<c t="s"><v>0</v></c>`)
			}
			return b.String() + `</row>`
		}), texts: shared(30_000)}).pack(t), 0, ErrTooLong},
		{"texts in the cells, beyond a lower limit", xlsx(book{rows: rows(2000, func(row int) string {
			return fmt.Sprintf(`<row r="%d"><c r="A%[1]d" t="inlineStr"><is><t>twenty characters it</t></is></c></row>`, row)
		})}).pack(t), 39_999, ErrTooLong},
		{"numbers, beyond a lower limit", xlsx(book{rows: rows(2000, func(row int) string {
			return fmt.Sprintf(`<row r="%d"><c r="A%[1]d"><v>1</v></c></row>`, row)
		})}).pack(t), 1999, ErrTooLong},
		{"a document, beyond a lower limit",
			docx([2]string{"word/document.xml", body(`<w:p><w:r><w:t>` + strings.Repeat("word ", 10_000) + `</w:t></w:r></w:p>`)}).pack(t),
			5000, ErrTooLong},
		{"the same text in 50 rows", xlsx(book{rows: rows(50, cell), texts: shared(30_000)}).pack(t), 0, nil},
		{"in rows that are hidden", xlsx(book{rows: rows(2000, func(row int) string {
			return fmt.Sprintf(`<row r="%d" hidden="1"><c r="A%[1]d" t="s"><v>0</v></c></row>`, row)
		}), texts: shared(30_000)}).pack(t), 0, nil},
	} {
		name := "a.xlsx"
		if strings.HasPrefix(row.name, "a document") {
			name = "a.docx"
		}
		if _, _, err := cleanPackage(name, row.content, Limits{Characters: row.limit}); !errors.Is(err, row.want) {
			t.Errorf("%s: got %v, want %v", row.name, err, row.want)
		}
	}
}
