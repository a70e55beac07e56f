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
	"github.com/seed-62a36931/docket/evidence/notary"
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
	k := &killedSigner{
		origin: signer.Name(), path: witness.Path, log: &madeUpTree{}, client: &http.Client{Transport: &http.Transport{}},
		write: func(c evidence.Checkpoint) ([]byte, error) { return note.Sign(&note.Note{Text: c.String()}, signer) },
		check: func(asked, answer string) error {
			key, err := evidence.ParseCosignatureKey(strings.TrimSpace(readText(t, state+".key.pub")))
			if err == nil {
				_, err = note.Open([]byte(asked+answer), note.VerifierList(key))
			}
			return err
		},
	}
	k.outliveKills(t, []string{"--new", "--name", "witness.example"}, "witness", "--listen", "127.0.0.1:0", "--state", state, "--log", key)
}

// TestNotaryOutlivesKills is the same with docket notary, which is asked by whoever has its token.
func TestNotaryOutlivesKills(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	k := &killedSigner{
		path: notary.SignPath, log: &madeUpTree{}, client: &http.Client{Transport: &http.Transport{}},
		write: func(c evidence.Checkpoint) ([]byte, error) { return []byte(c.String()), nil },
		check: func(_, answer string) error {
			key, err := note.NewVerifier(strings.TrimSpace(readText(t, state+".key.pub")))
			if err == nil {
				_, err = evidence.OpenCheckpoint([]byte(answer), key)
			}
			return err
		},
	}
	k.started = func() {
		k.token = strings.TrimSpace(readText(t, state+".token"))
		k.origin, _, _ = strings.Cut(readText(t, state+".key.pub"), "+")
	}
	k.outliveKills(t, []string{"--new"}, "notary", "--listen", "127.0.0.1:0", "--state", state)
}

// outliveKills starts a command again and again, at first with more arguments, and kills it.
func (k *killedSigner) outliveKills(t *testing.T, more []string, args ...string) {
	t.Helper()
	r := rand.New(rand.NewPCG(19, 7))
	for round := range max(10, killRounds()) {
		p := startSigner(t, append(args, more...)...)
		more = nil
		if k.started != nil {
			k.started()
		}
		k.expectOneHistory(t, p.address)
		k.askUntilKilled(t, round, p, r.IntN(20), time.Duration(r.IntN(2000))*time.Microsecond)
	}
	p := startSigner(t, args...)
	k.expectOneHistory(t, p.address)
	p.kill(t)
	if len(k.signed) == 0 {
		t.Error("nothing was ever signed")
	}
	t.Logf("%d checkpoints signed, the last of %d events", len(k.signed), len(k.log.roots))
}

// A signerProcess is docket witness, or docket notary, as a process of its own.
type signerProcess struct {
	cmd     *exec.Cmd
	address string
}

// startSigner starts such a command, and returns it when it listens.
func startSigner(t *testing.T, args ...string) *signerProcess {
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
			return &signerProcess{cmd, "http://" + string(m[1])}
		}
		if err != nil {
			t.Fatalf("it does not start: %v, %s", err, told)
		}
	}
}

// kill ends the process as a power cut does.
func (p *signerProcess) kill(t *testing.T) {
	t.Helper()
	if err := p.cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	var killed *exec.ExitError
	if err := p.cmd.Wait(); !errors.As(err, &killed) {
		t.Errorf("it ended by itself: %v", err)
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

// A killedSigner keeps the facts about a witness, or a notary, that is killed again and again.
type killedSigner struct {
	origin string                                      // name of the log
	path   string                                      // where it is asked
	token  string                                      // with which, if it wants one
	write  func(c evidence.Checkpoint) ([]byte, error) // returns the checkpoint that a request has
	check  func(asked, answer string) error            // verifies a signature
	log    *madeUpTree                                 // what it remembered when it was asked last
	client *http.Client

	started func() // is called behind each start, if set

	mu     sync.Mutex
	signed []tlog.Tree   // that it has signed, as far as an answer came
	asked  []*madeUpTree // since it was started
}

// continuations is how many histories compete.
const continuations = 3

// askUntilKilled has continuations of what it knows ask for signatures, and kills it a moment after so many
// answers.
func (k *killedSigner) askUntilKilled(t *testing.T, round int, p *signerProcess, answers int, moment time.Duration) {
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

// ask asks for a signature, and notes it. answered is false when it is gone.
func (k *killedSigner) ask(t *testing.T, address string, old int64, tree *madeUpTree) (signed, answered bool) {
	size := int64(len(tree.roots))
	c := evidence.Checkpoint{Origin: k.origin, Tree: tlog.Tree{N: size, Hash: tree.roots[size-1]}}
	text, err := k.write(c)
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
	status, answer, err := k.do(t, http.MethodPost, address+k.path, request.String())
	if err != nil {
		return false, false
	}
	if status != http.StatusOK {
		return false, true
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.check(string(text), answer); err != nil {
		t.Error(err)
	}
	k.signed = append(k.signed, c.Tree)
	return true, true
}

// expectOneHistory wants whoever was started again to remember a history that holds all that it has ever signed.
func (k *killedSigner) expectOneHistory(t *testing.T, address string) {
	t.Helper()
	status, shown, err := k.do(t, http.MethodGet, address+witness.ShownPath+"?log="+url.QueryEscape(k.origin), "")
	if err != nil {
		t.Fatal(err)
	}
	if status == http.StatusNotFound {
		if len(k.signed) > 0 {
			t.Fatal("all that was signed is forgotten")
		}
		return
	}
	c, err := evidence.ParseCheckpoint(shown)
	if err == nil {
		err = k.check("", shown)
	}
	if err != nil {
		t.Fatalf("%v: %s", err, shown)
	}
	for _, tree := range append(k.asked, k.log) {
		if int64(len(tree.roots)) == c.N && tree.roots[c.N-1] == c.Hash {
			k.log, k.asked = tree, nil
			for _, signed := range k.signed {
				if signed.N > c.N || tree.roots[signed.N-1] != signed.Hash {
					t.Fatalf("%v was signed, and what is remembered now is another history, of %d events", signed, c.N)
				}
			}
			return
		}
	}
	t.Fatalf("what is remembered nobody asked for: %s", shown)
}

// do sends a request.
func (k *killedSigner) do(t *testing.T, method, to, body string) (status int, answer string, err error) {
	r, err := http.NewRequestWithContext(t.Context(), method, to, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Authorization", "Bearer "+k.token)
	got, err := k.client.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer got.Body.Close()
	b, err := io.ReadAll(got.Body)
	return got.StatusCode, string(b), err
}
