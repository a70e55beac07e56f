package commands

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
)

// errNameTaken means that another holder has the name for good.
var errNameTaken = errors.New("the name is taken")

// claimTries bounds how often a claim is tried while others fence it.
const claimTries = 64

// claimPatience is how long a contender lets a claimer finish before it fences it.
// It is courtesy only: whether anybody wins twice does not depend on it.
const claimPatience = 250 * time.Millisecond

// nameKey returns the key of a name's stream: a keyed hash, so that the name itself is
// never stored in the open.
func (c *Commands) nameKey(ctx context.Context, ws, kind, name string) (string, error) {
	key, err := c.Keys.DeriveKey(ctx, es.Subject(ws), "names")
	if err != nil {
		return "", fmt.Errorf("key of names: %w", err)
	}
	mac := hmac.New(sha256.New, key[:])
	fmt.Fprintf(mac, "%s\n%s", kind, name)
	return hex.EncodeToString(mac.Sum(nil)[:16]), nil
}

func nameStream(ws, key string) es.StreamID { return es.StreamOf("name", ws, key) }

// A foundName is a name with its stream as it was found.
type foundName struct {
	key    string
	stream es.StreamID
	es.FoldedStream[naming.State]
}

// readName returns a name as it stands, whoever claims it.
func (c *Commands) readName(ctx context.Context, r Request, key string) (foundName, error) {
	stream := nameStream(r.Caller.Workspace, key)
	found, err := es.Find(ctx, c.Log, naming.Decider, stream)
	return foundName{key: key, stream: stream, FoldedStream: found}, err
}

// findName returns a name that is free, or that a holder has for good. It settles a claim
// that was not confirmed, and frees a name that its holder has given up. While files are
// being restored, their names are domain.ErrContended.
func (c *Commands) findName(ctx context.Context, r Request, key string) (foundName, error) {
	for range claimTries {
		name, err := c.readName(ctx, r, key)
		switch {
		case err != nil || name.State.Status == naming.Free:
			return name, err
		case name.State.Status == naming.Held:
			gone, err := c.releaseAbandoned(ctx, r, key, name.State.Claimed)
			if err != nil {
				return name, err
			}
			if !gone {
				return name, restoringError(name.State.Holder)
			}
		default:
			if err := c.settleClaim(ctx, r, name); err != nil {
				return name, err
			}
		}
	}
	return foundName{}, domain.ErrContended
}

// holderOf returns the stream that holds a name for good, and "" when the name is free.
// It settles what findName settles.
func (c *Commands) holderOf(ctx context.Context, r Request, key string) (es.StreamID, error) {
	name, err := c.findName(ctx, r, key)
	if err != nil {
		return "", err
	}
	return name.State.Holder, nil
}

// restoringError returns domain.ErrContended for the name of a file that is being restored with
// others.
func restoringError(holder es.StreamID) error {
	if category, _, _ := holder.Parts(); category == bulk.Category {
		return domain.ErrContended
	}
	return nil
}

// releaseAbandoned releases a name whose holder has given it up, by another name or by deletion,
// and died before it released the name itself. It reports whether it did.
func (c *Commands) releaseAbandoned(ctx context.Context, r Request, key string, claim naming.Claimed) (bool, error) {
	held, err := c.stillHolds(ctx, claim)
	if err != nil || held {
		return false, err
	}
	return true, c.releaseName(ctx, r, naming.Hold{Key: key, Claim: claim.Claim})
}

// stillHolds reports whether the holder of a confirmed claim still goes by that name.
func (c *Commands) stillHolds(ctx context.Context, claim naming.Claimed) (bool, error) {
	category, _, _ := claim.Holder.Parts()
	kind, ok := nameHolders[category]
	if !ok {
		return true, nil
	}
	return kind.holds(ctx, c.Log, claim)
}

// holdsOf returns the names that an event takes.
func holdsOf(e es.Event) []naming.Hold {
	switch e := e.(type) {
	case interface{ NameHolds() []naming.Hold }:
		return e.NameHolds()
	case interface{ AsHold() naming.Hold }:
		return []naming.Hold{e.AsHold()}
	}
	return nil
}

// takesName reports whether an event takes a name by a claim.
func takesName(e es.Event, claim uuid.UUID) bool {
	return slices.ContainsFunc(holdsOf(e), func(h naming.Hold) bool { return h.Claim == claim })
}

// confirmClaim makes a claim final, after the holder's event is there.
func (c *Commands) confirmClaim(ctx context.Context, r Request, h naming.Hold) error {
	cmd := r.subCommand("confirm\n"+h.Claim.String(), nameStream(r.Caller.Workspace, h.Key))
	_, err := es.Decide(ctx, c.Log, naming.Decider, cmd, naming.Confirm(h.Claim))
	return err
}

// releaseName frees a name that a claim has.
func (c *Commands) releaseName(ctx context.Context, r Request, h naming.Hold) error {
	if h.Key == "" {
		return nil
	}
	cmd := r.subCommand("release\n"+h.Claim.String(), nameStream(r.Caller.Workspace, h.Key))
	_, err := es.Decide(ctx, c.Log, naming.Decider, cmd, naming.Release(h.Claim))
	return err
}

// settleClaim decides a claim that is not confirmed. Its maker gets a moment; then
// the holder's stream is fenced at the version that the claim announced. Either
// the fence is there, and the claim is void; or another event is, and it tells.
func (c *Commands) settleClaim(ctx context.Context, r Request, name foundName) error {
	if moved, err := c.awaitMove(ctx, name.stream, name.At, claimPatience); err != nil || moved {
		return err
	}
	claim := name.State.Claimed
	if err := c.fenceClaim(ctx, r, claim); err != nil {
		return err
	}
	for e, err := range c.Log.Stream(ctx, claim.Holder, claim.Expect) {
		if err != nil {
			return err
		}
		hold := naming.Hold{Key: name.key, Claim: claim.Claim}
		if takesName(e.Event, claim.Claim) {
			return c.confirmClaim(ctx, r, hold)
		}
		return c.releaseName(ctx, r, hold)
	}
	return fmt.Errorf("%s has no event behind %d after it was fenced", claim.Holder, claim.Expect)
}

// awaitMove waits at most for d until a stream gets another event, and reports
// whether it got one.
func (c *Commands) awaitMove(ctx context.Context, stream es.StreamID, seen es.Receipt, d time.Duration) (bool, error) {
	wait, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	at := seen.Position
	for {
		if err := c.Log.Store.Wait(wait, at); err != nil {
			return false, ctx.Err()
		}
		for _, err := range c.Log.Store.Stream(ctx, stream, seen.Version) {
			return err == nil, err
		}
		head, err := c.Log.Store.Head(ctx)
		if err != nil {
			return false, err
		}
		at = head
	}
}

// fenceClaim appends a no-op to the holder's stream at the announced version, so that
// the claimer's own append there must fail. A stream that moved needs none.
func (c *Commands) fenceClaim(ctx context.Context, r Request, claim naming.Claimed) error {
	cmd := r.subCommand("fence\n"+claim.Claim.String(), claim.Holder)
	cmd.Expect = &claim.Expect
	nothing := es.Decider[struct{}]{Evolve: func(s struct{}, _ es.Event) struct{} { return s }}
	_, err := es.Decide(ctx, c.Log, nothing, cmd, func(struct{}) ([]es.Event, error) {
		category, _, _ := claim.Holder.Parts()
		kind, ok := nameHolders[category]
		if !ok {
			return nil, fmt.Errorf("%s holds no names", claim.Holder)
		}
		return []es.Event{kind.fence(claim.Claim)}, nil
	})
	if errors.Is(err, es.ErrConflict) {
		return nil
	}
	return err
}
