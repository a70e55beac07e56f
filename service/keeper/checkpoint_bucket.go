package keeper

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/evidence"
)

// startLocking locks checkpoints that are offered in the bucket that is set, until stop is called.
func (n *Anchors) startLocking(ctx context.Context) (offer func(tlog.Tree, []byte), stop func(), err error) {
	if n.config.CheckpointBucket == "" {
		return func(tlog.Tree, []byte) {}, func() {}, nil
	}
	bucket, err := n.config.OpenCheckpointBucket()
	if err != nil {
		return nil, nil, n.config.Blame("--checkpoint-bucket", err)
	}
	offer, wait := offerCheckpoints(ctx, func(ctx context.Context, newest <-chan []byte) {
		n.keepNewest(ctx, newest, func(signed []byte) error { return lockCheckpoint(ctx, bucket, signed) },
			"the newest checkpoint of the log is not locked in the bucket of --checkpoint-bucket")
	})
	return offer, func() { wait(); bucket.Close() }, nil
}

// lockTime is how long it takes at most to have a checkpoint locked.
const lockTime = time.Minute

// lockCheckpoint puts a checkpoint into a bucket, in the folder of its log, under a name that tells its size, and locks it. One with
// other signatures has another name.
func lockCheckpoint(ctx context.Context, bucket *blobs.LockedBucket, signed []byte) error {
	c, err := evidence.ParseCheckpoint(string(signed))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, lockTime)
	defer cancel()
	sum := sha256.Sum256(signed)
	return bucket.Keep(ctx, fmt.Sprintf("%s/%012d-%x.txt", strings.ReplaceAll(c.Origin, "/", "-"), c.N, sum[:8]), signed)
}
