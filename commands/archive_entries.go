package commands

import (
	"archive/zip"
	"cmp"
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/seed-62a36931/docket/domain/file"
)

// An archiveEntry entry is one that can become a file, or values of files.
type archiveEntry struct {
	Index int    `json:"index"` // in the list of the archive
	Name  string `json:"name"`  // base name, NFC, trimmed
}

// A skippedEntry entry is one that nothing is made of.
type skippedEntry struct {
	Name   string
	Reason string
}

// classifyEntry returns the name of an entry, and the reason why nothing can be made of it,
// "" if something can; a folder has neither. It looks at the name only.
func classifyEntry(f *zip.File) (name string, reason string) {
	full := entryPath(f)
	if strings.HasSuffix(full, "/") || f.Mode().IsDir() {
		return "", reasonFolder
	}
	name = norm.NFC.String(strings.TrimSpace(path.Base(full)))
	format, known := file.FormatOf(name)
	switch {
	case slices.Contains(strings.Split(full, "/"), "__MACOSX"), strings.HasPrefix(name, "."):
		return name, reasonHidden
	case name == "", strings.ContainsFunc(name, unicode.IsControl), utf8.RuneCountInString(name) > 255, !utf8.ValidString(name):
		return name, reasonName
	case !known, format == file.ZIP:
		return name, reasonType
	}
	return name, ""
}

// Why entries are left out, as history tells it.
const (
	reasonFolder  = "" // not worth telling
	reasonHidden  = "hidden"
	reasonName    = "name"
	reasonType    = "type"
	reasonEmpty   = "empty"
	reasonContent = "content"
	reasonReplace = "replaced"
)

// checkEntries unpacks every entry that something can be made of, without keeping it, and
// returns the sound entries in the order of the archive, and those that are left out.
func (a *archive) checkEntries(ctx context.Context, note func(done, of int)) (sound []archiveEntry, left []skippedEntry, err error) {
	var tried []archiveEntry
	for i, f := range a.files {
		if name, reason := classifyEntry(f); reason == "" && name != "" {
			tried = append(tried, archiveEntry{i, name})
		} else if reason != reasonFolder {
			left = append(left, skippedEntry{name, reason})
		}
	}
	if err := a.checkOverlap(tried); err != nil {
		return nil, nil, err
	}
	for i, e := range tried {
		note(i, len(tried))
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		switch err := a.tryEntry(e); {
		case errors.Is(err, errEmpty):
			left = append(left, skippedEntry{e.Name, reasonEmpty})
		case errors.Is(err, errUnfit):
			left = append(left, skippedEntry{e.Name, reasonContent})
		case err != nil:
			return nil, nil, err
		default:
			sound = append(sound, e)
		}
	}
	return sound, left, nil
}

// tryEntry unpacks an entry to its end and returns the error that makes it unusable.
func (a *archive) tryEntry(e archiveEntry) error {
	in, err := a.openEntry(e.Index)
	if err != nil {
		return err
	}
	defer in.Close()
	format, _ := file.FormatOf(e.Name)
	look, err := startFormatCheck(format, in)
	if err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, look); err != nil {
		return err
	}
	return look.checkEnd()
}

// checkOverlap returns errArchive for an archive whose entries share bytes: no tool packs so,
// but a small archive can be made to unpack to any size.
func (a *archive) checkOverlap(entries []archiveEntry) error {
	type span struct{ from, to int64 }
	spans := make([]span, 0, len(entries))
	for _, e := range entries {
		f := a.files[e.Index]
		from, err := f.DataOffset()
		switch {
		case err != nil:
			return unreadableFault(err)
		case f.CompressedSize64 > uint64(a.size):
			return errArchive
		}
		spans = append(spans, span{from, from + int64(f.CompressedSize64)})
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	end := int64(0)
	for _, s := range spans {
		if s.from < end {
			return errArchive
		}
		end = s.to
	}
	return nil
}

// keepLatest returns the last entry of each name, sorted by name, and the others as left
// out.
func keepLatest(entries []archiveEntry) (kept []archiveEntry, left []skippedEntry) {
	last := map[string]int{}
	for i, e := range entries {
		last[e.Name] = i
	}
	for i, e := range entries {
		if last[e.Name] == i {
			kept = append(kept, e)
		} else {
			left = append(left, skippedEntry{e.Name, reasonReplace})
		}
	}
	slices.SortFunc(kept, func(a, b archiveEntry) int { return cmp.Compare(a.Name, b.Name) })
	return kept, left
}
