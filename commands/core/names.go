package core

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

// ErrNameTaken means that another holder has the name for good.
var ErrNameTaken = errors.New("the name is taken")

// ClaimTries bounds how often a claim is tried while others fence it.
const ClaimTries = 64

// claimPatience is how long a contender lets a claimer finish before it fences it.
// It is courtesy only: whether Anybody wins twice does not depend on it.
const claimPatience = 250 * time.Millisecond

// NameKey returns the key of a name's stream: a keyed hash, so that the name itself is
// never stored in the open.
func (c *Core) NameKey(ctx context.Context, ws, kind, name string) (string, error) {
	key, err := c.Keys.DeriveKey(ctx, es.Subject(ws), "names")
	if err != nil {
		return "", fmt.Errorf("key of names: %w", err)
	}
	mac := hmac.New(sha256.New, key[:])
	fmt.Fprintf(mac, "%s\n%s", kind, name)
	return hex.EncodeToString(mac.Sum(nil)[:16]), nil
}

// NameStream returns the stream of a name by its key.
func NameStream(ws, key string) es.StreamID { return es.StreamOf("name", ws, key) }

// A FoundName is a name with its stream as it was found.
type FoundName struct {
	Key    string
	stream es.StreamID
	es.FoldedStream[naming.State]
}

// ReadName returns a name as it stands, whoever claims it.
func (c *Core) ReadName(ctx context.Context, r Request, key string) (FoundName, error) {
	stream := NameStream(r.Caller.Workspace, key)
	found, err := es.Find(ctx, c.Log, naming.Decider, stream)
	return FoundName{Key: key, stream: stream, FoldedStream: found}, err
}

// FindName returns a name that is free, or that a holder has for good. It settles a claim
// that was not confirmed, and frees a name that its holder has given up. While files are
// being restored, their names are domain.ErrContended.
func (c *Core) FindName(ctx context.Context, r Request, key string) (FoundName, error) {
	for range ClaimTries {
		name, err := c.ReadName(ctx, r, key)
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
	return FoundName{}, domain.ErrContended
}

// HolderOf returns the stream that holds a name for good, and "" when the name is free.
// It settles what FindName settles.
func (c *Core) HolderOf(ctx context.Context, r Request, key string) (es.StreamID, error) {
	name, err := c.FindName(ctx, r, key)
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
func (c *Core) releaseAbandoned(ctx context.Context, r Request, key string, claim naming.Claimed) (bool, error) {
	held, err := stillHolds(ctx, c.Log, claim)
	if err != nil || held {
		return false, err
	}
	return true, c.ReleaseName(ctx, r, naming.Hold{Key: key, Claim: claim.Claim})
}

// stillHolds reports whether the holder of a confirmed claim still goes by that name.
func stillHolds(ctx context.Context, log *es.Log, claim naming.Claimed) (bool, error) {
	category, _, _ := claim.Holder.Parts()
	kind, ok := nameHolders[category]
	if !ok {
		return true, nil
	}
	return kind.holds(ctx, log, claim)
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
func (c *Core) confirmClaim(ctx context.Context, r Request, h naming.Hold) error {
	cmd := r.SubCommand("confirm\n"+h.Claim.String(), NameStream(r.Caller.Workspace, h.Key))
	_, err := es.Decide(ctx, c.Log, naming.Decider, cmd, naming.Confirm(h.Claim))
	return err
}

// ReleaseName frees a name that a claim has.
func (c *Core) ReleaseName(ctx context.Context, r Request, h naming.Hold) error {
	if h.Key == "" {
		return nil
	}
	cmd := r.SubCommand("release\n"+h.Claim.String(), NameStream(r.Caller.Workspace, h.Key))
	_, err := es.Decide(ctx, c.Log, naming.Decider, cmd, naming.Release(h.Claim))
	return err
}

// settleClaim decides a claim that is not confirmed. Its maker gets a moment; then
// the holder's stream is fenced at the version that the claim announced. Either
// the fence is there, and the claim is void; or another event is, and it tells.
func (c *Core) settleClaim(ctx context.Context, r Request, name FoundName) error {
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
		hold := naming.Hold{Key: name.Key, Claim: claim.Claim}
		if takesName(e.Event, claim.Claim) {
			return c.confirmClaim(ctx, r, hold)
		}
		return c.ReleaseName(ctx, r, hold)
	}
	return fmt.Errorf("%s has no event behind %d after it was fenced", claim.Holder, claim.Expect)
}

// awaitMove waits at most for d until a stream gets another event, and reports
// whether it got one.
func (c *Core) awaitMove(ctx context.Context, stream es.StreamID, seen es.Receipt, d time.Duration) (bool, error) {
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
func (c *Core) fenceClaim(ctx context.Context, r Request, claim naming.Claimed) error {
	cmd := r.SubCommand("fence\n"+claim.Claim.String(), claim.Holder)
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
