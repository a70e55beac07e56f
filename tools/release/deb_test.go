package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/md5" //nolint:gosec // the form of the package asks for it
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

var at = time.Unix(1_700_000_000, 0).UTC()

// members reads an archive of ar(5).
func members(t *testing.T, content []byte) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	rest, ok := bytes.CutPrefix(content, []byte("!<arch>\n"))
	if !ok {
		t.Fatalf("it begins with %q, want the magic of ar", content[:8])
	}
	for len(rest) > 0 {
		size, err := strconv.Atoi(strings.TrimSpace(string(rest[48:58])))
		if err != nil || string(rest[58:60]) != "`\n" {
			t.Fatalf("header %q: %v, want the end of a header", rest[:60], err)
		}
		all[strings.TrimSpace(string(rest[:16]))] = rest[60 : 60+size]
		rest = rest[60+size+size%2:]
	}
	return all
}

// untar reads a compressed tar into headers and contents by name.
func untar(t *testing.T, packed []byte) (map[string]*tar.Header, map[string]string) {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	headers, contents := map[string]*tar.Header{}, map[string]string{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return headers, contents
		}
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		headers[h.Name], contents[h.Name] = h, string(b)
	}
}

// samplePackage returns a package of a pretended program.
func samplePackage(t *testing.T) []byte {
	t.Helper()
	r := release{root: filepath.Join("..", ".."), version: "1.2.3-rc.1", time: at, texts: []byte("texts")}
	p, err := r.debianPackage(binary{target: target{"linux", "arm64"}, content: []byte("program")})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := p.writeTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestDebianPackage(t *testing.T) {
	deb := samplePackage(t)
	if !bytes.Equal(deb, samplePackage(t)) {
		t.Error("a second package has other bytes")
	}
	parts := members(t, deb)
	if got := string(parts["debian-binary"]); got != "2.0\n" || len(parts) != 3 {
		t.Errorf("debian-binary is %q, beside %v, want got = %q and len(parts) = 3", got, slices.Sorted(maps.Keys(parts)), "2.0\n")
	}
	headers, control := untar(t, parts["control.tar.gz"])
	for _, want := range []string{
		"Package: docket\n", "Version: 1.2.3~rc.1\n", "Architecture: arm64\n", "Recommends: libreoffice-writer-nogui, ",
	} {
		if !strings.Contains(control["./control"], want) {
			t.Errorf("control has no %q:\n%s", want, control["./control"])
		}
	}
	for _, script := range []string{"./postinst", "./prerm", "./postrm"} {
		if h := headers[script]; h == nil || h.Mode != 0o755 || !strings.HasPrefix(control[script], "#!/bin/sh\nset -e\n") {
			t.Errorf("%s is not a script that is run", script)
		}
	}
	if got := control["./conffiles"]; got != "/etc/docket/docket.env.example\n" {
		t.Errorf("conffiles: %q, want %q", got, "/etc/docket/docket.env.example\n")
	}
	headers, data := untar(t, parts["data.tar.gz"])
	for name, mode := range map[string]int64{
		"./usr/": 0o755, "./usr/bin/docket": 0o755, "./etc/docket/docket.env.example": 0o644,
		"./usr/lib/systemd/system/docket.service": 0o644,
		"./usr/share/doc/docket/copyright":        0o644, "./usr/share/docket/templates/invoice/template.yaml": 0o644,
	} {
		if h := headers[name]; h == nil || h.Mode != mode || h.Uid != 0 || !h.ModTime.Equal(at) {
			t.Errorf("%s is %+v, want h != nil, h.Mode = %v, h.Uid = 0 and h.ModTime.Equal(at)", name, h, mode)
		}
	}
	if sum := fmt.Sprintf("%x  usr/bin/docket\n", md5.Sum([]byte(data["./usr/bin/docket"]))); !strings.Contains(control["./md5sums"], sum) {
		t.Errorf("md5sums has no %q", sum)
	}
	unit := data["./usr/lib/systemd/system/docket.service"]
	if !strings.Contains(unit, "\nExecStart=/usr/bin/docket serve\n") || strings.Contains(unit, "/usr/local") {
		t.Errorf("the unit:\n%s, want %q in unit and no %q in unit", unit, "\nExecStart=/usr/bin/docket serve\n", "/usr/local")
	}
}

// TestDebianPackageIsReadByDpkg has dpkg look at it, where it is.
func TestDebianPackageIsReadByDpkg(t *testing.T) {
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Skip("there is no dpkg-deb here")
	}
	file := filepath.Join(t.TempDir(), "docket.deb")
	if err := os.WriteFile(file, samplePackage(t), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"--field", file, "Package", "Installed-Size"}, {"--contents", file}, {"--ctrl-tarfile", file}} {
		if out, err := exec.CommandContext(t.Context(), "dpkg-deb", args...).CombinedOutput(); err != nil {
			t.Errorf("dpkg-deb %s: %v\n%s, want no error", args[0], err, out)
		}
	}
}

// TestRecommendedPackages wants them to be those of the image with tools, and of the README.
func TestRecommendedPackages(t *testing.T) {
	for file, part := range map[string]string{
		"deployments/Dockerfile": `(?s)--no-install-recommends (.*?)&&`,
		"README.md":              `(?s)--no-install-recommends (.*?)` + "\n```",
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", file))
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(part).FindSubmatch(text)
		if found == nil {
			t.Fatalf("%s installs nothing, want found != nil", file)
		}
		var got []string
		for _, name := range strings.Fields(strings.ReplaceAll(string(found[1]), "\\\n", " ")) {
			if name != "ca-certificates" && name != "tzdata" {
				got = append(got, name)
			}
		}
		want := slices.Sorted(slices.Values(recommended))
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s installs %v, the package recommends %v, want %v", file, got, want, want)
		}
	}
}

func TestPackagedUnitRefusesAnother(t *testing.T) {
	for _, unit := range []string{"", "# no sections\n", "#\n[Unit]\nExecStart=/opt/docket serve\n"} {
		if got, err := packagedUnit([]byte(unit)); err == nil {
			t.Errorf("%q becomes %q, want an error", unit, got)
		}
	}
}

func TestDebianVersion(t *testing.T) {
	for version, want := range map[string]string{"0.2.0": "0.2.0", "0.2.0-rc.1": "0.2.0~rc.1"} {
		if got := debianVersion(version); got != want {
			t.Errorf("%s: got %s, want %s", version, got, want)
		}
	}
}
