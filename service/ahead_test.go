package service_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestViewsAheadOfTheLog starts on views, and on places of consumers, that know of
// more than the log holds.
func TestViewsAheadOfTheLog(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		before := s.SignIn("mira", "Str0ng-enough").NewDossier("Before")
		s.Stop()
		a := servicetest.OpenTools(t, s)
		head, err := a.Log.Store.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		m := es.Model[projections.Writer](a.Storage.Views)
		for _, v := range append(service.ConsumerViews(service.ConsumerNames...), a.Views...) {
			at, err := m.Checkpoint(t.Context(), v.CheckpointKey())
			if err == nil {
				err = m.Update(t.Context(), v.CheckpointKey(), at, head+500, func(projections.Writer) error { return nil })
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		s.Start()
		c := s.SignIn("mira", "Str0ng-enough")
		c.Want(200, "GET", before, nil)
		after := c.NewDossier("After")
		c.Want(200, "GET", after, nil)
		if f := c.AwaitDone(after + "/files/" + c.Upload(after, "a.pdf", servicetest.CanaryPDF("after"))); f.ProcessingStatus != "PROCESSED" {
			t.Errorf("%+v, want f.ProcessingStatus = %q", f, "PROCESSED")
		}
		s.Stop()
		if n := strings.Count(s.Log.String(), "is ahead of the log"); n != len(service.ConsumerNames)+len(a.Views) {
			t.Errorf("%d views were noticed\n%s, want %d", n, s.Log, len(service.ConsumerNames)+len(a.Views))
		}
		servicetest.CompareRebuilt(t, servicetest.OpenTools(t, s))
	})
}
