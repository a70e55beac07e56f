package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

var errDiffers = errors.New("it differs")

// noticeText returns what NOTICE says: whose the program is, what is in it, and under which
// licences.
func noticeText(all inventory) []byte {
	var b bytes.Buffer
	b.WriteString(`Docket
Copyright 2026 The Docket Authors

Licensed under the Apache License, Version 2.0: see LICENSE.

Programs of a release contain the libraries below, each under its own licence.
THIRD_PARTY_LICENSES.txt, which comes with every program, has the texts, and the
notices that these libraries want to be handed on.

`)
	for _, m := range all.modules {
		name := m.path
		if name == "std" {
			name = "Go, its standard library"
		}
		fmt.Fprintf(&b, "  %-64s %s\n", name, m.expression())
	}
	b.WriteString("\nThe console is served with these scripts:\n\n")
	for _, s := range all.scripts {
		fmt.Fprintf(&b, "  %-64s %s\n", s.name, s.license)
	}
	b.WriteString("\n" + bundledIn + " contains PDFium, compiled to\nWebAssembly, with the libraries that PDFium is built from:\n\n")
	for _, p := range bundledParts {
		fmt.Fprintf(&b, "  %-64s %s\n", p.name, p.license)
	}
	b.WriteString(`
Portions of this software are copyright © 2026 The FreeType Project
(https://freetype.org). All rights reserved.
This software is based in part on the work of the Independent JPEG Group.

modernc.org/sqlite contains SQLite, which is in the public domain.
`)
	return b.Bytes()
}

// thirdPartyText returns the texts of the licences of all that programs contain.
func thirdPartyText(all inventory) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("What programs of Docket contain from others, and its licences.\n")
	for _, m := range all.modules {
		title := m.path + " " + m.version
		if m.path == "std" {
			title = "Go " + m.version + ", its standard library"
		}
		for _, t := range m.texts {
			writeLicense(&b, title+": "+t.name, t.text)
		}
		if m.path != bundledIn {
			continue
		}
		for _, p := range bundledParts {
			text, err := bundled.ReadFile("bundled/" + p.file + ".txt")
			if err != nil {
				return nil, err
			}
			writeLicense(&b, p.name+", in PDFium, in "+title, text)
		}
	}
	for _, s := range all.scripts {
		writeLicense(&b, s.name+" "+s.version+", in the console", s.text)
	}
	return b.Bytes(), nil
}

// writeLicense writes a text under its title. Old texts in Latin-1 become UTF-8.
func writeLicense(b *bytes.Buffer, title string, text []byte) {
	line := strings.Repeat("=", 80)
	if !utf8.Valid(text) {
		runes := make([]rune, len(text))
		for i, c := range text {
			runes[i] = rune(c)
		}
		text = []byte(string(runes))
	}
	fmt.Fprintf(b, "\n%s\n%s\n%s\n\n%s\n", line, title, line, bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))))
}
