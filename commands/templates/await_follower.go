package templates

import (
	"context"
	"time"

	"github.com/seed-62a36931/docket/commands/core"
)

// A Follower is a process manager that acts on changes of templates after they are
// stored.
type Follower string

// The followers that commands wait for.
const (
	FollowerReanalysis Follower = "reanalysis" // asks for another analysis of the template's files
	FollowerSettlement Follower = "settlement" // takes what the template no longer has out of its dossiers
)

// Followers knows how far the followers of the log have come.
type Followers interface {
	// AwaitFollower waits until a follower has handled the log up to a position, and
	// returns the position behind all that it appended. It returns an error when ctx
	// ends first.
	AwaitFollower(ctx context.Context, f Follower, at uint64) (uint64, error)
}

// followerPatience is how long a command waits for a follower.
const followerPatience = 5 * time.Second

// awaitFollower waits until a follower has acted on a change at a position, so that a
// client that goes on to wait for its files never takes a former result for the new
// one. It returns the position that shows what the follower did, or the given one when
// the follower is late, which will act in any case. The position 0 stands for no change.
func (c *Parts) awaitFollower(ctx context.Context, f Follower, at uint64) uint64 {
	if at == 0 || c.Followers == nil {
		return at
	}
	waiting, cancel := context.WithTimeout(ctx, followerPatience)
	defer cancel()
	head, err := c.Followers.AwaitFollower(waiting, f, at)
	if err != nil {
		return at
	}
	return max(at, head)
}

// afterFollower returns the outcome of a command after a follower has acted on it.
func (c *Parts) afterFollower(ctx context.Context, f Follower, out core.Outcome, err error) (core.Outcome, error) {
	if err == nil {
		out.Position = c.awaitFollower(ctx, f, out.Position)
	}
	return out, err
}
