package author

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

const notePDF = "docs/samples/note.pdf"

// layoutTool runs docket layout in a process of its own.
func layoutTool(t *testing.T, args ...string) (out string, err error) {
	t.Helper()
	cmd := docket(t.Context(), append([]string{"layout", "--cache", pdfCache(t)}, args...)...)
	data, err := cmd.Output()
	return string(data), err
}

func TestLayoutShowsChosenPagesOnly(t *testing.T) {
	for pages, want := range map[string]struct{ pages, types string }{
		"":    {"1 2", "SECTION HEADLINE PARAGRAPH TABLE PARAGRAPH"},
		"1":   {"1", "SECTION HEADLINE PARAGRAPH TABLE"},
		"2-":  {"2", "SECTION PARAGRAPH"},
		"2,1": {"1 2", "SECTION HEADLINE PARAGRAPH TABLE PARAGRAPH"},
	} {
		out, err := layoutTool(t, notePDF, "--json", "--pages="+pages)
		if err != nil {
			t.Fatal(err)
		}
		var l document.Outline
		if err := json.Unmarshal([]byte(out), &l); err != nil {
			t.Fatal(err)
		}
		numbers := []string{}
		for _, p := range l.Pages {
			numbers = append(numbers, fmt.Sprint(p.Number))
		}
		if got := strings.Join(numbers, " "); got != want.pages {
			t.Errorf("--pages=%s: pages %s, want %v", pages, got, want.pages)
		}
		if got := strings.Join(typesOf(l.Nodes), " "); got != want.types {
			t.Errorf("--pages=%s: nodes %s, want %s", pages, got, want.types)
		}
	}
}

func typesOf(nodes []document.OutlineNode) (out []string) {
	for _, n := range nodes {
		out = append(append(out, string(n.Type)), typesOf(n.Children)...)
	}
	return out
}

// TestLayoutOfSeveralFiles wants each document in a file of its own, as it is printed alone, and those that cannot
// be read to cost the others nothing.
func TestLayoutOfSeveralFiles(t *testing.T) {
	alone, err := layoutTool(t, notePDF, "--markdown")
	if err != nil {
		t.Fatal(err)
	}
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "texts")
	note, err := os.ReadFile(notePDF)
	if err != nil {
		t.Fatal(err)
	}
	files := []string{filepath.Join(dir, "broken.pdf")}
	for i := range 5 {
		files = append(files, filepath.Join(dir, fmt.Sprintf("%d.pdf", i)))
	}
	for i, name := range files {
		content := note
		if i == 0 {
			content = []byte("no PDF")
		}
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if printed, err := layoutTool(t, append(files, "--markdown", "--out", out)...); err == nil || printed != "" {
		t.Errorf("%q, %v, want an error and printed = nothing", printed, err)
	}
	for _, name := range files[1:] {
		if got, err := os.ReadFile(filepath.Join(out, filepath.Base(name)+".md")); err != nil || string(got) != alone {
			t.Errorf("%s: %q, %v, want string(got) = %v and no error", name, got, err, alone)
		}
	}
	if written, err := os.ReadDir(out); err != nil || len(written) != 5 {
		t.Errorf("%v, %v, want no error and len(written) = 5", written, err)
	}
	for _, args := range [][]string{files, {files[1], files[2], "--out", out, "--png", out}, {files[1], files[1], "--out", out}} {
		if _, err := layoutTool(t, args...); err == nil {
			t.Errorf("%q is taken, want an error", args)
		}
	}
}

func TestLayoutTellsWhatIsWrong(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken.pdf")
	if err := os.WriteFile(broken, []byte("%PDF-1.4\nnothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	photo, unnamed := filepath.Join(t.TempDir(), "photo.heic"), filepath.Join(t.TempDir(), "scan")
	if err := errors.Join(os.WriteFile(photo, []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"), 0o600),
		os.WriteFile(unnamed, []byte("\x89PNG\r\n\x1a\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{photo}, 1, "photo.heic: by its content it is a HEIC image; documents are PDF, docx, xlsx, pptx, jpg, png and tiff"},
		{[]string{unnamed}, 1, "scan: by its content it is a PNG image: let its name end in .png"},
		{[]string{notePDF, "--pages=0"}, 2, `docket: --pages: "0" is not a page or a range of pages like 4-6`},
		{[]string{notePDF, "--pages=3-2"}, 2, `"3-2" is not a page`},
		{[]string{notePDF, "--dpi=20"}, 2, "--dpi must be between 36 and 300"},
		{[]string{notePDF, "--pages=7"}, 1, "none of the 2 pages is in 7"},
		{[]string{"missing.pdf"}, 2, "no such file"},
		{[]string{broken}, 1, "broken.pdf: The PDF cannot be read"},
	} {
		cmd := docket(t.Context(), append([]string{"layout", "--cache", pdfCache(t)}, tt.args...)...)
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != tt.code || !strings.Contains(string(out), tt.says) {
			t.Errorf("%v: %v, %s, want cmd.ProcessState.ExitCode() = %v and string(out) with %v", tt.args, err, out, tt.code, tt.says)
		}
	}
}

// TestLayoutDrawsBoxesOverTurnedPages looks for the red frame of the headline.
func TestLayoutDrawsBoxesOverTurnedPages(t *testing.T) {
	note, err := os.ReadFile(notePDF)
	if err != nil {
		t.Fatal(err)
	}
	for turn, want := range map[int]image.Rectangle{
		0: image.Rect(40, 33, 168, 54), 90: image.Rect(346, 40, 367, 168),
		180: image.Rect(132, 346, 260, 367), 270: image.Rect(33, 132, 54, 260),
	} {
		dir := t.TempDir()
		name := filepath.Join(dir, "turned.pdf")
		turned := strings.ReplaceAll(string(note), "/Type/Page/", fmt.Sprintf("/Rotate %d/Type/Page/", turn))
		if err := os.WriteFile(name, []byte(turned), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := layoutTool(t, name, "--png", filepath.Join(dir, "out"), "--dpi", "72")
		if err != nil || !strings.Contains(out, "page-1.png\n") || !strings.Contains(out, "page-2.png\n") {
			t.Fatalf("turned by %d: %v %s, want the pictures of both pages", turn, err, out)
		}
		if got := redIn(t, filepath.Join(dir, "out", "page-1.png")); !near(got, want, 2) {
			t.Errorf("turned by %d: the headline is framed at %v, want %v", turn, got, want)
		}
	}
}

// redIn is the box around the pixels that have the very colour of frames of headlines.
func redIn(t *testing.T, name string) (box image.Rectangle) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y++ {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x++ {
			if r, g, b, _ := img.At(x, y).RGBA(); r>>8 == 0xd0 && g>>8 == 0x21 && b>>8 == 0x21 {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

// near reports whether the edges of two boxes are at most so many pixels apart.
func near(a, b image.Rectangle, pixels int) bool {
	return a.Inset(-pixels).Intersect(b) == b && b.Inset(-pixels).Intersect(a) == a
}
