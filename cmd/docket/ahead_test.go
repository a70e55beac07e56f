package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/internal/service"
	"github.com/seed-62a36931/docket/projections"
)

// TestViewsAheadOfTheLog starts on views, and on places of consumers, that know of
// more than the log holds.
func TestViewsAheadOfTheLog(t *testing.T) {
	engines(t, func(t *testing.T, args []string) {
		s := serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		before := s.as("mira", "Str0ng-enough").newDossier("Before")
		s.stop()
		a := tools(t, s)
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
		s.start()
		c := s.as("mira", "Str0ng-enough")
		c.want(200, "GET", before, nil)
		after := c.newDossier("After")
		c.want(200, "GET", after, nil)
		if f := c.awaitDone(after + "/files/" + c.upload(after, "a.pdf", canaryPDF("after"))); f.ProcessingStatus != "PROCESSED" {
			t.Errorf("%+v", f)
		}
		s.stop()
		if n := strings.Count(s.log.String(), "is ahead of the log"); n != len(service.ConsumerNames)+len(a.Views) {
			t.Errorf("%d views were noticed\n%s", n, s.log)
		}
		sameRebuilt(t, tools(t, s))
	})
}

// sameRebuilt builds all views anew and compares.
func sameRebuilt(t *testing.T, a *service.App) {
	t.Helper()
	if err := catchUp(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	running := dumps(t, a)
	for _, v := range a.Views {
		if err := a.Storage.Views.Reset(t.Context(), v); err != nil {
			t.Fatal(err)
		}
	}
	if err := catchUp(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	for table, rebuilt := range dumps(t, a) {
		if rebuilt != running[table] {
			t.Errorf("%s differs\nrestored: %.2000s\nrebuilt: %.2000s", table, running[table], rebuilt)
		}
	}
}
