package author

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/internal/measure"
	"github.com/seed-62a36931/docket/queries"
)

// foundValues are the values of a component, and the confidence of those that have one.
type foundValues struct {
	Values     []string
	Rows       []map[string]string // cells by their columns, without what does not count in names; of each value
	Confidence map[string]float64
}

// A foundDocument holds what the rules find in a document: the values by the name of the component without
// what does not count, and the reasons to look at it.
type foundDocument struct {
	Values map[string]foundValues
	Look   []string // as "component: code", each once; none: it needs no look
}

func newFoundDocument() *foundDocument { return &foundDocument{Values: map[string]foundValues{}} }

// add adds a value; of one that is found twice, the higher confidence counts.
func (f *foundValues) add(v component.Value) {
	f.Values = append(f.Values, v.Value)
	cells := map[string]string{}
	for _, c := range v.Cells {
		cells[measure.SameName(c.Column)] = c.Value
	}
	f.Rows = append(f.Rows, cells)
	if v.Confidence == nil {
		return
	}
	if f.Confidence == nil {
		f.Confidence = map[string]float64{}
	}
	f.Confidence[v.Value] = max(f.Confidence[v.Value], *v.Confidence)
}

// A fieldFinder finds the values of documents by the rules of a template, or takes them from the
// cache: where the bytes of a document, all that its reading depends on, all that the rules depend on
// and the program are as they were, the rules find what they found. Rules know no time and no chance.
type fieldFinder struct {
	in      *Reader
	set     *analysis.RuleSet
	digest  string // of the rules
	program string
	ran     int // documents that the rules ran over
	kept    int // documents whose values were put into the cache
}

// find returns what the rules find in a document; what was found until then beside an error.
func (f *fieldFinder) find(ctx context.Context, path string) (*foundDocument, error) {
	if _, known := file.FormatOf(path); !known {
		return f.findInLightText(ctx, path)
	}
	doc, err := f.in.openDocument(path)
	if err != nil {
		return newFoundDocument(), err
	}
	cached := f.placeOf(doc)
	if !f.in.Reread {
		if values := cached.load(); values != nil {
			return values, nil
		}
	}
	tree, err := f.in.treeOf(ctx, doc)
	if err != nil {
		return newFoundDocument(), err
	}
	values := newFoundDocument()
	whole, err := f.runRules(ctx, subject{tree: tree}, values)
	if whole && err == nil {
		f.kept++
		cached.store(values)
	}
	return values, err
}

// findInLightText finds values in text or in the cases of a file of rule tests, which are read in no time.
func (f *fieldFinder) findInLightText(ctx context.Context, path string) (*foundDocument, error) {
	values := newFoundDocument()
	subjects, err := f.in.readSubjects(ctx, "", path, "")
	if err != nil {
		return values, err
	}
	for _, s := range subjects {
		if _, err := f.runRules(ctx, s, values); err != nil {
			return values, err
		}
	}
	return values, nil
}

// runRules adds what the rules find in a document, and reports whether no rule failed: one that ran out
// of time may find more in another run.
func (f *fieldFinder) runRules(ctx context.Context, s subject, into *foundDocument) (whole bool, err error) {
	f.ran++
	result, err := f.set.Run(ctx, s.tree, s.attributes...)
	if err != nil {
		return false, err
	}
	for _, c := range queries.ExtractedComponents(result, f.set.Components()) {
		for _, v := range c.Values {
			if strings.TrimSpace(v.Value) != "" {
				found := into.Values[measure.SameName(c.Name)]
				found.add(v)
				into.Values[measure.SameName(c.Name)] = found
			}
		}
	}
	into.addLook(result, f.set.Components())
	return len(result.Failures) == 0, nil
}

// A valueFile is the place of the values of one document in the cache.
type valueFile struct{ path string }

// placeOf returns the place of the values of a document: a name made of all that they depend on.
func (f *fieldFinder) placeOf(doc openDocument) valueFile {
	h := sha256.New()
	fmt.Fprintf(h, "values 2\n%s\n%s\n%s\n", filepath.Base(doc.cached.path), f.digest, f.program)
	return valueFile{filepath.Join(f.in.valueFolder(), hex.EncodeToString(h.Sum(nil))+".values")}
}

func (d *Reader) valueFolder() string { return filepath.Join(d.cacheFolder(), "values") }

// describeProgram returns what tells builds of the program apart: its version, and the size and time
// of its file, which differ where the version does not, as of a build in progress.
func describeProgram() string {
	var version, size string
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
	}
	if path, err := os.Executable(); err == nil {
		if info, err := os.Stat(path); err == nil {
			size = fmt.Sprint(info.Size(), info.ModTime().UnixNano())
		}
	}
	return version + " " + size
}

// load returns the values that are kept here, or nil. A damaged file has none, and is told.
func (f valueFile) load() *foundDocument {
	values, err := f.read()
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			slog.Warn("the values of a document in the cache are damaged and are found anew", "file", f.path, "error", err)
		}
		return nil
	}
	noteUse(f.path)
	return values
}

var errWrongChecksum = errors.New("the checksum is wrong")

// read returns the values that are kept here: a checksum and what it was made of.
func (f valueFile) read() (*foundDocument, error) {
	content, err := os.ReadFile(f.path)
	if err != nil {
		return nil, err
	}
	if len(content) < sha256.Size || sha256.Sum256(content[sha256.Size:]) != [sha256.Size]byte(content) {
		return nil, errWrongChecksum
	}
	values := newFoundDocument()
	return values, gob.NewDecoder(bytes.NewReader(content[sha256.Size:])).Decode(values)
}

// store keeps values. A cache that cannot be written is only logged: the values are there.
func (f valueFile) store(values *foundDocument) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(values)
	if err == nil {
		sum := sha256.Sum256(b.Bytes())
		err = writeKept(f.path, func(w io.Writer) error {
			_, err := w.Write(append(sum[:], b.Bytes()...))
			return err
		})
	}
	if err != nil {
		slog.Debug("the values of the document are not kept in the cache", "error", err)
	}
}

// prune bounds the values in the cache if some were added.
func (f *fieldFinder) prune() {
	if f.kept > 0 {
		pruneKept(f.in.valueFolder(), valueCacheBytes)
	}
}
