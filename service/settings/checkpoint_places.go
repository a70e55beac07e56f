package settings

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"time"

	"github.com/seed-62a36931/docket/adapters/blobs"
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

// OpenCheckpointBucket opens the bucket that is set. Nothing is asked of it yet.
func (s CheckpointLock) OpenCheckpointBucket() (*blobs.LockedBucket, error) {
	address, err := blobs.ParseAddress(s.CheckpointBucket)
	if err != nil {
		return nil, err
	}
	return blobs.OpenLockedBucket(blobs.BucketConfig{Address: address, Region: s.CheckpointBucketRegion,
		Credentials: blobs.Credentials{File: s.CheckpointBucketCredentials}}, time.Duration(s.CheckpointBucketDays)*24*time.Hour)
}

// CheckCheckpointPlaces refuses settings of folders, addresses and buckets to which no checkpoint can go.
func (s Config) CheckCheckpointPlaces() error {
	return errors.Join(s.CheckCheckpointFolder(), s.CheckCheckpointURL(), s.Blame("--checkpoint-bucket", s.checkCheckpointBucket()))
}

// CheckCheckpointFolder refuses a folder that would not be outside of the installation.
func (s Config) CheckCheckpointFolder() error {
	if s.CheckpointFolder == "" {
		return nil
	}
	folder, err := filepath.Abs(s.CheckpointFolder)
	data, dataErr := filepath.Abs(s.Data)
	if err = errors.Join(err, dataErr); err == nil {
		if below, relErr := filepath.Rel(data, folder); relErr == nil && filepath.IsLocal(below) {
			err = fmt.Errorf("%s is in the data folder: who can change the log could change these checkpoints, too", s.CheckpointFolder)
		}
	}
	return s.Blame("--checkpoint-folder", err)
}

// CheckCheckpointURL refuses an address that no request can be sent to.
func (s Config) CheckCheckpointURL() error {
	if s.CheckpointURL == "" {
		return nil
	}
	u, err := url.Parse(s.CheckpointURL)
	if err == nil && (u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
		err = fmt.Errorf("%q is no address of the form https://archive.example/checkpoints", u.Redacted())
	}
	return s.Blame("--checkpoint-url", err)
}
