package bundle

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain"
)

// errTooLarge means that a file has more bytes than its kind may have.
var errTooLarge = errors.New("the file is too large")

// A directory is a bundle in a folder of a file system.
type directory struct {
	files fs.FS
	list  []string
	left  int64 // bytes that may still be read
}

// listDir lists the files of the bundle whose folder is the root of a file system.
func (l Limits) listDir(files fs.FS) (*directory, error) {
	d := &directory{files: files, left: l.Unpacked}
	seen := 0
	err := fs.WalkDir(files, ".", func(name string, e fs.DirEntry, err error) error {
		seen++
		switch {
		case err != nil:
			return err
		case name == ".":
			return nil
		case seen > l.Entries:
			return domain.Refuse(domain.LargeArchive, "The bundle has more than %d files", l.Entries).At("file")
		case isLeftOut(name) && e.IsDir():
			return fs.SkipDir
		case !isLeftOut(name) && !e.IsDir():
			d.list = append(d.list, name)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list the bundle: %w", err)
	}
	slices.Sort(d.list)
	return d, nil
}

func (d *directory) fileNames() []string { return d.list }

func (d *directory) readFile(name string, limit int64) ([]byte, error) {
	f, err := d.files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, fmt.Errorf("%s is no regular file", name))
	}
	b, err := io.ReadAll(io.LimitReader(f, min(limit, d.left)+1))
	switch {
	case err != nil:
		return nil, err
	case int64(len(b)) > limit:
		return nil, errTooLarge
	case int64(len(b)) > d.left:
		return nil, domain.Refuse(domain.FileTooLarge, "The bundle is too large").At("file")
	}
	d.left -= int64(len(b))
	return b, nil
}

// isLeftOut reports whether a path is not read: notes, samples and tests are for people,
// and hidden files belong to systems and tools.
func isLeftOut(name string) bool {
	top, _, _ := strings.Cut(name, "/")
	return isHidden(name) || top == "samples" || top == "tests"
}

// isHidden reports whether a file, or a folder on its path, is hidden.
func isHidden(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") || part == "__MACOSX" {
			return true
		}
	}
	return false
}
