package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// read returns a file.
func read(t *testing.T, path ...string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestClassify(t *testing.T) {
	apache := read(t, "..", "..", "LICENSE")
	mit, err := bundled.ReadFile("bundled/fast_float.txt")
	if err != nil {
		t.Fatal(err)
	}
	mozilla := []byte("This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0. " +
		"If a copy of the MPL was not distributed with this file, You can obtain one at http://mozilla.org/MPL/2.0/.")
	for _, c := range []struct {
		name string
		text []byte
		want []string
		says string
	}{
		{"Apache", apache, []string{"Apache-2.0"}, ""},
		{"two", append(slices.Clone(mit), apache...), []string{"MIT", "Apache-2.0"}, ""},
		{"one that is not accepted", mozilla, nil, "MPL-2.0, which is not accepted"},
		{"one among others that is not accepted", append(slices.Clone(apache), mozilla...), nil, "MPL-2.0, which is not accepted"},
		{"something else", []byte("All rights reserved. Ask before use."), nil, "only 0 %"},
		{"mostly something else", append(slices.Clone(mit), bytes.Repeat([]byte("You owe us a drink. "), 200)...), nil,
			"is a known licence"},
		{"nothing", nil, nil, "only 0 %"},
	} {
		got, err := classify("module/LICENSE", c.text)
		if c.says == "" && (err != nil || !slices.Equal(got, c.want)) {
			t.Errorf("%s: got %v, %v, want %v", c.name, got, err, c.want)
		}
		if c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: got %v, %v, want an error with %q", c.name, got, err, c.says)
		}
	}
}

// TestLicensesOfAModule looks where packages in the binary are, and above, and nowhere else.
func TestLicensesOfAModule(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string][]byte{
		"LICENSE": read(t, "..", "..", "LICENSE"), "NOTICE.txt": []byte("This was made by somebody."), "license.go": []byte("package x"),
		"used/deep/x.go": nil, "unused/LICENSE": []byte("Ask before use."),
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	m := module{path: "example.com/m", version: "v1.0.0", dir: dir, packages: []string{filepath.Join(dir, "used", "deep")}}
	got, err := licenseModule(m)
	if err != nil || got.expression() != "Apache-2.0" || len(got.texts) != 2 || got.texts[1].name != "NOTICE.txt" {
		t.Errorf("got %s, %v, %v, want got.expression() = Apache-2.0, len(got.texts) = 2, got.texts[1].name = NOTICE.txt and no "+
			"error", got.expression(), got.texts, err)
	}
	m.packages = append(m.packages, filepath.Join(dir, "unused"))
	if _, err := licenseModule(m); err == nil || !strings.Contains(err.Error(), "example.com/m/unused/LICENSE") {
		t.Errorf("a package under another licence: %v, want an error and err.Error() with example.com/m/unused/LICENSE", err)
	}
	bare := module{path: "example.com/bare", version: "v1.0.0", dir: t.TempDir()}
	_, err = licenseModules([]module{bare, m})
	if err == nil || !strings.Contains(err.Error(), "bare@v1.0.0 has no licence") || !strings.Contains(err.Error(), "unused") {
		t.Errorf("a module without a licence, and one under another: %v, want both named", err)
	}
}

// TestNoticeIsTrue compares NOTICE with the modules that the code imports now. It uses no
// network: systems for which a module has not been fetched here are left out.
func TestNoticeIsTrue(t *testing.T) {
	t.Setenv("GOPROXY", "off")
	read(t, "..", "..", "go.mod") // so that go test runs this anew after a change of it
	r := release{root: filepath.Join("..", ".."), goCommand: goCommand()}
	var known []target
	for _, system := range targets {
		switch _, err := r.listModules(t.Context(), []target{system}); {
		case err == nil:
			known = append(known, system)
		case system.os == runtime.GOOS:
			t.Fatal(err)
		default:
			t.Logf("the modules for %s are not here: %v", system, err)
		}
	}
	modules, err := r.listModules(t.Context(), known)
	if err != nil {
		t.Fatal(err)
	}
	all, err := r.takeInventory(modules)
	if err != nil {
		t.Fatal(err)
	}
	notice := string(read(t, "..", "..", "NOTICE"))
	want := string(noticeText(all))
	for line := range strings.Lines(want) {
		if !strings.Contains(notice, line) {
			t.Errorf("NOTICE lacks %q: make notice writes it anew", line)
		}
	}
	if len(known) == len(targets) && notice != want {
		t.Error("NOTICE names more than the binaries contain: make notice writes it anew")
	}
}

// TestBundledLicenses wants a text for each part of PDFium, and a part for each text.
func TestBundledLicenses(t *testing.T) {
	files, err := bundled.ReadDir("bundled")
	if err != nil {
		t.Fatal(err)
	}
	texts, err := thirdPartyText(inventory{modules: []licensedModule{{module: module{path: bundledIn, version: "v1.0.0"}}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range bundledParts {
		if !strings.Contains(string(texts), "\n"+p.name+", in PDFium, in "+bundledIn+" v1.0.0\n") {
			t.Errorf("%s has no text", p.name)
		}
	}
	if len(files) != len(bundledParts) {
		t.Errorf("%d texts for %d parts, want one each", len(files), len(bundledParts))
	}
}

func TestTextsBecomeUTF8(t *testing.T) {
	var b bytes.Buffer
	writeLicense(&b, "old", []byte("\xa9 Andr\xe9\r\n"))
	if !strings.Contains(b.String(), "\n\n© André\n") {
		t.Errorf("got %q, want %q in it", b.String(), "\n\n© André\n")
	}
}

func TestScriptsOfTheConsole(t *testing.T) {
	license := strings.SplitAfterN(string(read(t, "..", "..", scriptFolder, "LICENSES")), ":\n", 2)[1]
	folder := t.TempDir()
	write := func(name, content string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("one.js", "")
	write("other.js", "")
	write("LICENSES", "one.js is One 1.2.3 (packages a, b):\n\n"+license+"\nother.js is The Other 4.5:\n\n"+license)
	got, err := readScripts(folder)
	if err != nil || len(got) != 2 || got[0].version != "1.2.3" || got[1].name != "The Other" || got[1].license != "BSD-3-Clause" {
		t.Errorf("got %v, %v, want two parts with versions and licences", got, err)
	}
	write("third.js", "")
	if _, err := readScripts(folder); err == nil || !strings.Contains(err.Error(), "does not tell the licence of third.js") {
		t.Errorf("a script without a licence: %v, want an error and err.Error() with does not tell the licence of third.js", err)
	}
	write("LICENSES", "one.js is One 1.2.3:\n\nAsk before use.\n")
	if _, err := readScripts(folder); err == nil || !strings.Contains(err.Error(), "LICENSES, one.js") {
		t.Errorf("a script under another licence: %v, want an error and err.Error() with LICENSES, one.js", err)
	}
}
