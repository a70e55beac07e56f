package bundle

import (
	"archive/zip"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
)

// An Open opens a stored file of a template.
type Open func(es.BlobRef) (io.ReadCloser, error)

// WriteZip writes a template as the zip that ReadZip reads: the result is an equal
// template, except that the ranks of definitions become their places in the lists. The
// same template gives the same bytes.
func WriteZip(w io.Writer, t template.State, open Open) error {
	m, files := describeTemplate(t)
	z := zip.NewWriter(w)
	err := packFile(z, fileManifest, func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(m)), nil })
	for _, f := range files {
		if err == nil {
			err = packFile(z, f.name, func() (io.ReadCloser, error) { return open(f.ref) })
		}
	}
	if err != nil {
		return fmt.Errorf("write a bundle: %w", err)
	}
	return z.Close()
}

// A packedFile is a file of a bundle that is being written.
type packedFile struct {
	name string
	ref  es.BlobRef
}

// describeTemplate writes template.yaml and returns the files that belong to it.
func describeTemplate(t template.State) (manifest string, files []packedFile) {
	var m manifestText
	m.writeSettings(t)
	m.writeDefinitions(t)
	for _, f := range []packedFile{{fileDateFormats, t.DateFormats}, {fileEntityRules, t.Entity}, {fileComponentRules, t.Component}} {
		if f.ref.ID != uuid.Nil {
			files = append(files, f)
		}
	}
	for _, d := range storedDictionaries(t) {
		files = append(files, packedFile{dictionaryFile(d), d.Blob})
	}
	names := names{}
	m.beginList("componentMappings", len(t.Mappings))
	for _, s := range sortedByName(t.Mappings, func(s template.StoredMapping) string { return s.Name }) {
		file := names.pathFor(folderMappings, s.FileName, ".csv")
		m.writeItem("file", file, "fileName", differingName(s.FileName, file), "name", s.Name, "encoding", s.Encoding, "delimiter", s.Delim)
		files = append(files, packedFile{file, s.Blob})
	}
	m.beginList("reportTemplates", len(t.Reports))
	for _, s := range sortedByName(t.Reports, func(s template.StoredReport) string { return s.Name }) {
		file := names.pathFor(folderReports, s.FileName, strings.ToLower(path.Ext(s.FileName)))
		m.writeItem("file", file, "fileName", differingName(s.FileName, file), "name", s.Name,
			"multiFileReport", s.Multi, "activeByDefault", s.ActiveByDefault)
		files = append(files, packedFile{file, s.Blob})
	}
	return m.String(), files
}

func sortedByName[T any](list []T, name func(T) string) []T {
	return slices.SortedStableFunc(slices.Values(list), func(a, b T) int { return strings.Compare(name(a), name(b)) })
}

// storedDictionaries returns the lists of terms that a reader would accept: those with terms,
// of entities that have a dictionary.
func storedDictionaries(t template.State) []template.DictionaryStored {
	list := slices.DeleteFunc(slices.Clone(t.Dictionaries), func(d template.DictionaryStored) bool {
		return d.Blob.Size == 0 || !slices.ContainsFunc(t.Entities, func(e template.Definition) bool {
			return e.TechnicalName == d.Entity && e.HasDictionary
		})
	})
	return sortedByName(list, dictionaryFile)
}

func dictionaryFile(d template.DictionaryStored) string {
	if d.List == template.ListEntries {
		return folderDictionaries + d.Entity + ".txt"
	}
	return folderDictionaries + d.Entity + "." + d.List + ".txt"
}

// names are the names of files that are taken, ignoring case.
type names map[string]bool

// pathFor returns a free path for a file: its own name if that is free and will be read,
// else a number in its place.
func (n names) pathFor(folder, name, extension string) string {
	file := folder + name
	if !strings.HasSuffix(strings.ToLower(name), extension) || isHidden(name) ||
		download.SafeName(name) != name || strings.TrimSpace(name) != name {
		file = ""
	}
	for i := 1; file == "" || n[strings.ToLower(file)]; i++ {
		file = fmt.Sprintf("%s%d%s", folder, i, extension)
	}
	n[strings.ToLower(file)] = true
	return file
}

// differingName returns a file's name if its path implies another one, or else "".
func differingName(name, file string) string {
	if path.Base(file) == name {
		return ""
	}
	return name
}

// tight is the largest ratio of a file to its packed form: a reader takes more for an
// attack.
const tight = 90

// packFile packs a file; it stores it unpacked if packing made it suspiciously small.
func packFile(z *zip.Writer, name string, open func() (io.ReadCloser, error)) error {
	method, err := methodFor(open)
	if err != nil {
		return err
	}
	out, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
	if err != nil {
		return err
	}
	return copyFrom(out, open)
}

func methodFor(open func() (io.ReadCloser, error)) (uint16, error) {
	plain, small := &counter{}, &counter{}
	packing, err := flate.NewWriter(small, flate.DefaultCompression)
	if err != nil {
		return 0, err
	}
	if err := errors.Join(copyFrom(io.MultiWriter(plain, packing), open), packing.Close()); err != nil {
		return 0, err
	}
	if small.n*tight < plain.n || small.n >= plain.n {
		return zip.Store, nil
	}
	return zip.Deflate, nil
}

func copyFrom(out io.Writer, open func() (io.ReadCloser, error)) error {
	in, err := open()
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, in.Close())
}

type counter struct{ n int64 }

// Write counts the bytes.
func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}
