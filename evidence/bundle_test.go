package evidence_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/evidence"
)

// memory is a store of a tree, in memory.
type memory struct {
	state evidence.State
	tiles map[[2]int64]evidence.Tile
	notes [][]byte
}

func (m *memory) State(context.Context) (evidence.State, error) { return m.state, nil }

func (m *memory) Tile(_ context.Context, level int, index int64) ([]byte, error) {
	return m.tiles[[2]int64{int64(level), index}].Hashes, nil
}

func (m *memory) TileOf(_ context.Context, at es.Position) (index int64, first es.Position, err error) {
	for key, t := range m.tiles {
		if key[0] == 0 && t.First <= at && t.First >= first {
			index, first = t.Index, t.First
		}
	}
	return index, first, nil
}

func (m *memory) SaveTree(_ context.Context, from, to evidence.State, tiles []evidence.Tile) error {
	if m.state != from {
		return evidence.ErrStateMoved
	}
	m.state = to
	for _, t := range tiles {
		key := [2]int64{int64(t.Level), t.Index}
		t.Hashes = slices.Clone(t.Hashes)
		if was, known := m.tiles[key]; known {
			t.First = was.First
		}
		m.tiles[key] = t
	}
	return nil
}

func (m *memory) ResetTree(context.Context) error {
	*m = memory{tiles: map[[2]int64]evidence.Tile{}}
	return nil
}

func (m *memory) DropCheckpoint(context.Context, []byte) error { return nil }

func (m *memory) KeepCheckpoint(_ context.Context, _ int64, note []byte) error {
	m.notes = append(m.notes, note)
	return nil
}

func (m *memory) LastCheckpoint(context.Context) ([]byte, error) { return m.notes[len(m.notes)-1], nil }

func (m *memory) EachCheckpoint(_ context.Context, f func(note []byte) error) error {
	for _, n := range m.notes {
		if err := f(n); err != nil {
			return err
		}
	}
	return nil
}

// A bundler is a log whose events are bundled.
type bundler struct {
	log     es.Store
	tree    *memory
	notary  *evidence.Notary
	witness *evidence.Witness
	policy  string
	open    evidence.Opener
}

// newBundler fills a log of many streams, of which stream "file-demo-7" has more events than others, and all
// over the log.
func newBundler(t testing.TB, events int) *bundler {
	t.Helper()
	dir := t.TempDir()
	b := &bundler{log: estest.NewStore(), tree: &memory{tiles: map[[2]int64]evidence.Tile{}}}
	var err error
	if b.notary, _, err = evidence.OpenNotary(dir+"/notary.key", dir+"/checkpoints.txt"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.notary.Close() })
	key, text, err := evidence.ReadVerifierKey(dir + "/notary.key")
	if err == nil {
		err = evidence.MakeWitness("witness.example/legal", dir+"/witness.key", dir+"/witness")
	}
	if err == nil {
		b.witness, err = evidence.OpenWitness(dir+"/witness.key", dir+"/witness", []note.Verifier{key})
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.witness.Close() })
	b.policy = fmt.Sprintf("# whom we trust\nlog %s\nwitness legal %s\ngroup outside 1 legal\nquorum outside\n", text, b.witness.Key())
	versions := map[es.StreamID]uint64{}
	for i := range events {
		stream := es.StreamID(fmt.Sprintf("file-demo-%d", i%97))
		if i%5 == 0 {
			stream = "file-demo-7"
		}
		b.append(t, stream, versions[stream], "component.overridden", sealedBody(i))
		versions[stream]++
	}
	return b
}

// valueOf returns the salt and the value that the event with a number commits to.
func valueOf(number int) (salt, value []byte) {
	sum := sha256.Sum256(fmt.Append(nil, number))
	return sum[:es.SaltSize], fmt.Appendf(nil, `{"name":"Invoice_Total","value":"%d.00"}`, number)
}

// sealedBody returns a body as the codec writes it; every third number is of an event from before commitments.
func sealedBody(number int) string {
	if number%3 == 0 {
		return fmt.Sprintf(`{"number":%d,"override":{"s":"demo/file.7","b":"AAAA"}}`, number)
	}
	sum := es.CommitmentOf(valueOf(number))
	return fmt.Sprintf(`{"number":%d,"override":{"s":"demo/file.7","b":"AAAA","c":"%s"}}`, number,
		base64.StdEncoding.EncodeToString(sum[:]))
}

// openValues shows the value of each event that commits to one.
func openValues(_ context.Context, e es.Envelope) ([]es.OpenedField, error) {
	var body struct {
		Number   int
		Override struct{ C []byte }
	}
	if err := json.Unmarshal(e.Body, &body); err != nil || body.Override.C == nil {
		return nil, err
	}
	salt, value := valueOf(body.Number)
	return []es.OpenedField{{Name: "override", Salt: salt, Value: value}}, nil
}

func (b *bundler) append(t testing.TB, stream es.StreamID, expect uint64, kind, body string) es.Position {
	t.Helper()
	meta := es.Meta{Actor: "f1f0c2b6-5d7e-4c3a-8f21-0b1c2d3e4f04", Workspace: "demo", Command: uuid.New()}
	r, err := b.log.Append(t.Context(), stream, expect,
		[]es.Envelope{{ID: uuid.New(), Type: kind, Schema: 1, Meta: meta, Body: []byte(body)}})
	if err != nil {
		t.Fatal(err)
	}
	return r.Position
}

// makeBundle commits to the heads of the log, and bundles streams.
func (b *bundler) makeBundle(t testing.TB, streams ...es.StreamID) *evidence.Bundle {
	t.Helper()
	h, err := evidence.ReadHeads(t.Context(), b.log)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := h.Tree()
	if err != nil {
		t.Fatal(err)
	}
	at := b.append(t, es.StreamID("log-demo-"+uuid.NewString()), 0, evidence.HeadsCommitted,
		fmt.Sprintf(`{"position":%d,"streams":%d,"root":"%s"}`, h.Position, tree.N, tree.Hash))
	b.append(t, es.StreamID("file-late-"+uuid.NewString()), 0, "file.uploaded", "{}")
	bundle, err := evidence.MakeBundle(t.Context(), b.tree, b.log, h, at, streams, b.sign(t), b.open)
	if err != nil {
		t.Fatal(err)
	}
	return bundle
}

// sign has the log signed, by the witness too.
func (b *bundler) sign(t testing.TB) []byte {
	t.Helper()
	builder, err := evidence.NewBuilder(t.Context(), b.tree)
	if err == nil {
		err = builder.CatchUp(t.Context(), b.log)
	}
	if err != nil {
		t.Fatal(err)
	}
	size := builder.State().Size
	root, err := evidence.TreeAt(t.Context(), b.tree, size)
	if err != nil {
		t.Fatal(err)
	}
	older, _ := b.notary.Last()
	prove := func(older int64) (tlog.TreeProof, error) {
		return evidence.ProveConsistency(t.Context(), b.tree, size, older)
	}
	signed, err := b.notary.Sign(root, prove)
	if err != nil {
		t.Fatal(err)
	}
	ask := evidence.WitnessRequest{Old: older.N, Note: signed}
	if older.N > 0 {
		if ask.Proof, err = prove(older.N); err != nil {
			t.Fatal(err)
		}
	}
	line, err := b.witness.AddCheckpoint(ask)
	if err != nil {
		t.Fatal(err)
	}
	return append(signed, line...)
}

// verifyBoth has both verifiers judge a bundle, and reports what both say. They must agree, and the one in
// Python must not break.
func verifyBoth(t testing.TB, bundle []byte, policy string) (holds bool, why string) {
	t.Helper()
	p, err := evidence.ParsePolicy(policy)
	if err != nil {
		t.Fatal(err)
	}
	_, err = evidence.VerifyBundle(bundle, p)
	dir := t.TempDir()
	for name, text := range map[string]string{"bundle.zip": string(bundle), "policy.txt": policy, "verify.py": evidence.BundleProgram()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.CommandContext(t.Context(), "python3", "-I", "verify.py", "bundle.zip", "policy.txt", "--events")
	c.Dir = dir
	out, failed := c.CombinedOutput()
	var exit *exec.ExitError
	if failed != nil && (!errors.As(failed, &exit) || exit.ExitCode() != 1 || !bytes.HasPrefix(out, []byte("The bundle does not hold: "))) {
		t.Fatalf("verify.py broke: %v\n%s, want exit code 1 and what does not hold", failed, out)
	}
	if (err == nil) != (failed == nil) {
		t.Errorf("docket says %v, verify.py says %s, want the same verdict", err, out)
	}
	return err == nil && failed == nil, fmt.Sprint(err, "\n", string(out))
}

func needPython(t testing.TB) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed")
	}
}

// TestBundlesHold makes bundles of logs of many sizes, and of one, two and all streams.
func TestBundlesHold(t *testing.T) {
	needPython(t)
	for _, events := range []int{1, 2, 3, 97, 256, 257, 700} {
		b := newBundler(t, events)
		streams := [][]es.StreamID{{"file-demo-7"}}
		if events > 97 {
			streams = append(streams, []es.StreamID{"file-demo-1", "file-demo-7", "file-demo-96"})
		}
		for _, s := range streams {
			encoded, err := b.makeBundle(t, s...).Encode()
			if err != nil {
				t.Fatal(err)
			}
			if holds, why := verifyBoth(t, encoded, b.policy); !holds {
				t.Fatalf("%d events, %v: %s, want holds", events, s, why)
			}
			p, _ := evidence.ParsePolicy(b.policy)
			r, _ := evidence.VerifyBundle(encoded, p)
			if strings.Contains(mustFiles(t, encoded)["events.jsonl"], `"opened"`) {
				t.Error("values are in a bundle that nobody asked for")
			}
			if !slices.Equal(r.StreamNames(), s) || len(r.Witnesses) != 1 || r.Events[0].Type != "component.overridden" {
				t.Errorf("got %v, %v, want %v", r.StreamNames(), r.Witnesses, s)
			}
		}
	}
}

// mustFiles returns the files of a bundle.
func mustFiles(t testing.TB, bundle []byte) map[string]string {
	t.Helper()
	files, err := evidence.DecodeZip(bundle)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestOpenedValuesAreProven wants values beside events where these commit to them, and no others.
func TestOpenedValuesAreProven(t *testing.T) {
	needPython(t)
	b := newBundler(t, 40)
	b.open = openValues
	encoded, err := b.makeBundle(t, "file-demo-7").Encode()
	if err != nil {
		t.Fatal(err)
	}
	holds, why := verifyBoth(t, encoded, b.policy)
	if !holds || !strings.Contains(why, `override = {"name":"Invoice_Total","value":"5.00"}`) {
		t.Fatalf("got %s, want the value of event 5", why)
	}
	p, _ := evidence.ParsePolicy(b.policy)
	r, err := evidence.VerifyBundle(encoded, p)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range r.Events[:len(r.Events)-1] {
		want, _ := openValues(t.Context(), es.Envelope{Body: e.Body})
		if len(e.Opened) != len(want) || len(want) > 0 && string(e.Opened[0].Value) != string(want[0].Value) {
			t.Errorf("event %d: got %s, want %s", e.Index, e.Opened, want)
		}
	}
	salt, value := valueOf(5)
	files := mustFiles(t, encoded)
	events, shown := files["events.jsonl"], openedText(es.OpenedField{Name: "override", Salt: salt, Value: value})
	if strings.Count(events, shown) != 1 {
		t.Fatalf("%s is not once in %s, want 1", shown, events)
	}
	for name, o := range map[string]es.OpenedField{
		"another value":           {Name: "override", Salt: salt, Value: []byte(`{"name":"Invoice_Total","value":"6.00"}`)},
		"a salt of the value":     {Name: "override", Salt: append(slices.Clone(salt), value[0]), Value: value[1:]},
		"a value of the salt":     {Name: "override", Salt: salt[:15], Value: append([]byte{salt[15]}, value...)},
		"a field without a value": {Name: "number", Salt: salt, Value: value},
		"no field":                {Name: "nothing", Salt: salt, Value: value},
		"another salt":            {Name: "override", Salt: make([]byte, es.SaltSize), Value: value},
	} {
		files["events.jsonl"] = strings.Replace(events, shown, openedText(o), 1)
		forged, err := evidence.EncodeFiles(files)
		if err != nil {
			t.Fatal(err)
		}
		if holds, why := verifyBoth(t, forged, b.policy); holds {
			t.Errorf("%s holds: %s, want not holds", name, why)
		}
	}
}

// openedText returns an opened value as it stands in a bundle.
func openedText(o es.OpenedField) string {
	return fmt.Sprintf(`{"field":"%s","salt":"%s","value":"%s"}`, o.Name, base64.StdEncoding.EncodeToString(o.Salt),
		base64.StdEncoding.EncodeToString(o.Value))
}

// readFirstBundle returns a bundle of the first form, and a policy for which it holds.
func readFirstBundle(t *testing.T) (bundle []byte, policy string) {
	t.Helper()
	bundle, err := os.ReadFile("testdata/bundle-1.zip")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("testdata/bundle-1.policy.txt")
	if err != nil {
		t.Fatal(err)
	}
	return bundle, string(text)
}

// TestFirstBundlesHold verifies a bundle that the first program to make some has made.
func TestFirstBundlesHold(t *testing.T) {
	needPython(t)
	bundle, policy := readFirstBundle(t)
	if holds, why := verifyBoth(t, bundle, policy); !holds {
		t.Error(why)
	}
	files := mustFiles(t, bundle)
	own, err := evidence.EncodeFiles(files)
	if err != nil {
		t.Fatal(err)
	}
	if holds, _ := verifyBoth(t, own, policy); holds {
		t.Error("a bundle with another program than that of its form holds")
	}
}

// A mutation changes the files of a bundle, or reports that it cannot.
type mutation struct {
	name   string
	change func(r *rand.Rand, files map[string]string) bool
}

// mutateLine changes one line of a file; f returns what is in its place.
func mutateLine(file string, f func(r *rand.Rand, lines []string, at int) []string) func(*rand.Rand, map[string]string) bool {
	return func(r *rand.Rand, files map[string]string) bool {
		lines := strings.SplitAfter(strings.TrimSuffix(files[file], "\n"), "\n")
		before := files[file]
		files[file] = strings.Join(f(r, lines, r.IntN(len(lines))), "")
		return files[file] != before
	}
}

func dropLine(_ *rand.Rand, lines []string, at int) []string { return slices.Delete(lines, at, at+1) }

func repeatLine(_ *rand.Rand, lines []string, at int) []string {
	return slices.Insert(lines, at, lines[at])
}

func swapLines(r *rand.Rand, lines []string, at int) []string {
	other := r.IntN(len(lines))
	lines[at], lines[other] = lines[other], lines[at]
	return lines
}

// flipByte changes a bit somewhere in a text.
func flipByte(r *rand.Rand, text string) string {
	b := []byte(text)
	b[r.IntN(len(b))] ^= 1 << r.IntN(8)
	return string(b)
}

func flipIn(file string) func(*rand.Rand, map[string]string) bool {
	return func(r *rand.Rand, files map[string]string) bool {
		files[file] = flipByte(r, files[file])
		return true
	}
}

// otherBody puts another body, with an entry that fits it, in the place of one.
func otherBody(r *rand.Rand, lines []string, at int) []string {
	parts := strings.Split(lines[at], `"`)
	entry, _ := base64.StdEncoding.DecodeString(parts[5])
	body := []byte(fmt.Sprintf(`{"number":%d}`, 1e6+r.IntN(1000)))
	sum := sha256.Sum256(body)
	copy(entry[len(entry)-len(sum):], sum[:])
	parts[5], parts[9] = base64.StdEncoding.EncodeToString(entry), base64.StdEncoding.EncodeToString(body)
	lines[at] = strings.Join(parts, `"`)
	return lines
}

// otherOpened puts another value in the place of an opened one, and leaves a line without any as it is.
func otherOpened(r *rand.Rand, lines []string, at int) []string {
	before, opened, found := strings.Cut(lines[at], `,"value":"`)
	if found {
		value, end, _ := strings.Cut(opened, `"`)
		lines[at] = before + `,"value":"` + base64.StdEncoding.EncodeToString([]byte(flipByte(r, value))) + `"` + end
	}
	return lines
}

// leaveOpenedOut leaves out an opened value, as whoever passes a bundle on may: what is left holds.
func leaveOpenedOut(events string) string {
	before, opened, _ := strings.Cut(events, `,"opened":[`)
	_, after, _ := strings.Cut(opened, "]")
	return before + after
}

// TestNoMutatedBundleHolds changes a bundle in hundreds of ways. With each change of a file the manifest and the
// archive are written anew, so that they do not tell.
func TestNoMutatedBundleHolds(t *testing.T) {
	needPython(t)
	b, other := newBundler(t, 300), newBundler(t, 300)
	b.open, other.open = openValues, openValues
	good, err := b.makeBundle(t, "file-demo-7", "file-demo-3").Encode()
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := other.makeBundle(t, "file-demo-7", "file-demo-3").Encode()
	if err != nil {
		t.Fatal(err)
	}
	page := openBundlePage(t)
	if holds, why := verifyBoth(t, good, b.policy); !holds {
		t.Fatal(why)
	}
	if refusal := page.verify(good, b.policy); refusal != "" {
		t.Fatal("in the browser: ", refusal)
	}
	if holds, _ := verifyBoth(t, foreign, b.policy); holds || page.verify(foreign, b.policy) == "" {
		t.Error("a bundle of another log holds")
	}
	redacted := mustFiles(t, good)
	redacted["events.jsonl"] = leaveOpenedOut(redacted["events.jsonl"])
	if less, err := evidence.EncodeFiles(redacted); err != nil {
		t.Error(err)
	} else if holds, why := verifyBoth(t, less, b.policy); !holds || page.verify(less, b.policy) != "" {
		t.Error("a bundle without one of its values: ", why, page.verify(less, b.policy))
	}
	strangers, err := evidence.DecodeZip(foreign)
	if err != nil {
		t.Fatal(err)
	}
	take := func(file string) func(*rand.Rand, map[string]string) bool {
		return func(_ *rand.Rand, files map[string]string) bool { files[file] = strangers[file]; return true }
	}
	mutations := []mutation{{"checkpoint of another log", take("checkpoint.txt")}, {"events of another log", take("events.jsonl")},
		{"proof of another log", take("proof.txt")}, {"heads of another log", take("heads.txt")}}
	for _, file := range []string{"events.jsonl", "proof.txt", "heads.txt", "checkpoint.txt"} {
		mutations = append(mutations, mutation{"a bit of " + file, flipIn(file)},
			mutation{"a line left out of " + file, mutateLine(file, dropLine)},
			mutation{"a line twice in " + file, mutateLine(file, repeatLine)},
			mutation{"lines swapped in " + file, mutateLine(file, swapLines)})
	}
	mutations = append(mutations, mutation{"another body", mutateLine("events.jsonl", otherBody)},
		mutation{"another value", mutateLine("events.jsonl", otherOpened)},
		mutation{"another README", flipIn("README.txt")}, mutation{"another program", flipIn("verify.py")},
		mutation{"lines of both proofs", func(_ *rand.Rand, files map[string]string) bool {
			files["proof.txt"] += files["heads.txt"]
			return true
		}})
	r := rand.New(rand.NewPCG(7, 19))
	for i := range mutatedBundles() {
		name, mutated := "a byte of the archive", []byte(flipByte(r, string(good)))
		if i%3 > 0 {
			m := mutations[i/3%len(mutations)]
			files, _ := evidence.DecodeZip(good)
			if !m.change(r, files) {
				continue
			}
			name = m.name
			if mutated, err = evidence.EncodeFiles(files); err != nil {
				t.Fatal(err)
			}
		}
		if i%31 == 30 {
			name, mutated = "cut off", good[:r.IntN(len(good))]
		}
		if holds, why := verifyBoth(t, mutated, b.policy); holds {
			t.Errorf("mutation %d, %s, holds: %s, want not holds", i, name, why)
		}
		if page.verify(mutated, b.policy) == "" {
			t.Errorf(`mutation %d, %s, holds in the browser, want other than ""`, i, name)
		}
	}
}

// mutatedBundles returns how many bundles are mutated: 500 in a long run.
func mutatedBundles() int {
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		return 500
	}
	return 60
}

// FuzzVerifyBundle wants a bundle to hold as it is, and as nothing else.
func FuzzVerifyBundle(f *testing.F) {
	b := newBundler(f, 20)
	good, err := b.makeBundle(f, "file-demo-7").Encode()
	if err != nil {
		f.Fatal(err)
	}
	p, err := evidence.ParsePolicy(b.policy)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(good[:len(good)/2])
	f.Fuzz(func(t *testing.T, bundle []byte) {
		if _, err := evidence.VerifyBundle(bundle, p); (err == nil) != bytes.Equal(bundle, good) {
			t.Errorf("got %v for %d bytes, want an error unless the bundle is %d good ones",
				err, len(bundle), len(good))
		}
	})
}

// FuzzParsePolicy wants a policy to be refused or to have a quorum that can be asked for.
func FuzzParsePolicy(f *testing.F) {
	b := newBundler(f, 1)
	signed := b.sign(f)
	f.Add(b.policy)
	f.Add("log x\nquorum none\n")
	f.Add("group a any a\nquorum a")
	f.Fuzz(func(_ *testing.T, text string) {
		if p, err := evidence.ParsePolicy(text); err == nil {
			_, _, _ = p.Open(signed)
		}
	})
}

func TestPolicyAsksForAQuorum(t *testing.T) {
	b := newBundler(t, 1)
	signed := b.sign(t)
	log, rest, _ := strings.Cut(strings.TrimPrefix(b.policy, "# whom we trust\n"), "\n")
	witness, _, _ := strings.Cut(rest, "\n")
	stranger := strings.Replace(newBundler(t, 1).policy, "witness legal", "witness other", 1)
	other := strings.Split(stranger, "\n")[2]
	for _, c := range []struct{ name, text, want string }{
		{"none", log + "\nquorum none\n", ""},
		{"one", log + "\n" + witness + "\nquorum legal\n", ""},
		{"any of two", strings.Join([]string{log, witness, other, "group g any legal other", "quorum g"}, "\n"), ""},
		{"both", strings.Join([]string{log, witness, other, "group g all legal other", "quorum g"}, "\n"), "quorum"},
		{"the other", strings.Join([]string{log, witness, other, "quorum other"}, "\n"), "quorum"},
		{"another log", strings.Split(stranger, "\n")[1] + "\nquorum none", "of a log that the policy names"},
		{"no quorum", log, "quorum"}, {"no log", witness + "\nquorum legal", "log"},
		{"unknown quorum", log + "\nquorum legal", "no witness or group"},
		{"too many wanted", strings.Join([]string{log, witness, "group g 2 legal", "quorum g"}, "\n"), "cannot be"},
		{"twice", strings.Join([]string{log, witness, "group g 2 legal legal", "quorum g"}, "\n"), "twice"},
		{"itself", strings.Join([]string{log, witness, "group g 1 g", "quorum g"}, "\n"), "no witness or group"},
		{"taken", strings.Join([]string{log, witness, witness, "quorum legal"}, "\n"), "taken"},
		{"something else", log + "\nwitnesses\nquorum none", "not log, witness, group or quorum"},
	} {
		p, err := evidence.ParsePolicy(c.text)
		if err == nil {
			_, _, err = p.Open(signed)
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}
