package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// An entry is a file or, with fs.ModeDir, a folder of an archive.
type entry struct {
	name    string // by slashes, without one at either end
	mode    fs.FileMode
	content []byte
	owner   int // user and group, by number
}

// writeTar writes entries in their order, all of one time. The names begin with a prefix.
func writeTar(w io.Writer, prefix string, entries []entry, at time.Time) error {
	t := tar.NewWriter(w)
	for _, e := range entries {
		h := &tar.Header{
			Typeflag: tar.TypeReg, Name: prefix + e.name, Mode: int64(e.mode.Perm()), Size: int64(len(e.content)), ModTime: at,
			Uid: e.owner, Gid: e.owner, Format: tar.FormatGNU,
		}
		if e.owner == 0 {
			h.Uname, h.Gname = "root", "root"
		}
		if e.mode&fs.ModeSticky != 0 {
			h.Mode |= 0o1000
		}
		if e.mode.IsDir() {
			h.Typeflag, h.Name = tar.TypeDir, h.Name+"/"
		}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(e.content); err != nil {
			return err
		}
	}
	return t.Close()
}

// writeTarGz writes entries as writeTar does, compressed.
func writeTarGz(w io.Writer, prefix string, entries []entry, at time.Time) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := writeTar(z, prefix, entries, at); err != nil {
		return err
	}
	return z.Close()
}

// writeZip writes the files among entries into a zip.
func writeZip(w io.Writer, prefix string, entries []entry, at time.Time) error {
	z := zip.NewWriter(w)
	for _, e := range entries {
		if e.mode.IsDir() {
			continue
		}
		h := &zip.FileHeader{Name: prefix + e.name, Method: zip.Deflate, Modified: at}
		h.SetMode(e.mode)
		f, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := f.Write(e.content); err != nil {
			return err
		}
	}
	return z.Close()
}

// withFolders returns entries sorted by name, with the folders that they are in and that
// are not among them.
func withFolders(entries []entry) []entry {
	all := slices.Clone(entries)
	known := map[string]bool{".": true}
	for _, e := range entries {
		known[e.name] = true
	}
	for _, e := range entries {
		for dir := path.Dir(e.name); !known[dir]; dir = path.Dir(dir) {
			known[dir] = true
			all = append(all, entry{name: dir, mode: fs.ModeDir | 0o755})
		}
	}
	slices.SortFunc(all, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return all
}

// readTree returns the files below a folder of the repository, under another name.
func (r *release) readTree(folder, as string) (entries []entry, err error) {
	root := filepath.Join(r.root, folder)
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		below, err := filepath.Rel(root, name)
		entries = append(entries, entry{name: path.Join(as, filepath.ToSlash(below)), mode: 0o644, content: content})
		return err
	})
	return entries, err
}

// read returns a file of the repository as an entry of another name.
func (r *release) read(file, as string) (entry, error) {
	content, err := os.ReadFile(filepath.Join(r.root, file))
	return entry{name: as, mode: 0o644, content: content}, err
}

// makeArchives packs each program with what must come with it.
func (r *release) makeArchives(context.Context) error {
	r.tell("archives")
	beside := []entry{{name: "THIRD_PARTY_LICENSES.txt", mode: 0o644, content: r.texts}}
	for _, file := range []string{"LICENSE", "NOTICE", "README.md", "CHANGELOG.md"} {
		e, err := r.read(file, file)
		if err != nil {
			return err
		}
		beside = append(beside, e)
	}
	for _, b := range r.binaries {
		entries := append([]entry{{name: b.program(), mode: 0o755, content: b.content}}, beside...)
		name, write := b.file(r.version)+".tar.gz", writeTarGz
		if b.os == "windows" {
			name, write = b.file(r.version)+".zip", writeZip
		}
		prefix := b.file(r.version) + "/"
		if err := r.save(name, func(w io.Writer) error { return write(w, prefix, entries, r.time) }); err != nil {
			return err
		}
	}
	return r.save("THIRD_PARTY_LICENSES.txt", func(w io.Writer) error {
		_, err := io.Copy(w, bytes.NewReader(r.texts))
		return err
	})
}
