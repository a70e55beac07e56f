// Package unzip takes entries out of zips that nobody vouches for: it refuses what no honest zip holds, and
// bounds what comes out of one.
package unzip

import (
	"archive/zip"
	"cmp"
	"compress/flate"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/seed-62a36931/docket/domain"
)

// Limits bound what is taken out of a zip. Sizes are in bytes, and counted
// while unpacking.
type Limits struct {
	Entries   int   // of the zip, folders and all
	Unpacked  int64 // of all entries that are unpacked
	Entry     int64 // of each one
	Ratio     int64 // of unpacked to packed bytes, beyond FreeRatio
	FreeRatio int64 // unpacked bytes that no ratio is asked of
}

// DefaultLimits are the stock limits.
func DefaultLimits() Limits {
	return Limits{Entries: 10_000, Unpacked: 2 << 30, Entry: 512 << 20, Ratio: 100, FreeRatio: 10 << 20}
}

// Errors for archives that are not accepted.
var (
	ErrUnreadable  = domain.Refuse(domain.InvalidArchive, "The archive cannot be read").At("file")
	errUnsafePath  = domain.Refuse(domain.UnsafeArchive, "The archive contains an unsafe path").At("file")
	errTooUnpacked = domain.Refuse(domain.LargeArchive, "The archive is too large when unpacked").At("file")
)

// directoryBudget is how many bytes the list of entries may have, for each that is allowed.
const directoryBudget int64 = 1 << 10

// An Archive is a zip that is being unpacked.
type Archive struct {
	limits   Limits
	size     int64
	Files    []*zip.File // the list of entries
	Names    []string    // of the entries, in their order
	unpacked atomic.Int64
	// Guessed is the charset that names were read by of which the archive does not tell it, "" for none.
	Guessed string
}

// Open reads the list of entries and refuses what no archive of ours holds:
// paths that lead outside, and links. Faults are of kind Invalid.
func Open(r io.ReaderAt, size int64, l Limits) (*Archive, error) {
	listed := &limitedReader{in: r, left: directoryBudget*int64(l.Entries) + 1<<20}
	z, err := zip.NewReader(listed, size)
	switch {
	case listed.left < 0, err == nil && len(z.File) > l.Entries:
		return nil, errTooUnpacked
	case errors.Is(err, zip.ErrInsecurePath):
		return nil, errUnsafePath
	case err != nil:
		return nil, unreadableFault(err, "")
	}
	listed.free = true
	a := &Archive{limits: l, size: size, Files: z.File}
	a.Names, a.Guessed = nameEntries(z.File)
	for i, f := range a.Files {
		// A byte of a character in Shift-JIS or GBK may be that of a backslash.
		told, _ := toldName(f)
		if told == a.Names[i] && isUnsafe(told) || isUnsafe(a.Names[i]) || f.Mode()&fs.ModeSymlink != 0 {
			return nil, errUnsafePath.InEntry(a.Names[i])
		}
	}
	return a, nil
}

// methods are the names of ways to compress entries, besides those that are unpacked.
var methods = map[uint16]string{
	1: "Shrink", 6: "Implode", 9: "Deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 95: "XZ", 98: "PPMd",
}

// FindProblem returns why an entry cannot be unpacked, as what its sentence goes on with; "" if it can be.
func FindProblem(f *zip.File) string {
	const encrypted, aes = 1, 99
	switch {
	case f.Flags&encrypted != 0, f.Method == aes:
		return "has a password"
	case f.Method == zip.Store, f.Method == zip.Deflate:
		return ""
	}
	name, ok := methods[f.Method]
	if !ok {
		name = "method " + strconv.Itoa(int(f.Method))
	}
	return "is compressed with " + name + ", which is not supported"
}

// A limitedReader reader stops behind so many bytes until it is free: a list of millions
// of entries is not worth the memory that it would take.
type limitedReader struct {
	in   io.ReaderAt
	left int64
	free bool
}

// ReadAt implements io.ReaderAt. Places before the beginning are those that an archive
// names wrongly.
func (r *limitedReader) ReadAt(p []byte, at int64) (int, error) {
	if at < 0 {
		return 0, zip.ErrFormat
	}
	if r.free {
		return r.in.ReadAt(p, at)
	}
	if r.left -= int64(len(p)); r.left < 0 {
		return 0, errTooUnpacked
	}
	return r.in.ReadAt(p, at)
}

// unreadableFault returns ErrUnreadable with the entry and the cause for the log, or the cause itself
// when it is no fault of the archive.
func unreadableFault(cause error, entry string) error {
	for _, fault := range []error{zip.ErrFormat, zip.ErrAlgorithm, zip.ErrChecksum, io.ErrUnexpectedEOF, io.EOF} {
		if errors.Is(cause, fault) {
			return ErrUnreadable.InEntry(entry).Because(cause)
		}
	}
	if corrupt := flate.CorruptInputError(0); errors.As(cause, &corrupt) {
		return ErrUnreadable.InEntry(entry).Because(cause)
	}
	return cause
}

// isUnsafe reports whether an entry's name could mean a path outside of the target
// folder.
func isUnsafe(name string) bool {
	drive := len(name) > 1 && name[1] == ':'
	return drive || strings.HasPrefix(name, "/") || strings.ContainsAny(name, "\\\x00") ||
		slices.Contains(strings.Split(name, "/"), "..")
}

// OpenEntry begins to unpack an entry. Its reader fails when a limit is passed, and at
// the end when the bytes are not what the archive says.
func (a *Archive) OpenEntry(index int) (io.ReadCloser, error) {
	if index < 0 || index >= len(a.Files) {
		return nil, ErrUnreadable
	}
	in, err := a.Files[index].Open()
	if err != nil {
		return nil, unreadableFault(err, a.Names[index])
	}
	return &entryReader{in, a, a.Names[index], a.limits.Entry, false}, nil
}

// ReopenEntry is OpenEntry for an entry that was counted when the archive was checked as a
// whole: what it unpacks to counts for its own limit only.
func (a *Archive) ReopenEntry(index int) (io.ReadCloser, error) {
	in, err := a.OpenEntry(index)
	if again, ok := in.(*entryReader); ok {
		again.counted = true
	}
	return in, err
}

// remainingBytes returns how many bytes may still be unpacked, by sum and by ratio.
func (a *Archive) remainingBytes() int64 {
	return min(a.limits.Unpacked, max(a.limits.FreeRatio, a.size*a.limits.Ratio)) - a.unpacked.Load()
}

// entryReader counts what comes out of an entry.
type entryReader struct {
	io.ReadCloser
	of      *Archive
	name    string
	left    int64 // of the entry
	counted bool  // before
}

// Read implements io.Reader.
func (u *entryReader) Read(p []byte) (int, error) {
	n, err := u.ReadCloser.Read(p)
	u.left -= int64(n)
	if !u.counted {
		u.of.unpacked.Add(int64(n))
	}
	switch {
	case u.left < 0 || u.of.remainingBytes() < 0:
		return 0, errTooUnpacked.InEntry(u.name)
	case err != nil && !errors.Is(err, io.EOF):
		return 0, unreadableFault(err, u.name)
	}
	return n, err
}

// CheckOverlap returns ErrUnreadable for an archive of which some entries of these indexes share bytes: no tool packs so,
// but a small archive can be made to unpack to any size.
func (a *Archive) CheckOverlap(entries []int) error {
	type span struct {
		from, to int64
		name     string
	}
	spans := make([]span, 0, len(entries))
	for _, index := range entries {
		f := a.Files[index]
		from, err := f.DataOffset()
		switch {
		case err != nil:
			return unreadableFault(err, a.Names[index])
		case f.CompressedSize64 > uint64(a.size):
			return ErrUnreadable.InEntry(a.Names[index])
		}
		spans = append(spans, span{from, from + int64(f.CompressedSize64), a.Names[index]})
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	end := int64(0)
	for _, s := range spans {
		if s.from < end {
			return ErrUnreadable.InEntry(s.name)
		}
		end = s.to
	}
	return nil
}
