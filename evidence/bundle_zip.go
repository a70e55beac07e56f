package evidence

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
)

// zipDate is 1980-01-01, the first day of zip archives: bundles of the same content are the same bytes.
const zipDate = 0x21

// maxBundle is how large a bundle may be: its archive knows no sizes beyond it.
const maxBundle = 1<<32 - 1

// Encode returns the bundle as a zip archive, the same bytes for the same content.
func (b *Bundle) Encode() ([]byte, error) {
	files := b.encodeFiles()
	files[manifestFile] = formatManifest(bundleFormat, files)
	return encodeZip(files)
}

// formatManifest returns the form and the SHA-256 of each other file, as JSON.
func formatManifest(format string, files map[string]string) string {
	var lines []string
	for _, name := range bundleFiles {
		if name != manifestFile {
			lines = append(lines, fmt.Sprintf("    %q: \"%x\"", name, sha256.Sum256([]byte(files[name]))))
		}
	}
	return fmt.Sprintf("{\n  \"format\": %q,\n  \"sha256\": {\n%s\n  }\n}\n", format, strings.Join(lines, ",\n"))
}

func encodeZip(files map[string]string) ([]byte, error) {
	total := 0
	for _, name := range bundleFiles {
		total += len(files[name])
	}
	if total > maxBundle-1<<16 {
		return nil, fmt.Errorf("a bundle of %d bytes is larger than a zip archive without extensions can be", total)
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range bundleFiles {
		text := files[name]
		size := uint64(len(text))
		w, err := z.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Store, CreatorVersion: 20, ReaderVersion: 20,
			ModifiedDate: zipDate, //nolint:staticcheck // Modified is not looked at where an entry is written raw
			CRC32:        crc32.ChecksumIEEE([]byte(text)), CompressedSize64: size, UncompressedSize64: size})
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		if err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return out.Bytes(), err
}

// decodeZip returns the files of a bundle. Bytes that encodeZip would not write are refused, so that
// nothing is in a bundle that no check reads. Errors: ErrBundle.
func decodeZip(b []byte) (map[string]string, error) {
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBundle, err)
	}
	files := map[string]string{}
	for _, f := range z.File {
		if f.Method != zip.Store || f.UncompressedSize64 > uint64(len(b)) || len(files) == len(bundleFiles) {
			return nil, fmt.Errorf("%w: it has other files than bundles have, or compressed ones", ErrBundle)
		}
		r, err := f.Open()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrBundle, err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrBundle, f.Name, err)
		}
		files[f.Name] = string(text)
	}
	again, err := encodeZip(files)
	if err != nil || !bytes.Equal(again, b) {
		return nil, fmt.Errorf("%w: the archive is not written as bundles are", ErrBundle)
	}
	if m := files[manifestFile]; m != formatManifest(bundleFormat, files) && m != formatManifest(firstBundleFormat, files) {
		return nil, fmt.Errorf("%w: the files are not those of %s", ErrBundle, manifestFile)
	}
	return files, nil
}
