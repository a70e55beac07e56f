package bulks

import (
	"path"
	"strings"
)

// An entryFinder finds the files that the rows of a csv name, among those that came in the same
// zip and the others of the dossier. The zero value knows of no zip.
type entryFinder struct {
	byPath map[string][]string // ids of the files of the zip, by keys with their folders
	here   map[string]bool     // keys without folders that files of the zip have
	apart  map[string]bool     // those of them that several files of the zip share by name
}

// newEntryFinder returns the finder for the entries of a zip that became files.
func newEntryFinder(entries []archiveEntry, stored []storedDocument) entryFinder {
	f := entryFinder{byPath: map[string][]string{}, here: map[string]bool{}, apart: map[string]bool{}}
	count := map[string]int{}
	for _, e := range entries {
		count[e.baseName()]++
	}
	for i, e := range entries {
		keys := map[string]bool{}
		for _, key := range fileKeys(e.baseName()) {
			f.here[key] = true
			f.apart[key] = f.apart[key] || count[e.baseName()] > 1
			keys[path.Join(foldKey(e.Folder), key)] = true
		}
		for key := range keys {
			if stored[i].fileID != "" {
				f.byPath[key] = append(f.byPath[key], stored[i].fileID)
			}
		}
	}
	return f
}

// find returns the ids of the files that a key names; it and the folder of the csv are folded.
// A Key with a folder is a path from the csv or from the root of the zip. A file that is not in
// the zip has no folder: its name decides. A name that several files of the zip share is that
// of the file beside the csv.
func (f entryFinder) find(key, folder string, named map[string][]string) []string {
	key = strings.TrimPrefix(strings.ReplaceAll(key, "\\", "/"), "./")
	beside := f.byPath[path.Join(folder, key)]
	if !strings.Contains(key, "/") {
		if f.apart[key] {
			return beside
		}
		return named[key]
	}
	if len(beside) > 0 {
		return beside
	}
	if ids := f.byPath[path.Clean(strings.TrimPrefix(key, "/"))]; len(ids) > 0 {
		return ids
	}
	if base := path.Base(key); !f.here[base] {
		return named[base]
	}
	return nil
}
