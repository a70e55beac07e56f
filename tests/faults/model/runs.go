package model

import (
	"fmt"

	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// runOf returns the number of the run of an event, and whether the event is the run's
// result.
func runOf(e es.Recorded) (run int, result, ok bool) {
	switch e := e.Event.(type) {
	case file.RunOpened:
		return e.Run, false, true
	case file.RunReleased:
		return e.Run, false, true
	case file.ProcessingChanged:
		return e.Run, false, true
	case file.Analysed:
		return e.Run, true, true
	case file.Failed:
		return e.Run, true, true
	case download.Began:
		return e.Run, false, true
	case download.Made:
		return e.Run, true, true
	case download.Broke:
		return e.Run, true, true
	}
	return 0, false, false
}

// checkRuns checks that each run has one result at most, and no events once a later run has
// begun.
func checkRuns(f Facts) (out []Violation) {
	results, last := map[string]es.Recorded{}, map[es.StreamID]es.Recorded{}
	for _, e := range f.Events {
		run, result, ok := runOf(e)
		if !ok {
			continue
		}
		if before := last[e.Stream]; before.Event != nil {
			if later, _, _ := runOf(before); later > run {
				out = append(out, Violation{
					Rule: RuleRuns, What: fmt.Sprintf("run %d wrote though run %d had begun", run, later),
					Events: []es.Recorded{before, e},
				})
			}
		}
		last[e.Stream] = e
		if !result {
			continue
		}
		job := fmt.Sprintf("%s %d", e.Stream, run)
		if first, ok := results[job]; ok {
			out = append(out, Violation{Rule: RuleRuns, What: fmt.Sprintf("run %d has two results", run), Events: []es.Recorded{first, e}})
		}
		results[job] = e
	}
	return out
}

// checkFinished checks that all work is done: files processed or failed, packages made or
// refused, bulks complete. Files are deleted with their dossier, without an event of their
// own.
func checkFinished(f Facts) (out []Violation) {
	files, packages := map[es.StreamID]file.State{}, map[es.StreamID]download.State{}
	open, last, gone := map[es.StreamID]es.Recorded{}, map[es.StreamID]es.Recorded{}, map[es.StreamID]bool{}
	for _, e := range f.Events {
		last[e.Stream] = e
		if _, ok := e.Event.(dossier.PermanentlyDeleted); ok {
			gone[e.Stream] = true
		}
		switch category, _, _ := e.Stream.Parts(); category {
		case file.Category:
			files[e.Stream] = file.Decider.Evolve(files[e.Stream], e.Event)
		case download.Category:
			packages[e.Stream] = download.Decider.Evolve(packages[e.Stream], e.Event)
		case bulk.Category:
			switch e.Event.(type) {
			case bulk.Started:
				open[e.Stream] = e
			case bulk.Finished:
				delete(open, e.Stream)
			}
		}
	}
	for stream, s := range files {
		if _, ws, _ := stream.Parts(); gone[dossier.StreamOf(ws, s.Dossier)] {
			continue
		}
		if s.Phase == file.Active && (s.Processing.IsBusy() || s.Open || s.Processing == file.Error && s.Service == "") {
			out = append(out, Violation{Rule: RuleFinished, What: fmt.Sprintf("%s is %s, run %d", stream, s.Processing, s.Run),
				Events: []es.Recorded{last[stream]}})
		}
		if f.Processable && s.Phase == file.Active && s.Processing == file.Error {
			what := fmt.Sprintf("%s could be processed, and is ERROR: %s: %s", stream, s.Service, s.Cause)
			out = append(out, Violation{Rule: RuleFinished, What: what, Events: []es.Recorded{last[stream]}})
		}
	}
	for stream, s := range packages {
		if !s.Gone && s.Status != download.Ready && s.Status != download.Failed {
			out = append(out, Violation{
				Rule: RuleFinished, What: fmt.Sprintf("%s is %s, run %d", stream, s.Status, s.Run),
				Events: []es.Recorded{last[stream]},
			})
		}
	}
	for stream, e := range open {
		out = append(out, Violation{Rule: RuleFinished, What: string(stream) + " is not finished", Events: []es.Recorded{e}})
	}
	return out
}

// Tally counts files and runs, so that people see that there was something to break.
func Tally(f Facts) string {
	files := map[es.StreamID]file.State{}
	runs := map[string]bool{}
	for _, e := range f.Events {
		if category, _, _ := e.Stream.Parts(); category != file.Category {
			continue
		}
		files[e.Stream] = file.Decider.Evolve(files[e.Stream], e.Event)
		if run, _, ok := runOf(e); ok {
			runs[fmt.Sprintf("%s %d", e.Stream, run)] = true
		}
	}
	failed := map[string]int{}
	for _, s := range files {
		if s.Phase == file.Active && s.Processing == file.Error {
			failed[s.Service]++
		}
	}
	return fmt.Sprintf("%d files, %d runs, failed in %v", len(files), len(runs), failed)
}
