package core

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
)

// A Reservation is a name that is claimed for the event which its holder appends behind an
// announced version. Confirm it when that event is there; Release it when the event is
// known not to be there. One that is left is settled by the next who wants the name. The
// zero Reservation is of no name.
type Reservation struct {
	naming.Hold // for the holder's event

	c    *Core
	r    Request
	name FoundName // as the claim left it
}

// ReserveName claims a name for the event that will be appended to holder exactly behind
// version at. It returns ErrNameTaken when another holder has the name for good. Where
// somebody else's claim is not confirmed, it is given a moment and then settled.
func (c *Core) ReserveName(ctx context.Context, r Request, key string, holder es.StreamID,
	at uint64) (Reservation, error) {
	name, err := c.ReadName(ctx, r, key)
	if err != nil {
		return Reservation{}, err
	}
	return c.ReserveFound(ctx, r, name, NewClaim(r, key, holder, at))
}

// NewClaim returns the claim of a request on a name. The same request makes the same one.
func NewClaim(r Request, key string, holder es.StreamID, at uint64) naming.Claimed {
	id := uuid.NewSHA1(r.CommandID, fmt.Appendf(nil, "claim\n%s\n%s\n%d", key, holder, at))
	return naming.Claimed{Claim: id, Holder: holder, Expect: at}
}

// ReserveFound is ReserveName for a name that was found, and a claim that has its id already.
func (c *Core) ReserveFound(ctx context.Context, r Request, name FoundName, claim naming.Claimed) (Reservation, error) {
	for try := range ClaimTries {
		cmd := r.SubCommand(fmt.Sprintf("claim\n%s\n%d", claim.Claim, try), name.stream)
		found, _, err := name.Decide(ctx, c.Log, naming.Decider, cmd, naming.Claim(claim))
		if err != nil && !errors.Is(err, es.ErrConflict) {
			return Reservation{}, err
		}
		name.FoldedStream = found
		switch s := found.State; {
		case s.Status != naming.Free && s.Claim == claim.Claim:
			return Reservation{Hold: naming.Hold{Key: name.Key, Claim: claim.Claim}, c: c, r: r, name: name}, nil
		case s.Status == naming.Held:
			gone, err := c.releaseAbandoned(ctx, r, name.Key, s.Claimed)
			if err != nil {
				return Reservation{}, err
			}
			if !gone {
				return Reservation{}, ErrNameTaken
			}
		case s.Status == naming.Pending:
			if err := c.settleClaim(ctx, r, name); err != nil {
				return Reservation{}, err
			}
		}
		if name, err = c.ReadName(ctx, r, name.Key); err != nil {
			return Reservation{}, err
		}
	}
	return Reservation{}, domain.ErrContended
}

// Confirm makes the name the holder's for good, after the holder's event.
func (n Reservation) Confirm(ctx context.Context) error {
	return n.decideName(ctx, "confirm", naming.Confirm(n.Claim))
}

// Release frees the name again.
func (n Reservation) Release(ctx context.Context) error {
	return n.decideName(ctx, "release", naming.Release(n.Claim))
}

// decideName appends to the stream of the name, which is read again only if it has moved.
func (n Reservation) decideName(ctx context.Context, label string, decide es.Decision[naming.State]) error {
	if n.Key == "" {
		return nil
	}
	cmd := n.r.SubCommand(label+"\n"+n.Claim.String(), n.name.stream)
	_, _, err := n.name.Decide(ctx, n.c.Log, naming.Decider, cmd, decide)
	return err
}

// ConcludeNames confirms reservations after the holder's append, of which err is the
// outcome, or releases them when it was refused. When nobody knows whether the event is
// there, they are left. It returns err together with failures of its own.
func ConcludeNames(ctx context.Context, err error, names ...Reservation) error {
	failed := err
	for _, n := range names {
		switch {
		case err == nil:
			failed = errors.Join(failed, n.Confirm(ctx))
		case IsRefusal(err):
			failed = errors.Join(failed, n.Release(ctx))
		}
	}
	return failed
}

// AppendUnderName appends to a holder's stream what is decided for the name that it takes,
// at exactly the version that the claim announces. When the append loses a race, it is
// tried anew from the stream as it stands then; when the stream has seen the request, its
// receipt is returned. domain.ErrChanged: the stream is not at the version of the request.
func AppendUnderName[S any](ctx context.Context, c *Core, r Request, key string, d es.Decider[S], holder es.StreamID,
	decide func(naming.Hold) es.Decision[S]) (es.Receipt, error) {
	return retryLost(ctx, c, r, holder, isConflict, func(ctx context.Context) (es.Receipt, error) {
		found, err := es.Find(ctx, c.Log, d, holder)
		if err != nil {
			return es.Receipt{}, err
		}
		cmd := r.CommandOn(holder)
		if done, ok := found.ReceiptOf(cmd); ok {
			return done, c.ConfirmTaken(ctx, r, holder)
		}
		if cmd.Expect != nil && *cmd.Expect != found.At.Version {
			return es.Receipt{}, domain.ErrChanged
		}
		name, err := c.ReserveName(ctx, r, key, holder, found.At.Version)
		if err != nil {
			return es.Receipt{}, err
		}
		cmd.Expect = &found.At.Version
		_, at, err := found.Decide(ctx, c.Log, d, cmd, decide(name.Hold))
		return at, ConcludeNames(ctx, err, name)
	})
}

// ConfirmTaken confirms the names that the request's events in a stream take: its process
// may have died before it did.
func (c *Core) ConfirmTaken(ctx context.Context, r Request, holder es.StreamID) error {
	for e, err := range c.Log.Stream(ctx, holder, 0) {
		if err != nil {
			return err
		}
		if e.Command != r.CommandID {
			continue
		}
		for _, h := range holdsOf(e.Event) {
			if h.Key == "" {
				continue
			}
			if err := c.confirmClaim(ctx, r, h); err != nil {
				return err
			}
		}
	}
	return nil
}
