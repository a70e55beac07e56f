package main

import (
	"bytes"
	"crypto/md5" //nolint:gosec // the form of the package asks for it
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// A debPackage is a binary package of Debian, in the form that deb(5) describes.
type debPackage struct {
	fields  [][2]string       // of control, without Installed-Size
	scripts map[string]string // by name, such as postinst
	files   []entry
	config  []string // names of files that an upgrade leaves as their owner has changed them
	time    time.Time
}

// writeTo writes the package.
func (p debPackage) writeTo(w io.Writer) error {
	files := withFolders(p.files)
	var control, data bytes.Buffer
	if err := writeTarGz(&control, "./", p.controlFiles(files), p.time); err != nil {
		return err
	}
	if err := writeTarGz(&data, "./", files, p.time); err != nil {
		return err
	}
	if _, err := io.WriteString(w, "!<arch>\n"); err != nil {
		return err
	}
	for _, m := range []struct {
		name    string
		content []byte
	}{{"debian-binary", []byte("2.0\n")}, {"control.tar.gz", control.Bytes()}, {"data.tar.gz", data.Bytes()}} {
		if err := writeMember(w, m.name, m.content, p.time); err != nil {
			return err
		}
	}
	return nil
}

// writeMember writes a member of an archive of ar(5): a header of 60 bytes, and the content,
// padded to an even length.
func writeMember(w io.Writer, name string, content []byte, at time.Time) error {
	if _, err := fmt.Fprintf(w, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", name, at.Unix(), 0, 0, "100644", len(content)); err != nil {
		return err
	}
	if _, err := w.Write(content); err != nil {
		return err
	}
	if len(content)%2 == 0 {
		return nil
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// controlFiles returns the files that say what the package is.
func (p debPackage) controlFiles(files []entry) []entry {
	var control, sums strings.Builder
	size := 0
	for _, f := range files {
		size += (len(f.content) + 1023) / 1024
		if f.mode.IsDir() {
			size++
			continue
		}
		fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(f.content), f.name) //nolint:gosec // see above
	}
	for _, f := range append(slices.Clone(p.fields), [2]string{"Installed-Size", fmt.Sprint(size)}) {
		fmt.Fprintf(&control, "%s: %s\n", f[0], f[1])
	}
	entries := []entry{
		{name: "control", mode: 0o644, content: []byte(control.String())},
		{name: "md5sums", mode: 0o644, content: []byte(sums.String())},
	}
	if len(p.config) > 0 {
		entries = append(entries, entry{name: "conffiles", mode: 0o644, content: []byte("/" + strings.Join(p.config, "\n/") + "\n")})
	}
	for name, script := range p.scripts {
		entries = append(entries, entry{name: name, mode: fs.FileMode(0o755), content: []byte(script)})
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return append([]entry{{name: "", mode: fs.ModeDir | 0o755}}, entries...)
}
