package service_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestBytesThatAProcessLeftAreRemoved at the next start, once they are old, and those
// that events name are not, however old.
func TestBytesThatAProcessLeftAreRemoved(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER")
		c := s.SignIn("mira", "Str0ng-enough")
		d := c.NewDossier("First")
		f := d + "/files/" + c.Upload(d, "a.pdf", servicetest.SamplePDF(t))
		c.AwaitDone(f)
		s.Stop()
		long := time.Now().AddDate(0, 0, -2)
		blobs := regularFiles(t, filepath.Join(s.Data, "blobs"))
		old, young := filepath.Join(filepath.Dir(blobs[0]), uuid.NewString()), filepath.Join(filepath.Dir(blobs[0]), uuid.NewString())
		for _, name := range []string{old, young} {
			if err := os.WriteFile(name, []byte("left"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range append(blobs, old) {
			if err := os.Chtimes(name, long, long); err != nil {
				t.Fatal(err)
			}
		}
		s.Start()
		for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) { // what an operator would look at
			if _, err := os.Stat(old); errors.Is(err, fs.ErrNotExist) {
				break
			}
			if time.Now().After(deadline) {
				t.Fatal("what was left is still there")
			}
		}
		if _, err := os.Stat(young); err != nil {
			t.Error(err)
		}
		c = s.SignIn("mira", "Str0ng-enough")
		c.Want(200, "GET", f+"/components", nil)
		c.Want(200, "GET", f+"/content", nil)
	})
}
