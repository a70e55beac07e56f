package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/opencontainers/go-digest"
	v1 "github.com/opencontainers/image-spec/specs-go/v1"
)

// sampleImage returns the files of an image of a pretended program.
func sampleImage(t *testing.T) map[string][]byte {
	t.Helper()
	r := release{root: filepath.Join("..", ".."), version: "1.2.3", commit: "0123456789ab", time: at, texts: []byte("texts")}
	i, err := r.docketImage(binary{target: target{"linux", "arm64"}, content: []byte("program")})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := i.writeTo(&b); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for tr := tar.NewReader(&b); ; {
		h, err := tr.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		if files[h.Name], err = io.ReadAll(tr); err != nil {
			t.Fatal(err)
		}
	}
}

func decode[T any](t *testing.T, content []byte) (value T) {
	t.Helper()
	if err := json.Unmarshal(content, &value); err != nil {
		t.Fatalf("%v in %q, want no error", err, content)
	}
	return value
}

// blob returns the blob that a descriptor names, after a look at its size and digest.
func blob(t *testing.T, files map[string][]byte, d v1.Descriptor) []byte {
	t.Helper()
	content := files[blobPath(d.Digest)]
	if int64(len(content)) != d.Size || digest.FromBytes(content) != d.Digest {
		t.Errorf("%s: %d bytes of digest %s, want %d", d.Digest, len(content), digest.FromBytes(content), d.Size)
	}
	return content
}

func TestImageLayout(t *testing.T) {
	files := sampleImage(t)
	if got := decode[v1.ImageLayout](t, files["oci-layout"]); got.Version != "1.0.0" {
		t.Errorf("the layout has version %q, want %q", got.Version, "1.0.0")
	}
	index := decode[v1.Index](t, files["index.json"])
	if len(index.Manifests) != 1 || index.Manifests[0].Platform.Architecture != "arm64" ||
		index.Manifests[0].Annotations[v1.AnnotationRefName] != "docket:1.2.3" {
		t.Fatalf("index: %s, want docket:1.2.3 for arm64", files["index.json"])
	}
	manifest := decode[v1.Manifest](t, blob(t, files, index.Manifests[0]))
	config := decode[v1.Image](t, blob(t, files, manifest.Config))
	if config.OS != "linux" || config.Architecture != "arm64" || !config.Created.Equal(at) ||
		config.Config.Labels[v1.AnnotationRevision] != "0123456789ab" {
		t.Errorf("config: %+v, want linux on arm64, with its revision", config)
	}
	if len(manifest.Layers) != 2 || len(config.RootFS.DiffIDs) != 2 {
		t.Fatalf("%d layers, %d of them in the config, want 2", len(manifest.Layers), len(config.RootFS.DiffIDs))
	}
	all := map[string]*tar.Header{}
	for n, layer := range manifest.Layers {
		packed := blob(t, files, layer)
		if got := digest.FromBytes(unzipped(t, packed)); got != config.RootFS.DiffIDs[n] {
			t.Errorf("layer %d has the digest %s, the config says %s, want %v", n, got, config.RootFS.DiffIDs[n], config.RootFS.DiffIDs[n])
		}
		headers, _ := untar(t, packed)
		for name, h := range headers {
			all[name] = h
		}
	}
	for name, want := range map[string]struct {
		mode  int64
		owner int
	}{"usr/local/bin/docket": {0o755, 0}, "var/lib/docket/": {0o700, imageUser}, "tmp/": {0o1777, 0}, "etc/passwd": {0o644, 0}} {
		if h := all[name]; h == nil || h.Mode != want.mode || h.Uid != want.owner || h.Gid != want.owner {
			t.Errorf("%s is %+v, want %+v", name, h, want)
		}
	}
	if h := all["etc/ssl/certs/ca-certificates.crt"]; h == nil || h.Size < 100_000 {
		t.Errorf("certificates: %+v, want h != nil and h.Size at least 100_000", h)
	}
	docker := decode[[]struct {
		Config           string
		RepoTags, Layers []string
	}](t, files["manifest.json"])
	if len(docker) != 1 || docker[0].Config != blobPath(manifest.Config.Digest) ||
		docker[0].Layers[1] != blobPath(manifest.Layers[1].Digest) || !slices.Equal(docker[0].RepoTags, []string{"docket:1.2.3"}) {
		t.Errorf("manifest.json: %s, want the layers of docket:1.2.3", files["manifest.json"])
	}
	if again := sampleImage(t); !reflect.DeepEqual(files, again) {
		t.Error("a second image has other bytes")
	}
}

func unzipped(t *testing.T, packed []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// TestImageStartsAsThatOfTheDockerfile compares the configuration with the target docket of
// deployments/Dockerfile.
func TestImageStartsAsThatOfTheDockerfile(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("..", "..", "deployments", "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	_, target, _ := strings.Cut(strings.ReplaceAll(string(content), "\\\n", " "), "AS docket\n")
	target, _, _ = strings.Cut(target, "\nFROM ")
	instruction := func(name string) []string {
		found := regexp.MustCompile(`(?m)^` + name + ` (.*)$`).FindStringSubmatch(target)
		if found == nil {
			t.Fatalf("the Dockerfile has no %s, want found != nil", name)
		}
		return strings.Fields(found[1])
	}
	list := func(words []string) (list []string) { return decode[[]string](t, []byte(strings.Join(words, " "))) }
	c := docketConfig()
	for _, variable := range instruction("ENV") {
		if !slices.Contains(c.Env, variable) {
			t.Errorf("the image has no %s", variable)
		}
	}
	if got, want := len(c.Env), len(instruction("ENV"))+2; got != want {
		t.Errorf("%d variables, want those of the Dockerfile, PATH and SSL_CERT_FILE: %d", got, want)
	}
	if !slices.Equal(c.Entrypoint, list(instruction("ENTRYPOINT"))) || !slices.Equal(c.Cmd, list(instruction("CMD"))) {
		t.Errorf("it starts with %v %v", c.Entrypoint, c.Cmd)
	}
	if got := []string{c.User, c.StopSignal}; got[0] != instruction("USER")[0] || got[1] != instruction("STOPSIGNAL")[0] {
		t.Errorf("user and signal are %v, want those of the Dockerfile", got)
	}
	for _, port := range instruction("EXPOSE") {
		if _, ok := c.ExposedPorts[port+"/tcp"]; !ok {
			t.Errorf("port %s is not exposed", port)
		}
	}
	if _, ok := c.Volumes[instruction("VOLUME")[0]]; !ok {
		t.Errorf("the volumes are %v, want those of the Dockerfile", c.Volumes)
	}
	check := instruction("HEALTHCHECK")
	for option, got := range map[string]time.Duration{
		"--interval=": c.Healthcheck.Interval, "--timeout=": c.Healthcheck.Timeout, "--start-period=": c.Healthcheck.StartPeriod,
	} {
		n := slices.IndexFunc(check, func(word string) bool { return strings.HasPrefix(word, option) })
		if want, err := time.ParseDuration(strings.TrimPrefix(check[max(n, 0)], option)); err != nil || got != want {
			t.Errorf("%s%s, want %s, %v", option, got, want, err)
		}
	}
	if got, want := c.Healthcheck.Test, append([]string{"CMD"}, list(check[slices.Index(check, "CMD")+1:])...); !slices.Equal(got, want) {
		t.Errorf("health is %v, want %v", got, want)
	}
}
