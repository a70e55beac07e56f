package commands

import (
	"cmp"
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
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// errNameTaken says that somebody else holds the name for good.
var errNameTaken = errors.New("the name is taken")

// claimTries bounds how often a claim is tried while others fence it.
const claimTries = 64

// politeness is how long a contender lets a claimer finish before it fences it.
// It is courtesy only: whether anybody wins twice does not depend on it.
const politeness = 250 * time.Millisecond

// nameKey is the key of a name's stream: a keyed hash, so that the name itself
// stands nowhere in the open.
func (c *Commands) nameKey(ctx context.Context, ws, kind, name string) (string, error) {
	key, err := c.Keys.Key(ctx, es.Subject(ws), "names")
	if err != nil {
		return "", fmt.Errorf("key of names: %w", err)
	}
	mac := hmac.New(sha256.New, key[:])
	fmt.Fprintf(mac, "%s\n%s", kind, name)
	return hex.EncodeToString(mac.Sum(nil)[:16]), nil
}

func nameStream(ws, key string) es.StreamID { return es.StreamOf("name", ws, key) }

// holderOf says which stream holds a name for good, settling a claim that was
// never confirmed; empty when the name is free.
func (c *Commands) holderOf(ctx context.Context, r Request, key string) (es.StreamID, error) {
	stream := nameStream(r.Caller.Workspace, key)
	for range claimTries {
		s, at, err := es.Load(ctx, c.Log, naming.Decider, stream)
		switch {
		case err != nil:
			return "", err
		case s.Status == naming.Free:
			return "", nil
		case s.Status == naming.Held:
			if gone, err := c.letGo(ctx, r, key, s.Claimed); err != nil || !gone {
				return s.Holder, cmp.Or(err, restoring(s.Holder))
			}
			continue
		}
		if err := c.settle(ctx, r, stream, s.Claimed, at); err != nil {
			return "", err
		}
	}
	return "", domain.ErrContended
}

// restoring says that a name belongs to a file that is being restored with others.
func restoring(holder es.StreamID) error {
	if category, _, _ := holder.Parts(); category == bulk.Category {
		return domain.ErrContended
	}
	return nil
}

// claim takes a name for the event that will be appended to holder exactly
// behind version at. It answers errNameTaken when somebody holds the name.
func (c *Commands) claim(ctx context.Context, r Request, key string, holder es.StreamID, at uint64) (naming.Hold, error) {
	claim := uuid.NewSHA1(r.CommandID, fmt.Appendf(nil, "claim\n%s\n%s\n%d", key, holder, at))
	return c.claimAs(ctx, r, naming.Hold{Key: key, Claim: claim}, holder, at)
}

// claimAs is claim for a claim that has its id already.
func (c *Commands) claimAs(ctx context.Context, r Request, hold naming.Hold, holder es.StreamID, at uint64) (naming.Hold, error) {
	stream := nameStream(r.Caller.Workspace, hold.Key)
	for try := range claimTries {
		cmd := r.part(fmt.Sprintf("claim\n%s\n%d", hold.Claim, try), stream)
		want := naming.Claimed{Claim: hold.Claim, Holder: holder, Expect: at}
		if _, err := es.Decide(ctx, c.Log, naming.Decider, cmd, naming.Claim(want)); err != nil && !errors.Is(err, es.ErrConflict) {
			return hold, err
		}
		s, seen, err := es.Load(ctx, c.Log, naming.Decider, stream)
		switch {
		case err != nil:
			return hold, err
		case s.Status != naming.Free && s.Claim == hold.Claim:
			return hold, nil
		case s.Status == naming.Held:
			if gone, err := c.letGo(ctx, r, hold.Key, s.Claimed); err != nil || !gone {
				return hold, cmp.Or(err, errNameTaken)
			}
		case s.Status == naming.Pending:
			if err := c.settle(ctx, r, stream, s.Claimed, seen); err != nil {
				return hold, err
			}
		}
	}
	return hold, domain.ErrContended
}

// letGo releases a name whose holder has given it up, by another name or by
// deletion, and died before it said so in the stream of the name.
func (c *Commands) letGo(ctx context.Context, r Request, key string, claim naming.Claimed) (bool, error) {
	held, err := c.holds(ctx, claim)
	if err != nil || held {
		return false, err
	}
	return true, c.release(ctx, r, naming.Hold{Key: key, Claim: claim.Claim})
}

// holds says whether the holder of a confirmed claim still goes by that name.
func (c *Commands) holds(ctx context.Context, claim naming.Claimed) (bool, error) {
	switch category, _, _ := claim.Holder.Parts(); category {
	case dossier.Category:
		d, _, err := es.Load(ctx, c.Log, dossier.Decider, claim.Holder)
		return d.Phase != dossier.Gone && d.Hold.Claim == claim.Claim, err
	case template.Category:
		t, _, err := es.Load(ctx, c.Log, template.Decider, claim.Holder)
		return t.Hold.Claim == claim.Claim, err
	case file.Category:
		f, _, err := es.Load(ctx, c.Log, file.Decider, claim.Holder)
		return f.Phase == file.Active && f.Hold.Claim == claim.Claim, err
	case bulk.Category: // on behalf of the files that it restores
		b, _, err := es.Load(ctx, c.Log, bulk.Decider, claim.Holder)
		return b.Begun && !b.Done && b.Claim == claim.Claim, err
	case user.Category:
		u, _, err := es.Load(ctx, c.Log, user.Decider, claim.Holder)
		return u.Hold.Claim == claim.Claim || u.EmailHold.Claim == claim.Claim, err
	}
	return true, nil
}

// holdsOf are the names that an event takes.
func holdsOf(e es.Event) []naming.Hold {
	switch e := e.(type) {
	case interface{ Holds() []naming.Hold }:
		return e.Holds()
	case interface{ Held() naming.Hold }:
		return []naming.Hold{e.Held()}
	}
	return nil
}

// takes says whether an event takes a name by a claim.
func takes(e es.Event, claim uuid.UUID) bool {
	return slices.ContainsFunc(holdsOf(e), func(h naming.Hold) bool { return h.Claim == claim })
}

// confirm makes a claim final, after the holder's event is there.
func (c *Commands) confirm(ctx context.Context, r Request, h naming.Hold) error {
	cmd := r.part("confirm\n"+h.Claim.String(), nameStream(r.Caller.Workspace, h.Key))
	_, err := es.Decide(ctx, c.Log, naming.Decider, cmd, naming.Confirm(h.Claim))
	return err
}

// release frees a name that a claim has.
func (c *Commands) release(ctx context.Context, r Request, h naming.Hold) error {
	if h.Key == "" {
		return nil
	}
	cmd := r.part("release\n"+h.Claim.String(), nameStream(r.Caller.Workspace, h.Key))
	_, err := es.Decide(ctx, c.Log, naming.Decider, cmd, naming.Release(h.Claim))
	return err
}

// settle decides a claim that is not confirmed. Its maker gets a moment; then
// the holder's stream is fenced at the version that the claim announced. Either
// the fence is there, and the claim is void; or another event is, and it tells.
func (c *Commands) settle(ctx context.Context, r Request, stream es.StreamID, claim naming.Claimed, seen es.Receipt) error {
	if moved, err := c.movesWithin(ctx, stream, seen, politeness); err != nil || moved {
		return err
	}
	if err := c.fence(ctx, r, claim); err != nil {
		return err
	}
	for e, err := range c.Log.Stream(ctx, claim.Holder, claim.Expect) {
		if err != nil {
			return err
		}
		hold := naming.Hold{Key: key(stream), Claim: claim.Claim}
		if takes(e.Event, claim.Claim) {
			return c.confirm(ctx, r, hold)
		}
		return c.release(ctx, r, hold)
	}
	return fmt.Errorf("%s has no event behind %d after it was fenced", claim.Holder, claim.Expect)
}

func key(stream es.StreamID) string {
	_, _, key := stream.Parts()
	if id, err := uuid.Parse(key); err == nil {
		return hex.EncodeToString(id[:])
	}
	return key
}

// movesWithin waits until a stream gets another event, for a while at most.
func (c *Commands) movesWithin(ctx context.Context, stream es.StreamID, seen es.Receipt, d time.Duration) (bool, error) {
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

// fence appends a no-op to the holder's stream at the announced version, so that
// the claimer's own append there must fail. A stream that moved needs none.
func (c *Commands) fence(ctx context.Context, r Request, claim naming.Claimed) error {
	cmd := r.part("fence\n"+claim.Claim.String(), claim.Holder)
	cmd.Expect = &claim.Expect
	nothing := es.Decider[struct{}]{Evolve: func(s struct{}, _ es.Event) struct{} { return s }}
	_, err := es.Decide(ctx, c.Log, nothing, cmd, func(struct{}) ([]es.Event, error) {
		e, err := fenceOf(claim)
		return []es.Event{e}, err
	})
	if errors.Is(err, es.ErrConflict) {
		return nil
	}
	return err
}

// fenceOf is the no-op of the holder's kind of stream.
func fenceOf(claim naming.Claimed) (es.Event, error) {
	category, _, _ := claim.Holder.Parts()
	switch category {
	case dossier.Category:
		return dossier.ClaimFenced{Claim: claim.Claim}, nil
	case file.Category:
		return file.ClaimFenced{Claim: claim.Claim}, nil
	case template.Category:
		return template.ClaimFenced{Claim: claim.Claim}, nil
	case user.Category:
		return user.ClaimFenced{Claim: claim.Claim}, nil
	case bulk.Category:
		return bulk.ClaimFenced{Claim: claim.Claim}, nil
	}
	return nil, fmt.Errorf("%s holds no names", claim.Holder)
}

// named runs the deed that a name is taken for: claim, the append at exactly the
// announced version, confirmation. When the deed loses its race it is tried anew
// from the stream as it stands then. A claim is given back only when the deed is
// known not to have happened; one left in doubt is settled by the next contender.
func (c *Commands) named(ctx context.Context, r Request, key string, holder es.StreamID, deed func(naming.Hold, es.Command) (es.Receipt, error)) (es.Receipt, error) {
	for range claimTries {
		at, done, err := c.before(ctx, r, holder)
		if err != nil || done != (es.Receipt{}) {
			return done, err
		}
		hold, err := c.claim(ctx, r, key, holder, at)
		if err != nil {
			return es.Receipt{}, err
		}
		cmd := r.on(holder)
		cmd.Expect = &at
		if done, err = deed(hold, cmd); err == nil {
			return done, c.confirm(ctx, r, hold)
		}
		lost := errors.Is(err, es.ErrConflict)
		if known(err) {
			err = errors.Join(err, c.release(ctx, r, hold))
		}
		if !lost {
			return es.Receipt{}, err
		}
	}
	return es.Receipt{}, domain.ErrContended
}

// before is the version of a stream. When it holds the request's deed already,
// done is that deed's receipt and its claim is confirmed.
func (c *Commands) before(ctx context.Context, r Request, stream es.StreamID) (at uint64, done es.Receipt, err error) {
	for e, err := range c.Log.Stream(ctx, stream, 0) {
		if err != nil {
			return 0, done, err
		}
		at = e.Version
		if e.Command != r.CommandID {
			continue
		}
		done = es.Receipt{Version: e.Version, Position: e.Position}
		for _, h := range holdsOf(e.Event) {
			if h.Key == "" {
				continue
			}
			if err := c.confirm(ctx, r, h); err != nil {
				return at, done, err
			}
		}
	}
	return at, done, nil
}
