package tamper

import (
	"context"
	cryptorand "crypto/rand"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/witness"
	"github.com/seed-62a36931/docket/internal/service/servicetest"
)

// TestWitnessOutlivesKills kills docket witness (SIGKILL) again and again while several continuations of one log, all
// signed with the log's own key, ask it to sign at the same time. Whatever it has signed, before and after any kill, is of
// one history, and it remembers all of it.
func TestWitnessOutlivesKills(t *testing.T) {
	folder := t.TempDir()
	secret, public, err := note.GenerateKey(cryptorand.Reader, "log.example")
	if err != nil {
		t.Fatal(err)
	}
	signer, err := note.NewSigner(secret)
	if err != nil {
		t.Fatal(err)
	}
	key := filepath.Join(folder, "log.pub")
	if err := os.WriteFile(key, []byte(public+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	state := filepath.Join(folder, "state")
	args := []string{"witness", "--listen", "127.0.0.1:0", "--state", state, "--log", key}
	k := &killedWitness{signer: signer, key: state + ".key.pub", log: &madeUpTree{}, client: &http.Client{Transport: &http.Transport{}}}
	more := []string{"--new", "--name", "witness.example"}
	r := rand.New(rand.NewPCG(19, 7))
	for round := range killRounds() {
		p := startWitness(t, append(args, more...)...)
		more = nil
		k.expectOneHistory(t, p.address)
		k.askUntilKilled(t, round, p, r.IntN(20), time.Duration(r.IntN(2000))*time.Microsecond)
	}
	p := startWitness(t, args...)
	k.expectOneHistory(t, p.address)
	p.kill(t)
	if len(k.cosigned) == 0 {
		t.Error("nothing was ever signed")
	}
	t.Logf("%d checkpoints signed, the last of %d events", len(k.cosigned), len(k.log.roots))
}

// A witnessProcess is docket witness as a process of its own.
type witnessProcess struct {
	cmd     *exec.Cmd
	address string
}

// startWitness starts docket witness, and returns it when it listens.
func startWitness(t *testing.T, args ...string) *witnessProcess {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := servicetest.NewCommand(context.WithoutCancel(t.Context()), args...)
	cmd.Stderr = write
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = write.Close()
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	var told []byte
	part := make([]byte, 1024)
	for {
		n, err := read.Read(part)
		told = append(told, part[:n]...)
		if m := regexp.MustCompile(`address=(\S+)`).FindSubmatch(told); m != nil {
			go func() { _, _ = io.Copy(io.Discard, read); _ = read.Close() }()
			return &witnessProcess{cmd, "http://" + string(m[1])}
		}
		if err != nil {
			t.Fatalf("the witness does not start: %v, %s", err, told)
		}
	}
}

// kill ends the process as a power cut does.
func (p *witnessProcess) kill(t *testing.T) {
	t.Helper()
	if err := p.cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	var killed *exec.ExitError
	if err := p.cmd.Wait(); !errors.As(err, &killed) {
		t.Errorf("the witness ended by itself: %v", err)
	}
}

// A madeUpTree is the tree over leaves that nobody stores.
type madeUpTree struct {
	hashes []tlog.Hash // as tlog stores them
	roots  []tlog.Hash // by size, of one leaf on
}

// ReadHashes implements tlog.HashReader.
func (m *madeUpTree) ReadHashes(indexes []int64) (out []tlog.Hash, err error) {
	for _, i := range indexes {
		out = append(out, m.hashes[i])
	}
	return out, nil
}

// grow returns the tree with one more leaf; this one stays.
func (m *madeUpTree) grow(leaf string) *madeUpTree {
	size := int64(len(m.roots))
	next := &madeUpTree{hashes: append(slices.Clone(m.hashes), servicetest.Must(tlog.StoredHashes(size, []byte(leaf), m))...)}
	next.roots = append(slices.Clone(m.roots), servicetest.Must(tlog.TreeHash(size+1, next)))
	return next
}

// A killedWitness is what is known of a witness that is killed again and again.
type killedWitness struct {
	signer note.Signer
	key    string      // file of the witness's key
	log    *madeUpTree // what the witness remembered when it was asked last
	client *http.Client

	mu       sync.Mutex
	cosigned []tlog.Tree   // that it has signed, as far as an answer came
	asked    []*madeUpTree // since it was started
}

// continuations is how many histories compete.
const continuations = 3

// askUntilKilled has continuations of what the witness knows ask for signatures, and kills it a moment after so many
// answers.
func (k *killedWitness) askUntilKilled(t *testing.T, round int, p *witnessProcess, answers int, moment time.Duration) {
	t.Helper()
	var clients sync.WaitGroup
	var count atomic.Int64
	enough := make(chan struct{})
	for branch := range continuations {
		clients.Go(func() {
			tree, old := k.log, int64(len(k.log.roots))
			for i := 0; ; i++ {
				tree = tree.grow(fmt.Sprintf("round %d, branch %d, leaf %d", round, branch, i))
				if count.Add(1) == int64(answers+1) {
					close(enough)
				}
				signed, answered := k.ask(t, p.address, old, tree)
				if !answered {
					return
				}
				if signed {
					old = int64(len(tree.roots))
				}
			}
		})
	}
	<-enough
	time.Sleep(moment)
	p.kill(t)
	clients.Wait()
}

// ask asks for a signature, and notes it. answered is false when the witness is gone.
func (k *killedWitness) ask(t *testing.T, address string, old int64, tree *madeUpTree) (signed, answered bool) {
	size := int64(len(tree.roots))
	c := evidence.Checkpoint{Origin: k.signer.Name(), Tree: tlog.Tree{N: size, Hash: tree.roots[size-1]}}
	text, err := note.Sign(&note.Note{Text: c.String()}, k.signer)
	request := evidence.WitnessRequest{Old: old, Note: text}
	if err == nil && old > 0 {
		request.Proof, err = tlog.ProveTree(size, old, tree)
	}
	if err != nil {
		t.Error(err)
		return false, false
	}
	k.mu.Lock()
	k.asked = append(k.asked, tree)
	k.mu.Unlock()
	status, line, err := k.post(t, address+witness.Path, request.String())
	if err != nil {
		return false, false
	}
	if status != http.StatusOK {
		return false, true
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.checkSignature(string(text) + line); err != nil {
		t.Error(err)
	}
	k.cosigned = append(k.cosigned, c.Tree)
	return true, true
}

// checkSignature verifies that the witness has signed a checkpoint.
func (k *killedWitness) checkSignature(signed string) error {
	text, err := os.ReadFile(k.key)
	if err != nil {
		return err
	}
	key, err := evidence.ParseCosignatureKey(strings.TrimSpace(string(text)))
	if err == nil {
		_, err = note.Open([]byte(signed), note.VerifierList(key))
	}
	return err
}

// expectOneHistory wants a witness that was started again to remember a history that holds all that it has ever signed.
func (k *killedWitness) expectOneHistory(t *testing.T, address string) {
	t.Helper()
	r, err := k.client.Get(address + witness.ShownPath + "?log=" + url.QueryEscape(k.signer.Name()))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	shown, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	if r.StatusCode == http.StatusNotFound {
		if len(k.cosigned) > 0 {
			t.Fatal("the witness has forgotten all that it has signed")
		}
		return
	}
	c, err := evidence.ParseCheckpoint(string(shown))
	if err == nil {
		err = k.checkSignature(string(shown))
	}
	if err != nil {
		t.Fatalf("%v: %s", err, shown)
	}
	for _, tree := range append(k.asked, k.log) {
		if int64(len(tree.roots)) == c.N && tree.roots[c.N-1] == c.Hash {
			k.log, k.asked = tree, nil
			for _, signed := range k.cosigned {
				if signed.N > c.N || tree.roots[signed.N-1] != signed.Hash {
					t.Fatalf("the witness has signed %v, and now knows another history, of %d events", signed, c.N)
				}
			}
			return
		}
	}
	t.Fatalf("the witness remembers what nobody asked for: %s", shown)
}

// post sends a text to the witness.
func (k *killedWitness) post(t *testing.T, to, body string) (status int, answer string, err error) {
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, to, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	got, err := k.client.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer got.Body.Close()
	b, err := io.ReadAll(got.Body)
	return got.StatusCode, string(b), err
}
