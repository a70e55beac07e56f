package estest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// GoldenEnv is the environment variable that lets CheckGolden write, once it is "new",
// the files that are missing for new events and new versions.
const GoldenEnv = "DOCKET_GOLDEN"

// goldenFolder is where an aggregate keeps its golden files.
const goldenFolder = "testdata/events"

// What the golden bodies are sealed for: fields open only in their own place.
const goldenStream = es.StreamID("golden-demo-1")

// GoldenCommand is the command of golden bodies, in the stream golden-demo-1.
var GoldenCommand = uuid.MustParse("2d3c7a56-0f63-4b62-8d0f-b6fd1c1f2b1e")

// CheckGolden holds every version of every event of an aggregate that was ever written
// to what it once read as. testdata/events has a body as it stands on the wire for
// each (<event>.v<version>.json), and what it decodes to (.txt). A body is never
// written again; with DOCKET_GOLDEN=new those of new events and versions are made. Further
// bodies of a version, such as one with fields that came later, are named
// <event>.v<version>-<what>.json.
func CheckGolden(t *testing.T, marshal func(any) ([]byte, error), unmarshal func([]byte, any) error, register func(*es.Codec)) {
	t.Helper()
	c := es.NewCodec(marshal, unmarshal, Glass{})
	register(c)
	for _, problem := range goldenProblems(t.Context(), c, goldenFolder, os.Getenv(GoldenEnv) == "new") {
		t.Error(problem)
	}
}

// goldenProblems returns the problems of a folder of golden files.
func goldenProblems(ctx context.Context, c *es.Codec, dir string, write bool) (problems []error) {
	for name, newest := range c.EventVersions() {
		for v := 1; v <= newest; v++ {
			path := filepath.Join(dir, fmt.Sprintf("%s.v%d", name, v))
			problems = append(problems, goldenKind(ctx, c, path, name, v, write && v == newest))
			if v == newest && isOlderThanCommitments(ctx, c, path+".json", name, v) {
				problems = append(problems, goldenKind(ctx, c, path+committedBody, name, v, write))
			}
		}
	}
	problems = append(problems, goldenVariants(ctx, c, dir)...)
	problems = append(problems, unregisteredFiles(c, dir)...)
	out := problems[:0]
	for _, p := range problems {
		if p != nil {
			out = append(out, p)
		}
	}
	return out
}

// committedBody ends the name of a further body whose sealed fields have commitments; the first body of the
// version is older than these.
const committedBody = "-committed"

// isOlderThanCommitments reports whether a golden body has no commitments, and would have some if it was written now.
func isOlderThanCommitments(ctx context.Context, c *es.Codec, path, name string, version int) bool {
	commitment := []byte(`,"c":"`)
	body, err := os.ReadFile(path)
	if err != nil || bytes.Contains(body, commitment) {
		return false
	}
	now, err := goldenBody(ctx, c, goldenEnvelope(name, version))
	return err == nil && bytes.Contains(now, commitment)
}

var goldenName = regexp.MustCompile(`^(.+)\.v([0-9]+)(-[a-z-]+)?\.(json|txt)$`)

// goldenVariants compares the further bodies of versions with their files.
func goldenVariants(ctx context.Context, c *es.Codec, dir string) (problems []error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return []error{err}
	}
	for _, e := range entries {
		if m := goldenName.FindStringSubmatch(e.Name()); m != nil && m[3] != "" && m[4] == "json" {
			version, _ := strconv.Atoi(m[2])
			problems = append(problems, goldenKind(ctx, c, filepath.Join(dir, m[1]+".v"+m[2]+m[3]), m[1], version, false))
		}
	}
	return problems
}

// unregisteredFiles returns a problem for each golden file of an event that is not
// registered.
func unregisteredFiles(c *es.Codec, dir string) (problems []error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return []error{err}
	}
	for _, e := range entries {
		m := goldenName.FindStringSubmatch(e.Name())
		if m == nil {
			problems = append(problems, fmt.Errorf("%s is no golden file", e.Name()))
			continue
		}
		if v, _ := strconv.Atoi(m[2]); v < 1 || v > c.EventVersions()[m[1]] {
			problems = append(problems, fmt.Errorf("%s: version %d of %s is not registered, but logs may hold it: register it again",
				e.Name(), v, m[1]))
		}
	}
	return problems
}

// goldenEnvelope returns the envelope that golden bodies are sealed in.
func goldenEnvelope(name string, version int) es.Envelope {
	return es.Envelope{ID: uuid.NewSHA1(GoldenCommand, fmt.Appendf(nil, "%s\n0", goldenStream)), Stream: goldenStream, Version: 1,
		Type: name, Schema: version}
}

// goldenKind compares one version of an event with its files, whose path is without extension.
func goldenKind(ctx context.Context, c *es.Codec, path, name string, version int, write bool) error {
	env := goldenEnvelope(name, version)
	var err error
	env.Body, err = readGolden(path+".json", write, func() ([]byte, error) { return goldenBody(ctx, c, env) })
	if err != nil {
		return fmt.Errorf("%s version %d has no golden body: %w; see CONTRIBUTING", name, version, err)
	}
	decoded, err := c.Decode(ctx, env)
	if err != nil {
		return fmt.Errorf("%s.json does not decode: %w", path, err)
	}
	now := RenderValue(decoded)
	was, err := readGolden(path+".txt", write || os.Getenv(GoldenEnv) == "new", func() ([]byte, error) { return now, nil })
	if err != nil {
		return fmt.Errorf("%s version %d has no golden reading: %w; see CONTRIBUTING", name, version, err)
	}
	if !bytes.Equal(bytes.TrimSpace(was), bytes.TrimSpace(now)) {
		return fmt.Errorf("%s.json, which was written once, reads otherwise now\nthen:\n%s\nnow:\n%s", path, was, now)
	}
	return nil
}

// readGolden reads a file, or writes it when it is missing and write allows it.
func readGolden(path string, write bool, content func() ([]byte, error)) ([]byte, error) {
	b, err := os.ReadFile(path)
	if !errors.Is(err, fs.ErrNotExist) || !write {
		return bytes.TrimSuffix(b, []byte("\n")), err
	}
	if b, err = content(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	return b, os.WriteFile(path, append(bytes.Clone(b), '\n'), 0o644)
}

// goldenBody writes an event whose every field is set, by way of a store.
func goldenBody(ctx context.Context, c *es.Codec, env es.Envelope) ([]byte, error) {
	env.Body = []byte("{}")
	empty, err := c.Decode(ctx, env)
	if err != nil {
		return nil, err
	}
	store := NewStore()
	decide := func(struct{}) ([]es.Event, error) { return []es.Event{filledCopy(empty)}, nil }
	d := es.Decider[struct{}]{Evolve: func(s struct{}, _ es.Event) struct{} { return s }}
	cmd := es.Command{Stream: goldenStream, Meta: es.Meta{Command: GoldenCommand}}
	if _, err := es.Decide(ctx, &es.Log{Store: store, Codec: c}, d, cmd, decide); err != nil {
		return nil, err
	}
	for stored, err := range store.Stream(ctx, goldenStream, 0) {
		return stored.Body, err
	}
	return nil, errors.New("nothing was stored")
}
