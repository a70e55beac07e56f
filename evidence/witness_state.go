package evidence

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"syscall"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// OpenWitness opens a witness that MakeWitness made, for logs whose keys are given; the name of a key is
// the origin of its log.
func OpenWitness(keyFile, stateFile string, logs []note.Verifier) (w *Witness, err error) {
	secret, err := os.ReadFile(keyFile)
	if err != nil {
		return nil, fmt.Errorf("the key of the witness: %w", err)
	}
	w = &Witness{logs: map[string][]note.Verifier{}, last: map[string]tlog.Tree{}, signed: map[string]string{}}
	if w.cosigner, err = ParseCosigner(strings.TrimSpace(string(secret))); err != nil {
		return nil, fmt.Errorf("the key of the witness in %s: %w", keyFile, err)
	}
	for _, key := range logs {
		for _, other := range w.logs[key.Name()] {
			if other.KeyHash() == key.KeyHash() {
				return nil, fmt.Errorf("the key %s+%08x is given twice", key.Name(), key.KeyHash())
			}
		}
		w.logs[key.Name()] = append(w.logs[key.Name()], key)
	}
	if w.state, err = os.OpenFile(stateFile, os.O_RDWR, 0); err != nil {
		return nil, fmt.Errorf("the state of the witness, without which it must not sign: %w", err)
	}
	if err := w.loadState(); err != nil {
		return nil, errors.Join(fmt.Errorf("the state of the witness in %s: %w", stateFile, err), w.state.Close())
	}
	return w, nil
}

// loadState reads what was signed, and cuts off what a crash left half written: nobody was
// given that.
func (w *Witness) loadState() error {
	if err := syscall.Flock(int(w.state.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return fmt.Errorf("another process signs with it: %w", err)
	}
	text, err := io.ReadAll(w.state)
	if err != nil {
		return err
	}
	records, isState := strings.CutPrefix(string(text), stateHead(w.Key()))
	if !isState {
		return fmt.Errorf("it is not that of the witness %s", w.Key())
	}
	signed, rest, err := splitRecords(records)
	if err != nil {
		return err
	}
	if err := w.remember(signed); err != nil {
		return err
	}
	w.end = int64(len(text) - len(rest))
	if rest == "" {
		return nil
	}
	if err := w.state.Truncate(w.end); err != nil {
		return err
	}
	return w.state.Sync()
}

// splitRecords returns the signed checkpoints of a state, behind each of which stands an empty line, and what
// a crash left of one more. It refuses what no crash leaves: nothing that was signed is forgotten
// because somebody damaged it.
func splitRecords(records string) (signed []string, rest string, err error) {
	rest = records
	for {
		length, err := recordLength(strings.TrimRight(rest, "\x00")) // zeros are what file systems put for what was not written
		if err != nil || length == 0 {
			return signed, rest, err
		}
		signed = append(signed, rest[:length])
		rest = rest[length+1:]
	}
}

// signatureForm is the form of a line with a signature.
var signatureForm = regexp.MustCompile(`^` + signaturePrefix + `\S+ [A-Za-z0-9+/]+=*$`)

// recordLength returns the length of the signed checkpoint that a text begins with, without the empty
// line behind it; 0 where the text ends before.
func recordLength(text string) (int, error) {
	damaged := fmt.Errorf("it is damaged at %.60q", text)
	body, _, isSigned := strings.Cut(text, "\n\n")
	if strings.Contains(body, "\n"+signaturePrefix) {
		return 0, damaged
	}
	if !isSigned {
		return 0, nil
	}
	for at := len(body) + 2; ; {
		line, _, isWhole := strings.Cut(text[at:], "\n")
		switch {
		case isWhole && line == "" && at > len(body)+2:
			return at, nil
		case !isWhole && (strings.HasPrefix(signaturePrefix, line) || strings.HasPrefix(line, signaturePrefix)):
			return 0, nil
		case !isWhole || !signatureForm.MatchString(line):
			return 0, damaged
		}
		at += len(line) + 1
	}
}

// remember takes over what was signed, oldest first.
func (w *Witness) remember(signed []string) error {
	newest := map[string]string{}
	for _, one := range signed {
		c, err := ParseCheckpoint(one)
		if err != nil {
			return err
		}
		if c.N < w.last[c.Origin].N {
			return fmt.Errorf("it has the log %s with %d events behind one with %d", c.Origin, c.N, w.last[c.Origin].N)
		}
		w.last[c.Origin], newest[c.Origin] = c.Tree, one
	}
	for origin, one := range newest {
		if _, err := note.Open([]byte(one), note.VerifierList(w.Key())); err != nil {
			return fmt.Errorf("the last checkpoint of %s: %w", origin, err)
		}
		w.signed[origin] = one
	}
	return nil
}
