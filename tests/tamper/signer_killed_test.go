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
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestWitnessOutlivesKills kills docket witness (SIGKILL) again and again while several continuations of one log, all
// signed with the log's own key, ask it to sign at the same time. Whatever it has signed, before and after any kill, is of
// one history, and it remembers all of it.
func TestWitnessOutlivesKills(t *testing.T) {
	t.Parallel()
	newKilledWitness(t).outliveKills(t)
}

// TestWitnessOutlivesKillsAtWrites kills it as it writes its state, and as it has that written to the disk.
func TestWitnessOutlivesKillsAtWrites(t *testing.T) {
	t.Parallel()
	newKilledWitness(t).outliveKillsAtWrites(t)
}

// newKilledWitness returns a witness that is to be killed.
func newKilledWitness(t *testing.T) *killedSigner {
	t.Helper()
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
	return &killedSigner{
		state: state, first: []string{"--new", "--name", "witness.example"},
		args:   []string{"witness", "--listen", "127.0.0.1:0", "--state", state, "--log", key},
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
}

// TestNotaryOutlivesKills is the same with docket notary, which is asked by whoever has its token.
func TestNotaryOutlivesKills(t *testing.T) {
	t.Parallel()
	newKilledNotary(t).outliveKills(t)
}

// TestNotaryOutlivesKillsAtWrites is the same with docket notary.
func TestNotaryOutlivesKillsAtWrites(t *testing.T) {
	t.Parallel()
	newKilledNotary(t).outliveKillsAtWrites(t)
}

// newKilledNotary returns a notary that is to be killed.
func newKilledNotary(t *testing.T) *killedSigner {
	t.Helper()
	state := filepath.Join(t.TempDir(), "state")
	k := &killedSigner{
		state: state, first: []string{"--new"}, args: []string{"notary", "--listen", "127.0.0.1:0", "--state", state},
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
	return k
}

// outliveKills starts a command again and again, and kills it.
func (k *killedSigner) outliveKills(t *testing.T) {
	t.Helper()
	r := rand.New(rand.NewPCG(19, 7))
	for round := range max(10, killRounds()) {
		p := k.start(t)
		k.askUntilKilled(t, round, p, r.IntN(20), time.Duration(r.IntN(2000))*time.Microsecond)
	}
	k.expectAllSigned(t)
}

// killedWrites is how many writes to its state, or syncs of it, a thread of a command does at most before it is killed.
const killedWrites = 5

// outliveKillsAtWrites starts a command again and again under strace, which kills it in place of the first, second, … write to its
// state that a thread of it does, or in place of a sync of it.
func (k *killedSigner) outliveKillsAtWrites(t *testing.T) {
	t.Helper()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("there is no strace")
	}
	k.start(t).kill(t)
	for round := range max(2*killedWrites, killRounds()) {
		call := []string{"write,pwrite64", "fsync,fdatasync"}[round%2]
		k.under = []string{strace, "-f", "-qq", "-o", os.DevNull, "-P", k.state, "-e", "trace=" + call,
			"-e", fmt.Sprintf("inject=%s:signal=KILL:when=%d", call, 1+round/2%killedWrites)}
		if p := k.start(t); p != nil {
			k.askUntilGone(t, round, p)
		}
	}
	k.under = nil
	k.expectAllSigned(t)
}

// start starts the command, for the first time with more arguments, and wants it to remember all that it has signed.
func (k *killedSigner) start(t *testing.T) *signerProcess {
	t.Helper()
	p := startUnder(t, k.under, append(slices.Clone(k.args), k.first...)...)
	k.first = nil
	if p == nil {
		return nil // killed as it made its state ready
	}
	if k.started != nil {
		k.started()
	}
	k.expectOneHistory(t, p.address)
	return p
}

// expectAllSigned starts the command once more, and wants it to have signed something.
func (k *killedSigner) expectAllSigned(t *testing.T) {
	t.Helper()
	k.start(t).kill(t)
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
	return startUnder(t, nil, args...)
}

// startUnder does that by another command, if there is one, which may kill it at once: then it returns nil.
func startUnder(t *testing.T, under []string, args ...string) *signerProcess {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := servicetest.NewCommand(context.WithoutCancel(t.Context()), args...)
	if len(under) > 0 {
		cmd.Path, cmd.Args = under[0], append(slices.Clone(under), append([]string{cmd.Path}, args...)...)
	}
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
		if err != nil && len(under) > 0 && len(told) == 0 {
			_ = cmd.Wait() // it was killed
			return nil
		}
		if err != nil {
			t.Fatalf("it does not start: %v, %s, want no error", err, told)
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
		t.Errorf("it ended by itself: %v, want errors.As(err, &killed)", err)
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
	state  string                                      // its memory
	args   []string                                    // of the command
	first  []string                                    // further ones of the first start
	under  []string                                    // the command that starts it, if another one does
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
	var count atomic.Int64
	enough := make(chan struct{})
	clients := k.askAtOnce(t, round, p, func() {
		if count.Add(1) == int64(answers+1) {
			close(enough)
		}
	})
	<-enough
	time.Sleep(moment)
	p.kill(t)
	clients.Wait()
}

// askUntilGone has continuations of what it knows ask for signatures until it is killed.
func (k *killedSigner) askUntilGone(t *testing.T, round int, p *signerProcess) {
	t.Helper()
	k.askAtOnce(t, round, p, func() {}).Wait()
	var killed *exec.ExitError
	if err := p.cmd.Wait(); !errors.As(err, &killed) {
		t.Errorf("it ended by itself: %v, want errors.As(err, &killed)", err)
	}
}

// askAtOnce has continuations of what it knows ask for signatures, all at once, until it is gone; before each request it calls
// asking.
func (k *killedSigner) askAtOnce(t *testing.T, round int, p *signerProcess, asking func()) *sync.WaitGroup {
	t.Helper()
	var clients sync.WaitGroup
	for branch := range continuations {
		clients.Go(func() {
			tree, old := k.log, int64(len(k.log.roots))
			for i := 0; ; i++ {
				tree = tree.grow(fmt.Sprintf("round %d, branch %d, leaf %d", round, branch, i))
				asking()
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
	return &clients
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
		t.Fatalf("%v: %s, want no error", err, shown)
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
