package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/seed-62a36931/docket/internal/freeport"
)

// What the object store is asked with. It keeps the objects as files in the folder of
// bytes, where the witness finds them.
const (
	accessKey, secretKey = "faults", "faults-secret"
	bucket               = "docket"
)

// startStore starts an object store, where the run was given one: a program that serves S3
// from a folder, with the command line of versitygw.
func (c *cluster) startStore(ctx context.Context) (err error) {
	if c.made.store == "" {
		return nil
	}
	if c.storeAddress, err = freeport.Address(); err != nil {
		return err
	}
	c.store = &process{
		name: "object store", dir: c.folder, logs: c.pathOf("logs", "store.log"),
		args: []string{
			c.made.store, "--access", accessKey, "--secret", secretKey, "--port", c.storeAddress, "posix",
			"--sidecar", c.pathOf("sidecar"), c.pathOf("blobs"),
		},
	}
	if err := c.store.start(); err != nil {
		return err
	}
	return c.awaitStore(ctx)
}

// awaitStore waits until the store answers, and creates the bucket unless it exists.
func (c *cluster) awaitStore(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startedWithin)
	defer cancel()
	client, err := minio.New(c.storeAddress, &minio.Options{Creds: credentials.NewStaticV4(accessKey, secretKey, ""), Region: "us-east-1"})
	if err != nil {
		return err
	}
	for {
		there, err := client.BucketExists(ctx, bucket)
		if err == nil && !there {
			err = client.MakeBucket(ctx, bucket, minio.MakeBucketOptions{})
		}
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the object store does not come up: %w", err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func (c *cluster) killStore(context.Context, *rand.Rand) (string, func(context.Context) error, error) {
	return "SIGKILL the object store", func(ctx context.Context) error {
		return errors.Join(c.store.start(), c.awaitStore(ctx))
	}, c.store.kill()
}
