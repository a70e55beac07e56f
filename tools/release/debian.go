package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"strings"
)

// scripts are the maintainer scripts of the package.
//
//go:embed debian
var debianScripts embed.FS

// recommended are the packages that let Docket read more: LibreOffice, its fonts, Tesseract.
var recommended = []string{
	"libreoffice-writer-nogui", "libreoffice-calc-nogui", "libreoffice-impress-nogui",
	"fonts-liberation", "fonts-dejavu-core", "fonts-crosextra-carlito", "fonts-crosextra-caladea",
	"tesseract-ocr", "tesseract-ocr-eng", "tesseract-ocr-deu", "tesseract-ocr-osd",
}

// makePackages makes a Debian package of each program for Linux.
func (r *release) makePackages(context.Context) error {
	r.tell("Debian packages")
	for _, b := range r.binaries {
		if b.os != "linux" {
			continue
		}
		p, err := r.debianPackage(b)
		if err != nil {
			return err
		}
		if err := r.save("docket_"+debianVersion(r.version)+"_"+b.arch+".deb", p.writeTo); err != nil {
			return err
		}
	}
	return nil
}

// debianVersion returns a version as Debian sorts it: 0.2.0~rc.1 is before 0.2.0.
func debianVersion(version string) string { return strings.Replace(version, "-", "~", 1) }

// debianPackage returns the package of a program. It holds the program, the unit, an example
// of settings, the invoice template, and the licences.
func (r *release) debianPackage(b binary) (debPackage, error) {
	p := debPackage{time: r.time, scripts: map[string]string{}, config: []string{"etc/docket/docket.env.example"}}
	p.fields = [][2]string{
		{"Package", "docket"}, {"Version", debianVersion(r.version)}, {"Architecture", b.arch},
		{"Maintainer", "The Docket Authors <https://github.com/seed-62a36931/docket>"},
		{"Depends", "passwd, ca-certificates"}, {"Recommends", strings.Join(recommended, ", ")},
		{"Section", "net"}, {"Priority", "optional"}, {"Homepage", "https://github.com/seed-62a36931/docket"},
		{"Description", "dossiers of documents, analysed by rules\n" +
			" Docket keeps dossiers of documents, extracts components from them with rules\n" +
			" that the customer writes, lets people correct the result, packages it, and can\n" +
			" prove afterwards who changed what and when. This is the service, and the\n" +
			" command line for it. Without the recommended packages it reads PDF files that\n" +
			" have text."},
	}
	for _, name := range []string{"postinst", "prerm", "postrm"} {
		script, err := debianScripts.ReadFile("debian/" + name)
		if err != nil {
			return p, err
		}
		p.scripts[name] = string(script)
	}
	var err error
	p.files, err = r.debianFiles(b)
	return p, err
}

// debianFiles returns what the package installs.
func (r *release) debianFiles(b binary) ([]entry, error) {
	files, err := r.readTree("templates/invoice", "usr/share/docket/templates/invoice")
	if err != nil {
		return nil, err
	}
	settings, err := r.read("deployments/systemd/docket.env", "etc/docket/docket.env.example")
	if err != nil {
		return nil, err
	}
	unit, err := r.read("deployments/systemd/docket.service", "usr/lib/systemd/system/docket.service")
	if err != nil {
		return nil, err
	}
	if unit.content, err = packagedUnit(unit.content); err != nil {
		return nil, err
	}
	doc := "usr/share/doc/docket/"
	for _, file := range []string{"README.md", "NOTICE"} {
		e, err := r.read(file, doc+file)
		if err != nil {
			return nil, err
		}
		files = append(files, e)
	}
	license, err := r.read("LICENSE", doc+"copyright")
	changes, changesErr := r.read("CHANGELOG.md", doc+"changelog.gz")
	if err := errors.Join(err, changesErr); err != nil {
		return nil, err
	}
	if changes.content, err = compress(changes.content); err != nil {
		return nil, err
	}
	texts, err := compress(r.texts)
	return append(files, settings, unit, license, changes,
		entry{name: doc + "THIRD_PARTY_LICENSES.txt.gz", mode: 0o644, content: texts},
		entry{name: "usr/bin/docket", mode: 0o755, content: b.content}), err
}

// packagedUnit returns the unit for a program that a package has installed: in /usr/bin, and
// without the steps by hand that begin the file.
func packagedUnit(unit []byte) ([]byte, error) {
	_, unit, found := bytes.Cut(unit, []byte("\n[Unit]\n"))
	const local = "ExecStart=/usr/local/bin/docket "
	if !found || bytes.Count(unit, []byte(local)) != 1 {
		return nil, fmt.Errorf("the unit has no [Unit], or no %s", local)
	}
	unit = bytes.Replace(unit, []byte(local), []byte("ExecStart=/usr/bin/docket "), 1)
	const head = "# Docket on one machine, with everything in /var/lib/docket. Before the first start,\n" +
		"# as root: docket init --systemd --help\n\n[Unit]\n"
	return append([]byte(head), unit...), nil
}

// compress returns content as gzip -9n would.
func compress(content []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = io.Copy(z, bytes.NewReader(content))
	err = errors.Join(err, z.Close())
	return b.Bytes(), err
}
