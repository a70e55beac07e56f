package keeper

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// errNobodyOutside is the error of a checkpoint that is to be published, and nobody is named who takes it.
var errNobodyOutside = errors.New("nobody is named who takes checkpoints: " +
	"--witness-policy, --timestamp-url, --checkpoint-folder, --checkpoint-url or --checkpoint-bucket")

// PublishCheckpoint hands a signed checkpoint to all who are named in the configuration: witnesses sign it, an authority stamps
// it, and it is copied to a folder, sent to an address and locked in a bucket, with the signatures of the witnesses. It returns
// the checkpoint with these, and calls report for each who has it. When some do not take it, the others get it all the same. Errors: those
// of everybody who did not take it, evidence.ErrCheckpoint of witnesses.
func (n *Anchors) PublishCheckpoint(ctx context.Context, signed []byte, report func(done string)) (published []byte, err error) {
	c := n.config
	policy, err := c.ReadWitnessPolicy()
	if err = errors.Join(err, c.CheckTimestamps(), c.CheckCheckpointPlaces()); err != nil {
		return nil, err
	}
	if policy == nil && c.TimestampURL+c.CheckpointFolder+c.CheckpointURL+c.CheckpointBucket == "" {
		return nil, errNobodyOutside
	}
	published = signed
	var failures []error
	hand := func(isSet bool, done string, f func() error) {
		if !isSet {
			return
		}
		if err := f(); err != nil {
			failures = append(failures, fmt.Errorf("not %s: %w", done, err))
			return
		}
		report(done)
	}
	hand(policy != nil, "signed by the witnesses of "+c.WitnessPolicy, func() error {
		cosigned, err := n.keepCosigned(ctx, policy, signed)
		if err == nil {
			published = cosigned
		}
		return err
	})
	hand(c.TimestampURL != "", "stamped by "+c.TimestampURL, func() error { return n.keepStamp(ctx, signed) })
	hand(c.CheckpointFolder != "", "copied to "+c.CheckpointFolder, func() error {
		return exportCheckpoint(c.CheckpointFolder, published, time.Now().UTC())
	})
	hand(c.CheckpointURL != "", "sent to the address of --checkpoint-url", func() error {
		return postCheckpoint(ctx, &http.Client{Timeout: postTime}, c.CheckpointURL, published)
	})
	hand(c.CheckpointBucket != "", "locked in the bucket of --checkpoint-bucket", func() error {
		bucket, err := c.OpenCheckpointBucket()
		if err != nil {
			return err
		}
		defer bucket.Close()
		return lockCheckpoint(ctx, bucket, published)
	})
	return published, errors.Join(failures...)
}
