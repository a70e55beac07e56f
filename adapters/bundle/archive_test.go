package bundle

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/template"
)

// packZip makes a zip of files; names that end in "/" are folders.
func packZip(t testing.TB, files map[string]string, change func(*zip.FileHeader)) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		h := &zip.FileHeader{Name: name, Method: zip.Deflate}
		if change != nil {
			change(h)
		}
		w, err := z.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(files[name])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// readZip reads a bundle under the default limits.
func readZip(r io.ReaderAt, size int64) (template.Bundle, []template.BundleError, error) {
	return DefaultLimits().ReadZip(r, size)
}

func TestAZipIsReadWithAndWithoutTopFolder(t *testing.T) {
	for _, top := range []string{"", "invoices/"} {
		files := map[string]string{"__MACOSX/x": "x"}
		if top != "" {
			files[top] = ""
		}
		for name, content := range tree() {
			files[top+name] = content
		}
		z := packZip(t, files, nil)
		got, problems, err := readZip(bytes.NewReader(z), int64(len(z)))
		if err != nil || len(problems) > 0 {
			t.Fatalf("%q: %v, %v, want no error and len(problems) = 0", top, problems, err)
		}
		if want := wantedBundle(); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got  %+v\nwant %+v", top, got, want)
		}
	}
}

func TestAZipWithoutManifestSaysSo(t *testing.T) {
	z := packZip(t, map[string]string{"a/template.yaml": "x", "b/x": "x"}, nil)
	_, problems, err := readZip(bytes.NewReader(z), int64(len(z)))
	if err != nil || len(problems) != 1 || listProblems(problems[0]) != "template.yaml:1:1: The file is missing" {
		t.Errorf("got %v, %v, want len(problems) = 1, listProblems(problems[0]) = template.yaml:1:1: The file is missing and no "+
			"error", problems, err)
	}
}

func TestAZipOfNothingIsNone(t *testing.T) {
	for _, files := range []map[string]string{{}, {"folder/": ""}, {"__MACOSX/x": "x", ".DS_Store": "x"}} {
		z := packZip(t, files, nil)
		if _, problems, err := readZip(bytes.NewReader(z), int64(len(z))); !errors.Is(err, errNothingInIt) {
			t.Errorf("%v: got %v, %v, want %v", files, problems, err, errNothingInIt)
		}
	}
}

// failing is a place from which nothing can be read.
type failing struct{}

var errPlace = errors.New("the disk is gone")

// ReadAt fails.
func (failing) ReadAt([]byte, int64) (int, error) { return 0, errPlace }

func TestAPlaceThatCannotBeReadIsNoFaultOfTheZip(t *testing.T) {
	if _, _, err := readZip(failing{}, 1000); !errors.Is(err, errPlace) || domain.KindOf(err) != domain.Unexpected {
		t.Errorf("got %v, want the error errPlace and domain.KindOf(err) = Unexpected", err)
	}
}

func TestALongListOfEntriesIsNotKept(t *testing.T) {
	files := map[string]string{}
	for i := range 3000 {
		files[strings.Repeat("n", 1000)+strconv.Itoa(i)] = ""
	}
	z := packZip(t, files, nil)
	limits := DefaultLimits()
	limits.Entries = 100
	in := &counted{in: bytes.NewReader(z)}
	if _, _, err := limits.ReadZip(in, int64(len(z))); !errors.Is(err, errTooUnpacked) || in.read > 2<<20 || len(z) < 3<<20 {
		t.Errorf("got %v after %d bytes of %d, want errTooUnpacked after at most 2 MiB", err, in.read, len(z))
	}
}

// counted notes how much is read.
type counted struct {
	in   io.ReaderAt
	read int
}

// ReadAt counts.
func (c *counted) ReadAt(p []byte, at int64) (int, error) {
	c.read += len(p)
	return c.in.ReadAt(p, at)
}

func TestDangerousZipsAreRefused(t *testing.T) {
	manifest := map[string]string{"template.yaml": "format: 1\nname: N\n"}
	with := func(name, content string) map[string]string {
		files := maps.Clone(manifest)
		files[name] = content
		return files
	}
	encrypted := packZip(t, manifest, nil)
	for _, signature := range []string{"PK\x03\x04", "PK\x01\x02"} {
		at := bytes.Index(encrypted, []byte(signature)) + map[string]int{"PK\x03\x04": 6, "PK\x01\x02": 8}[signature]
		encrypted[at] |= 1
	}
	damaged := packZip(t, manifest, nil)
	damaged[48] ^= 0xFF
	small := DefaultLimits()
	small.Packed, small.Entries, small.Unpacked, small.FreeRatio, small.Ratio = 4000, 3, 6000, 1000, 2
	for _, c := range []struct {
		name string
		zip  []byte
		want error
	}{
		{"parent", packZip(t, with("a/../../x", ""), nil), errUnsafePath},
		{"absolute", packZip(t, with("/x", ""), nil), errUnsafePath},
		{"drive", packZip(t, with("C:x", ""), nil), errUnsafePath},
		{"backslash", packZip(t, with(`a\x`, ""), nil), errUnsafePath},
		{"symbolic link", packZip(t, manifest, func(h *zip.FileHeader) { h.SetMode(fs.ModeSymlink | 0o777) }), errUnsafePath},
		{"no zip", []byte("format: 1"), errUnreadable},
		{"cut short", packZip(t, manifest, nil)[:60], errUnreadable},
		{"encrypted", encrypted, errUnreadable},
		{"damaged", damaged, errUnreadable},
		{"too many entries", packZip(t, map[string]string{"a": "", "b": "", "c": "", "d": ""}, nil), errTooUnpacked},
		{"ratio", packZip(t, with("entity-rules.drl", strings.Repeat("a", 5000)), nil), errTooUnpacked},
		{"sum", packZip(t, with("entity-rules.drl", strings.Repeat("a", 7000)), func(h *zip.FileHeader) { h.Method = zip.Store }),
			domain.Faultf(domain.TooLarge, "The bundle is larger than 4000 bytes")},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, problems, err := small.ReadZip(bytes.NewReader(c.zip), int64(len(c.zip)))
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, %v; want %v", problems, err, c.want)
			}
		})
	}
}

func TestADirectoryIsNotLeftThroughLinks(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("format: 1\nname: Secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(secret, filepath.Join(dir, "template.yaml")); err != nil {
		t.Fatal(err)
	}
	if b, problems, err := ReadDir(dir); err == nil {
		t.Errorf("read %q, %v through a link, want an error", b.Name, problems)
	}
}

func TestADirectoryThatIsTooLargeIsRefused(t *testing.T) {
	limits := DefaultLimits()
	limits.Unpacked = 30
	dir := folder(t, map[string]string{"template.yaml": "format: 1\nname: N\n", "entity-rules.drl": strings.Repeat("a", 20)})
	if _, _, err := limits.ReadDir(dir); domain.KindOf(err) != domain.TooLarge {
		t.Errorf("got %v, want TooLarge", err)
	}
	limits.Entries = 1
	if _, _, err := limits.ReadDir(dir); domain.KindOf(err) != domain.Invalid {
		t.Errorf("got %v, want Invalid", err)
	}
}

func FuzzReadZip(f *testing.F) {
	f.Add(packZip(f, tree(), nil))
	f.Add(packZip(f, map[string]string{"a/template.yaml": "format: 1\nname: N\n"}, nil))
	f.Fuzz(func(t *testing.T, z []byte) {
		b, problems, err := readZip(bytes.NewReader(z), int64(len(z)))
		if err != nil && domain.KindOf(err) == domain.Unexpected {
			t.Errorf("a failure without a kind: %v, want a failure of a kind that callers are told", err)
		}
		if err == nil && len(problems) == 0 && b.Name == "" {
			t.Error("a template without a name")
		}
	})
}

// given is a bundle in memory.
type given map[string]string

func (g given) fileNames() []string { return slices.Sorted(maps.Keys(g)) }

func (g given) readFile(name string, limit int64) ([]byte, error) {
	if int64(len(g[name])) > limit {
		return nil, errTooLarge
	}
	return []byte(g[name]), nil
}

func FuzzManifest(f *testing.F) {
	f.Add(full)
	f.Add("format: 1\nname: &a N\ndescription: *a\n? [x]\n: y\n<<: {}\n")
	f.Fuzz(func(t *testing.T, manifest string) {
		b, problems, err := DefaultLimits().readBundle(given{"template.yaml": manifest,
			"mappings/currencies.csv": "search_value;mapped_value\n"})
		if err != nil {
			t.Fatal(err)
		}
		lines := 1
		for _, c := range manifest {
			if strings.ContainsRune("\n\r\u0085\u2028\u2029", c) { // the line breaks of YAML
				lines++
			}
		}
		for _, p := range problems {
			if p.Line < 1 || p.Column < 1 || p.Message == "" || p.Line > lines+1 {
				t.Errorf(`got %+v, want p.Line at least 1, p.Column at least 1, p.Message other than "" and p.Line at most %v`, p, lines+1)
			}
		}
		if len(problems) == 0 && (b.Name == "" || len(b.Name) > 4*longName) {
			t.Errorf("a template of the name %q, want a name of 1 to %d bytes", b.Name, 4*longName)
		}
	})
}
