package tamper

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/blobs/buckettest"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestCheckpointsAreLockedInABucket has a service lock its checkpoints in a bucket with object lock. While that is away, or has no
// object lock, the service says so and goes on; what the bucket has convicts a log that was altered afterwards.
func TestCheckpointsAreLockedInABucket(t *testing.T) {
	t.Parallel()
	bucket := buckettest.StartLocked(t)
	v := newVictim(t, servicetest.NewMasterKey(t))
	credentials := filepath.Join(t.TempDir(), "credentials")
	text := fmt.Sprintf("[default]\naws_access_key_id = %s\naws_secret_access_key = %s\n", buckettest.AccessKey, buckettest.SecretKey)
	if err := os.WriteFile(credentials, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	flags := []string{"--checkpoint-bucket", bucket.Address("checkpoints"), "--checkpoint-bucket-region", "us-east-1",
		"--checkpoint-bucket-credentials", credentials, "--checkpoint-bucket-days", "30"}
	v.Args = append(append(v.Args, "--checkpoint-every", "100ms"), flags...)
	bucket.Set(buckettest.Away)
	v.Start()
	servicetest.Await(t, 5*time.Minute, func() bool { return strings.Contains(v.Log.String(), "not locked in the bucket") })
	bucket.Set(buckettest.WithLock)
	v.SignIn("mira", "Str0ng-enough").NewDossier("Locked away")
	servicetest.Await(t, 2*time.Minute, func() bool { texts, _ := bucket.Objects(); return len(texts) > 0 })
	v.Stop()
	publish := v.audit("checkpoint", append([]string{"--publish"}, flags...)...)
	printed := servicetest.RunDocket(t, publish...)
	texts, until := bucket.Objects()
	newest := ""
	for key, text := range texts {
		if left := time.Until(until[key]); left < 29*24*time.Hour || !strings.HasPrefix(key, "checkpoints/docket-") {
			t.Errorf("%s is locked for %s, want a lock of 30 days", key, left)
		}
		if strings.Contains(printed, text) {
			newest = text
		}
	}
	if newest == "" || !strings.Contains(printed, "locked in the bucket") {
		t.Fatalf("printed, want the checkpoint in the bucket:\n%s\nstored: %v", printed, texts)
	}
	bucket.Set(buckettest.RefusesLock)
	v.Start()
	v.SignIn("mira", "Str0ng-enough").NewDossier("Not locked")
	v.Stop()
	servicetest.ExpectFailure(t, "not locked in the bucket of --checkpoint-bucket: object store: lock a text", publish...)

	kept := filepath.Join(t.TempDir(), "kept.txt")
	if err := os.WriteFile(kept, []byte(newest), 0o600); err != nil {
		t.Fatal(err)
	}
	servicetest.RunDocket(t, v.audit("verify", "--checkpoints", kept)...)
	if _, err := v.db.Exec("UPDATE events SET actor = 'somebody-else' WHERE position = 40"); err != nil {
		t.Fatal(err)
	}
	servicetest.ExpectFailure(t, "position 40", v.audit("verify", "--checkpoints", kept)...)
}

func TestCheckpointBucketsThatCannotBe(t *testing.T) {
	t.Parallel()
	v := servicetest.Launch(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	v.AwaitReady()
	v.Stop()
	serve := append([]string{"serve", "--listen", "127.0.0.1:0", "--admin-listen", ""}, append(v.DataFlags(), v.MasterKeyFlags()...)...)
	servicetest.ExpectFailure(t, "--checkpoint-bucket (DOCKET_CHECKPOINT_BUCKET): ", append(serve, "--checkpoint-bucket", "archive")...)
	servicetest.ExpectFailure(t, "(DOCKET_CHECKPOINT_BUCKET_DAYS) must be at least 1", append(serve, "--checkpoint-bucket",
		"https://s3.example/archive", "--checkpoint-bucket-days", "0")...)
}
