package bundle

import (
	"archive/zip"
	"compress/flate"
	"errors"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain"
)

// Errors for archives that are refused.
var (
	errUnsafePath  = domain.Refuse(domain.UnsafeArchive, "The archive contains an unsafe path").At("file")
	errUnreadable  = domain.Refuse(domain.InvalidArchive, "The archive cannot be read").At("file")
	errNothingInIt = domain.Refuse(domain.EmptyArchive, "The archive contains no supported file").At("file")
	errTooUnpacked = domain.Refuse(domain.LargeArchive, "The archive is too large when unpacked").At("file")
)

// An archive is a bundle in a zip. Sizes are counted while unpacking; those in the
// headers are not trusted.
type archive struct {
	limits   Limits
	size     int64
	entries  map[string]*zip.File
	unpacked int64
}

func (l Limits) openZip(r io.ReaderAt, size int64) (*archive, error) {
	if size > l.Packed {
		return nil, domain.Refuse(domain.FileTooLarge, "The bundle is larger than %d bytes", l.Packed).At("file")
	}
	listing := &boundedReader{ReaderAt: r, left: perEntry*int64(l.Entries) + 1<<20}
	z, err := zip.NewReader(listing, size)
	switch {
	case listing.isSpent():
		return nil, errTooUnpacked
	case errors.Is(err, zip.ErrInsecurePath):
		return nil, errUnsafePath
	case err != nil:
		return nil, brokenArchive(err)
	case len(z.File) > l.Entries:
		return nil, errTooUnpacked
	}
	listing.open = true
	a := &archive{limits: l, size: size, entries: map[string]*zip.File{}}
	for _, f := range z.File {
		switch {
		case unsafePath(f.Name) || f.Mode()&fs.ModeSymlink != 0:
			return nil, errUnsafePath.InEntry(f.Name)
		case f.Flags&1 != 0: // encrypted
			return nil, errUnreadable.InEntry(f.Name)
		case !f.Mode().IsDir() && !strings.HasSuffix(f.Name, "/"):
			a.entries[f.Name] = f // of two with one name, the later one
		}
	}
	a.stripTop()
	maps.DeleteFunc(a.entries, func(name string, _ *zip.File) bool { return isLeftOut(name) })
	if len(a.entries) == 0 {
		return nil, errNothingInIt
	}
	return a, nil
}

// brokenArchive returns the error for an archive that cannot be read, and keeps the cause for
// the log. An error of the source of its bytes comes back as it is.
func brokenArchive(cause error) error {
	corrupt := flate.CorruptInputError(0)
	ofZip := errors.As(cause, &corrupt)
	for _, fault := range []error{zip.ErrFormat, zip.ErrAlgorithm, zip.ErrChecksum, io.ErrUnexpectedEOF, io.EOF} {
		ofZip = ofZip || errors.Is(cause, fault)
	}
	if !ofZip {
		return cause
	}
	return errUnreadable.Because(cause)
}

// perEntry is the number of bytes that each entry may take in the list of entries: the
// list is held in memory, whatever length it claims.
const perEntry = 1 << 10

// boundedReader allows so many bytes to be read, and any number once the archive is open.
type boundedReader struct {
	io.ReaderAt
	left int64
	open bool
}

// ReadAt reads within the bound. Negative offsets come from archives with wrong
// references.
func (b *boundedReader) ReadAt(p []byte, at int64) (int, error) {
	if at < 0 {
		return 0, zip.ErrFormat
	}
	if b.left -= int64(len(p)); b.isSpent() {
		return 0, io.ErrUnexpectedEOF
	}
	return b.ReaderAt.ReadAt(p, at)
}

func (b *boundedReader) isSpent() bool { return b.left < 0 && !b.open }

// unsafePath reports whether an entry's name could mean a place outside.
func unsafePath(name string) bool {
	drive := len(name) > 1 && name[1] == ':'
	return drive || strings.HasPrefix(name, "/") || strings.ContainsAny(name, "\\\x00") ||
		slices.Contains(strings.Split(name, "/"), "..")
}

// stripTop removes the one folder that holds all entries.
func (a *archive) stripTop() {
	top := ""
	for name := range a.entries {
		first, _, inside := strings.Cut(name, "/")
		switch {
		case isHidden(first):
			continue
		case !inside || top != "" && top != first:
			return
		}
		top = first
	}
	stripped := map[string]*zip.File{}
	for name, f := range a.entries {
		if rest, ok := strings.CutPrefix(name, top+"/"); ok && rest != "" {
			stripped[rest] = f
		}
	}
	a.entries = stripped
}

func (a *archive) fileNames() []string { return slices.Sorted(maps.Keys(a.entries)) }

func (a *archive) readFile(name string, limit int64) ([]byte, error) {
	f, ok := a.entries[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	in, err := f.Open()
	if err != nil {
		return nil, brokenArchive(err)
	}
	defer in.Close()
	// Never more than the bytes up to the limit are unpacked of a file.
	room := min(limit, a.limits.Entry, a.bytesLeft())
	b, err := io.ReadAll(io.LimitReader(in, room+1))
	a.unpacked += int64(len(b))
	switch {
	case int64(len(b)) > room && room == limit:
		return nil, errTooLarge
	case int64(len(b)) > room:
		return nil, errTooUnpacked
	case err != nil:
		return nil, brokenArchive(err)
	}
	return b, nil
}

// bytesLeft returns how many bytes may still be unpacked, by sum and by ratio.
func (a *archive) bytesLeft() int64 {
	return max(0, min(a.limits.Unpacked, max(a.limits.FreeRatio, a.size*a.limits.Ratio))-a.unpacked)
}
