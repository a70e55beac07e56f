package author

import (
	"bufio"
	"cmp"
	"compress/gzip"
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
	"slices"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/processes"
)

// The sizes above which the documents, or the values of documents, that were used least recently are
// dropped from the cache.
const (
	treeCacheBytes  = 2 << 30
	valueCacheBytes = 256 << 20
)

// A treeFile is the place of one document in the cache of read documents. Reading a document
// takes ten times as long as running rules over it, so authors who change rules and run them
// again wait for the rules alone.
type treeFile struct{ path string }

// cachedTree returns the place of a document: a name made of its bytes, of its kind and of
// everything else that its tree depends on.
func (d *Reader) cachedTree(content []byte, extension string, s processes.TreeSettings) treeFile {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%s\n%d\n", strings.ToLower(extension), d.tools.DescribeReading(s), programIdentity(), d.MaxPages)
	h.Write(content)
	return treeFile{filepath.Join(d.treeFolder(), hex.EncodeToString(h.Sum(nil))+".tree")}
}

func (d *Reader) treeFolder() string { return filepath.Join(d.cacheFolder(), "trees") }

// programIdentity returns what tells builds of the program apart that no version tells apart,
// such as those of tests: the version of the layout alone would not show a change in progress.
func programIdentity() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return ""
	}
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return fmt.Sprint(info.Size(), info.ModTime().UnixNano())
}

// load returns the tree that is kept here, or nil. A damaged file is no tree, and is told.
func (f treeFile) load() *document.Tree {
	tree, err := f.read()
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			slog.Warn("a document in the cache is damaged and is read anew", "file", f.path, "error", err)
		}
		return nil
	}
	noteUse(f.path)
	return tree
}

// read returns the tree that is kept here. What it is packed with has a checksum.
func (f treeFile) read() (*document.Tree, error) {
	file, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	unzip, err := gzip.NewReader(bufio.NewReader(file))
	if err != nil {
		return nil, err
	}
	var tree document.Tree
	if err := gob.NewDecoder(unzip).Decode(&tree); err != nil {
		return nil, err
	}
	if _, err := io.Copy(io.Discard, unzip); err != nil { // the checksum stands at the end
		return nil, err
	}
	return &tree, nil
}

// noteUse notes that a file of the cache was used now.
func noteUse(path string) {
	now := time.Now()
	_ = os.Chtimes(path, now, now) // only says what was used last
}

// store keeps a tree. A cache that cannot be written is only logged: the tree is there.
func (f treeFile) store(tree *document.Tree) {
	err := writeKept(f.path, func(w io.Writer) error {
		zip, _ := gzip.NewWriterLevel(w, gzip.BestSpeed)
		return errors.Join(gob.NewEncoder(zip).Encode(tree), zip.Close())
	})
	if err != nil {
		slog.Debug("the document is not kept in the cache", "error", err)
	}
}

// writeKept writes a file of the cache under another name first, so that no reader ever sees half of it.
func writeKept(path string, write func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), "new-*")
	if err != nil {
		return err
	}
	if err = errors.Join(write(file), file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(file.Name())
	}
	return err
}

// pruneKept drops the files of a folder of the cache that were used least recently until the others
// take at most limit bytes.
func pruneKept(folder string, limit int64) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	var files []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int {
		return cmp.Or(b.ModTime().Compare(a.ModTime()), cmp.Compare(a.Name(), b.Name()))
	})
	for _, info := range files {
		if limit -= info.Size(); limit < 0 {
			_ = os.Remove(filepath.Join(folder, info.Name())) // another run may have done so
		}
	}
}

// RenderGray draws a page for the recognition of text, as ocr.Renderer requires.
func (d *Reader) RenderGray(ctx context.Context, pdf []byte, page int, dpi float64) (width, height int, pixels []byte, err error) {
	if err := d.startPool(); err != nil {
		return 0, 0, nil, err
	}
	return d.pool.RenderGray(ctx, pdf, page, dpi)
}
