package evidence

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// A Policy says whose signatures a checkpoint needs: that of its log, and those of a quorum of witnesses.
type Policy struct {
	logs      map[string]note.Verifier // by name
	witnesses map[string]*CosignatureKey
	addresses map[string]string // of witnesses, where the policy tells them
	groups    map[string]policyGroup
	quorum    string // a witness or a group; "none"
}

// A policyGroup is met when so many of its members are.
type policyGroup struct {
	least   int
	members []string
}

// noQuorum is the quorum of a policy that asks for no witness.
const noQuorum = "none"

// ErrPolicy is the error of text that is no policy.
var ErrPolicy = errors.New("this is no policy of c2sp.org/tlog-policy")

// ParsePolicy reads a policy (c2sp.org/tlog-policy): lines "log KEY", "witness NAME KEY",
// "group NAME any|all|NUMBER MEMBER…" and "quorum NAME|none", which may have an address behind them where
// there is a key. A group names what stands before it. Errors: ErrPolicy.
func ParsePolicy(text string) (*Policy, error) {
	p := &Policy{logs: map[string]note.Verifier{}, witnesses: map[string]*CosignatureKey{}, addresses: map[string]string{},
		groups: map[string]policyGroup{}}
	for i, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if err := p.addLine(fields); err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrPolicy, i+1, err)
		}
	}
	if len(p.logs) == 0 || p.quorum == "" {
		return nil, fmt.Errorf("%w: it needs a line with the key of a log, and one with the quorum", ErrPolicy)
	}
	return p, nil
}

func (p *Policy) addLine(fields []string) error {
	switch kind := fields[0]; {
	case kind == "log" && (len(fields) == 2 || len(fields) == 3):
		key, err := note.NewVerifier(fields[1])
		if err != nil {
			return err
		}
		p.logs[key.Name()] = key
		return nil
	case kind == "witness" && (len(fields) == 3 || len(fields) == 4):
		return p.addWitness(fields[1], fields[2], fields[3:])
	case kind == "group" && len(fields) > 3:
		return p.addGroup(fields[1], fields[2], fields[3:])
	case kind == "quorum" && len(fields) == 2 && p.quorum == "":
		if p.quorum = fields[1]; p.quorum != noQuorum && !p.isKnown(p.quorum) {
			return fmt.Errorf("%q is the name of no witness or group before it", p.quorum)
		}
		return nil
	}
	return fmt.Errorf("%q is not log, witness, group or quorum with what belongs behind it", fields[0])
}

func (p *Policy) addWitness(name, keyText string, address []string) error {
	key, err := ParseCosignatureKey(keyText)
	if err == nil {
		err = p.checkNewName(name)
	}
	if err != nil {
		return err
	}
	p.witnesses[name] = key
	if len(address) > 0 {
		p.addresses[name] = address[0]
	}
	return nil
}

// A PolicyWitness is a witness of a policy that can be asked.
type PolicyWitness struct {
	Key     *CosignatureKey
	Address string // to which /add-checkpoint is appended
}

// Witnesses returns the witnesses whose addresses the policy tells, sorted by their names in it.
func (p *Policy) Witnesses() []PolicyWitness {
	var out []PolicyWitness
	for _, name := range slices.Sorted(maps.Keys(p.addresses)) {
		out = append(out, PolicyWitness{Key: p.witnesses[name], Address: p.addresses[name]})
	}
	return out
}

func (p *Policy) addGroup(name, least string, members []string) error {
	g := policyGroup{members: members}
	switch least {
	case "any":
		g.least = 1
	case "all":
		g.least = len(members)
	default:
		var err error
		if g.least, err = strconv.Atoi(least); err != nil {
			return fmt.Errorf("%q is not any, all or a number", least)
		}
	}
	if g.least < 1 || g.least > len(members) {
		return fmt.Errorf("%d of %d members cannot be", g.least, len(members))
	}
	for i, m := range members {
		if !p.isKnown(m) {
			return fmt.Errorf("%q is the name of no witness or group before it", m)
		}
		for _, other := range members[:i] {
			if m == other {
				return fmt.Errorf("%q is a member twice", m)
			}
		}
	}
	if err := p.checkNewName(name); err != nil {
		return err
	}
	p.groups[name] = g
	return nil
}

func (p *Policy) isKnown(name string) bool {
	_, isGroup := p.groups[name]
	return isGroup || p.witnesses[name] != nil
}

// checkNewName refuses a name that is taken, or means no quorum.
func (p *Policy) checkNewName(name string) error {
	if name == noQuorum || p.isKnown(name) {
		return fmt.Errorf("the name %q is taken", name)
	}
	return nil
}

// Open verifies that a checkpoint is signed by one of the logs, whose name it bears, and by a quorum of
// witnesses. signers are the names of the witnesses that signed, as their keys have them. Signatures of
// others count for nothing. Errors: ErrCheckpoint.
func (p *Policy) Open(signed []byte) (c Checkpoint, signers []string, err error) {
	if c, err = ParseCheckpoint(string(signed)); err != nil {
		return c, nil, err
	}
	log := p.logs[c.Origin]
	if log == nil {
		return c, nil, fmt.Errorf("%w of a log that the policy names, it is of %.80q", ErrCheckpoint, c.Origin)
	}
	if c, err = OpenCheckpoint(signed, log); err != nil {
		return c, nil, err
	}
	met := map[string]bool{noQuorum: true}
	for name, key := range p.witnesses {
		n, err := note.Open(signed, note.VerifierList(key))
		var unverified *note.UnverifiedNoteError
		if errors.As(err, &unverified) {
			continue // it has not signed
		}
		if err != nil {
			return c, nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
		}
		if err := refuseOtherForms(n.Sigs); err != nil {
			return c, nil, err
		}
		met[name] = true
		signers = append(signers, key.Name())
	}
	if !p.isMet(p.quorum, met) {
		return c, nil, fmt.Errorf("%w with the signatures of a quorum of witnesses: %d have signed", ErrCheckpoint, len(signers))
	}
	return c, signers, nil
}

// isMet reports whether a witness has signed, or enough of a group.
func (p *Policy) isMet(name string, signed map[string]bool) bool {
	g, isGroup := p.groups[name]
	if !isGroup {
		return signed[name]
	}
	have := 0
	for _, m := range g.members {
		if p.isMet(m, signed) {
			have++
		}
	}
	return have >= g.least
}
