package service

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/evidence"
)

// CheckpointLock holds the settings of a bucket with object lock to which checkpoints go. Its credentials are not those of the
// bytes: whoever has those may remove bytes.
type CheckpointLock struct {
	CheckpointBucket            string `env:"DOCKET_CHECKPOINT_BUCKET" placeholder:"URL" help:"Bucket with object lock in which each checkpoint is locked: https://HOST/BUCKET[/PREFIX]."`
	CheckpointBucketDays        int    `default:"3650" env:"DOCKET_CHECKPOINT_BUCKET_DAYS" placeholder:"DAYS" help:"For how many days nobody can remove a checkpoint from it."`
	CheckpointBucketRegion      string `env:"DOCKET_CHECKPOINT_BUCKET_REGION" placeholder:"NAME" help:"Its region; without one the server is asked."`
	CheckpointBucketCredentials string `env:"DOCKET_CHECKPOINT_BUCKET_CREDENTIALS" placeholder:"FILE" help:"Its credentials, as ~/.aws/credentials. Default: the AWS_ variables, that file, or the role of the machine."`
}

// checkCheckpointBucket refuses what is no bucket, and times for which nothing would be locked.
func (s CheckpointLock) checkCheckpointBucket() error {
	if s.CheckpointBucket == "" {
		return nil
	}
	_, err := blobs.ParseAddress(s.CheckpointBucket)
	if err == nil && s.CheckpointBucketDays < 1 {
		err = errors.New("--checkpoint-bucket-days must be at least 1")
	}
	return err
}

// openCheckpointBucket opens the bucket that is set. Nothing is asked of it yet.
func (s CheckpointLock) openCheckpointBucket() (*blobs.LockedBucket, error) {
	address, err := blobs.ParseAddress(s.CheckpointBucket)
	if err != nil {
		return nil, err
	}
	return blobs.OpenLockedBucket(blobs.BucketConfig{Address: address, Region: s.CheckpointBucketRegion,
		Credentials: blobs.Credentials{File: s.CheckpointBucketCredentials}}, time.Duration(s.CheckpointBucketDays)*24*time.Hour)
}

// startLocking locks checkpoints that are offered in the bucket that is set, until stop is called.
func (a *App) startLocking(ctx context.Context) (offer func(tlog.Tree, []byte), stop func(), err error) {
	if a.Config.CheckpointBucket == "" {
		return func(tlog.Tree, []byte) {}, func() {}, nil
	}
	bucket, err := a.Config.openCheckpointBucket()
	if err != nil {
		return nil, nil, a.Config.blame("--checkpoint-bucket", err)
	}
	offer, wait := offerCheckpoints(ctx, func(ctx context.Context, newest <-chan []byte) {
		a.keepNewest(ctx, newest, func(signed []byte) error { return lockCheckpoint(ctx, bucket, signed) },
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
