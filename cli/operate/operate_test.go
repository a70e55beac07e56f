package operate_test

import (
	"context"
	"fmt"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// Operators rebuild all views of a service in use: readers notice nothing, nothing
// is appended and no work is done again.
func TestRebuildOfAServiceInUse(t *testing.T) {
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, path.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.SignIn("mira", "Str0ng-enough")
		dossier := c.NewDossier("Claims 2024")
		file := dossier + "/files/" + c.Upload(dossier, "first.pdf", servicetest.SamplePDF(t))
		c.AwaitDone(file)
		before := c.Want(200, "GET", file, nil).Body
		stages := s.Metric("docket_processing_stage_seconds_count")
		if stages == 0 {
			t.Fatal("no stage of processing was measured")
		}

		ctx, cancel := context.WithCancel(t.Context())
		var busy sync.WaitGroup
		var reads atomic.Int64
		busy.Go(func() { servicetest.PollFile(ctx, c, file, string(before), &reads) })
		busy.Go(func() {
			for i := 0; ctx.Err() == nil && !t.Failed(); i++ {
				c.NewDossier(fmt.Sprintf("meanwhile %d", i))
			}
		})
		out := s.MustRunTool("projections", "rebuild", "--all")
		cancel()
		busy.Wait()
		for _, view := range []string{"templates", "dossiers", "files", "downloads", "users", "work", "history", "usage",
			"webhooks", "layouts", "operations"} {
			if !strings.Contains(out, view+"  done") {
				t.Errorf("%s is not done:\n%s", view, out)
			}
		}
		if list := s.MustRunTool("projections", "list"); len(rebuiltView.FindAllString(list, -1)) != 11 {
			t.Errorf("read is, want 11:\n%s", list)
		}
		if reads.Load() == 0 || s.Metric("docket_processing_stage_seconds_count") != stages {
			t.Errorf("%d reads, %v stages of processing, want %v", reads.Load(), s.Metric("docket_processing_stage_seconds_count"), stages)
		}
		s.Stop()
		for line := range strings.Lines(s.Log.String()) {
			if strings.Contains(line, "level=ERROR") {
				t.Error(line)
			}
		}
		if out := s.MustRunTool("projections", "rebuild", "files"); !strings.Contains(out, "files  done") {
			t.Errorf("without a service:\n%s, want %q in it", out, "files done")
		}
		s.Start()
		c = s.SignIn("mira", "Str0ng-enough")
		if after := c.Want(200, "GET", file, nil).Body; string(after) != string(before) {
			t.Errorf("the file was\n%s\nand is\n%s, want no change", before, after)
		}
	})
}

// A damaged event takes one file away and no more. It can be seen, and applied once
// it is repaired.
func TestDamagedEventIsParkedAndRepaired(t *testing.T) {
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, path.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.SignIn("mira", "Str0ng-enough")
		dossier := c.NewDossier("Claims 2024")
		var files []string
		for i := range 3 {
			files = append(files, dossier+"/files/"+c.Upload(dossier, fmt.Sprintf("%d.pdf", i), servicetest.SamplePDF(t)))
		}
		for _, f := range files {
			c.AwaitDone(f)
		}
		stream := file.StreamOf("demo", path.Base(files[1]))
		s.DamageView(stream)
		a := c.AwaitStatus(503, files[1])
		if !strings.Contains(string(a.Body), "file.soft-deleted") || a.Header.Get("Retry-After") == "" {
			t.Errorf(`the reason: %s, want string(a.Body) with file.soft-deleted and a.Header.Get("Retry-After") other than ""`, a.Body)
		}
		for _, f := range []string{files[0], files[2]} {
			c.Want(200, "GET", f, nil)
			c.Want(200, "GET", f+"/components", nil)
		}
		c.Want(503, "GET", files[1]+"/components", nil)
		list := c.Want(200, "GET", dossier+"/files", nil)
		if strings.Contains(string(list.Body), path.Base(files[1])) || list.Header.Get("Docket-Parked") != path.Base(files[1]) {
			t.Errorf("the list: %v %s, want the parked file named and left out", list.Header, list.Body)
		}

		if out := s.MustRunTool("projections", "parked", "list", "files"); !strings.Contains(out, string(stream)) {
			t.Errorf("parked list:\n%s, want %s", out, stream)
		}
		if out := s.MustRunTool("projections", "parked", "show", "files", string(stream)); strings.Count(out, "\n") != 2 ||
			!strings.Contains(out, "cannot be read") {
			t.Errorf("parked show:, want strings.Count(out, \"\\n\") = 2 and out with cannot be read\n%s", out)
		}
		if out, err := s.RunTool("projections", "parked", "retry", "files", string(stream)); err == nil || !strings.Contains(out, "1 event still parked") {
			t.Errorf("retry before the repair: %v\n%s, want an error and %q in out", err, out, "1 event still parked")
		}
		s.RepairView()
		for _, view := range s.ParkedViews(stream) {
			if out := s.MustRunTool("projections", "parked", "retry", view, string(stream)); !strings.Contains(out, "1 event applied") {
				t.Errorf("retry of %s:\n%s, want %q in it", view, out, "1 event applied")
			}
		}
		if got := s.ParkedViews(stream); len(got) != 0 {
			t.Errorf("still parked in %v, want 0", got)
		}
		c.Want(404, "GET", files[1], nil) // it is in the trash, as the event says
		if out, err := s.RunTool("projections", "parked", "retry", "files", string(stream)); err == nil || !strings.Contains(out, "no event of the stream is parked") {
			t.Errorf("retry of nothing: %v\n%s, want an error and %q in out", err, out, "no event of the stream is parked")
		}
	})
}
