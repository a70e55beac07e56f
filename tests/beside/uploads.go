package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// uploaders is how many files are sent at once.
const uploaders = 4

// measureInvoices uploads invoices to a service until they are processed, and changes the rules,
// after which the service analyses all of them again.
func measureInvoices(ctx context.Context, c *comparison, b *build) (o outcome, err error) {
	files, err := c.inputs.invoices(c.count)
	if err != nil {
		return o, err
	}
	s, err := c.startService(ctx, b)
	if err != nil {
		return o, err
	}
	defer s.close()
	template, err := s.findTemplate(ctx)
	if err != nil {
		return o, err
	}
	first, err := s.makeDossier(ctx, template, "First")
	if err != nil {
		return o, err
	}
	if err := s.uploadAll(ctx, first, files[:1]); err != nil { // starts what works on documents
		return o, err
	}
	dossier, err := s.makeDossier(ctx, template, "Invoices")
	if err != nil {
		return o, err
	}
	if err := s.measureWork(&o, "upload to processed", len(files), func() error { return s.uploadAll(ctx, dossier, files) }); err != nil {
		return o, err
	}
	if o.answers, err = s.readComponents(ctx, dossier); err != nil {
		return o, err
	}
	// The single file of the other dossier is analysed again too.
	err = s.measureWork(&o, "re-analysis", len(files)+1, func() error {
		if err := s.changeRules(ctx, c, template); err != nil {
			return err
		}
		if err := s.awaitAnalyses(ctx, first, 1, 2); err != nil {
			return err
		}
		return s.awaitAnalyses(ctx, dossier, len(files), 2)
	})
	return o, err
}

// measureWork measures the service while it works on files.
func (s *service) measureWork(o *outcome, row string, files int, work func() error) error {
	before, err := s.cpu()
	if err := errors.Join(err, s.resetPeak()); err != nil {
		return err
	}
	began, stop := time.Now(), s.watchMemory()
	err = work()
	wall, peak := time.Since(began), stop()
	if err != nil {
		return fmt.Errorf("%s: %w", row, err)
	}
	after, err1 := s.cpu()
	own, err2 := s.readPeak()
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	o.add(row, "files/CPU s", cpuSpeed, float64(files)/(after-before).Seconds())
	o.add(row, "files/s", speed, float64(files)/wall.Seconds())
	o.add(row+", memory", "MiB", memory, own)
	o.add(row+", memory with children", "MiB", memory, peak)
	return nil
}

// uploadAll sends files and waits until all of them are processed.
func (s *service) uploadAll(ctx context.Context, dossier string, files []string) error {
	queue := make(chan string)
	errs := make(chan error, uploaders)
	var all sync.WaitGroup
	for range uploaders {
		all.Go(func() {
			var failed error
			for file := range queue {
				if failed != nil {
					continue // the queue is emptied, so that nobody waits
				}
				content, err := os.ReadFile(file)
				if err == nil {
					err = s.sendForm(ctx, dossier+"/files", filepath.Base(file), content, nil)
				}
				failed = err
			}
			errs <- failed
		})
	}
	for _, f := range files {
		queue <- f
	}
	close(queue)
	all.Wait()
	for range uploaders {
		if err := <-errs; err != nil {
			return err
		}
	}
	return s.awaitAnalyses(ctx, dossier, len(files), 1)
}

// patience is how long a service may take for all files.
const patience = 20 * time.Minute

// awaitAnalyses waits until so many files of a dossier have been analysed so often. Listing them
// costs the service processor time, so it is asked again when half of the rest should be done.
func (s *service) awaitAnalyses(ctx context.Context, dossier string, files, analyses int) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for began := time.Now(); ; {
		done, err := s.countAnalysed(ctx, dossier, analyses)
		if err != nil || done >= files {
			return err
		}
		rest := time.Since(began) * time.Duration(files-done) / time.Duration(max(1, done))
		select {
		case <-ctx.Done():
			return fmt.Errorf("%d of %d files are not processed: %w", files-done, files, ctx.Err())
		case <-time.After(min(max(rest/2, 100*time.Millisecond), 2*time.Second)):
		}
	}
}

// countAnalysed returns how many files of a dossier have been analysed so often. A file that cannot
// be processed is an error.
func (s *service) countAnalysed(ctx context.Context, dossier string, analyses int) (done int, err error) {
	var list struct {
		FileStatus []struct {
			Filename, ProcessingStatus string
			NumberOfAnalyses           int
		}
	}
	if _, err := s.send(ctx, request{method: http.MethodGet, path: dossier + "/files"}, &list); err != nil {
		return 0, err
	}
	for _, f := range list.FileStatus {
		if f.ProcessingStatus == "ERROR" {
			return 0, fmt.Errorf("%s cannot be processed", f.Filename)
		}
		if f.ProcessingStatus == "PROCESSED" && f.NumberOfAnalyses >= analyses {
			done++
		}
	}
	return done, nil
}

// changeRules stores the entity rules of the template with one rule more, which never fires.
func (s *service) changeRules(ctx context.Context, c *comparison, template string) error {
	folder, err := c.templateOf(s.build)
	if err != nil {
		return err
	}
	rules, err := os.ReadFile(filepath.Join(folder, "entity-rules.drl"))
	if err != nil {
		return err
	}
	rules = append(rules, "\nrule \"Beside.0.0\"\n    when\n        eval(1 > 2)\n    then\nend\n"...)
	return s.sendForm(ctx, template+"/entity-rules", "entity-rules.drl", rules, nil)
}

// readComponents returns the components of all files of a dossier.
func (s *service) readComponents(ctx context.Context, dossier string) (map[question]string, error) {
	var list struct {
		Files []struct {
			Filename   string
			Components map[string]json.RawMessage
		}
	}
	if _, err := s.send(ctx, request{method: http.MethodGet, path: dossier + "/components"}, &list); err != nil {
		return nil, err
	}
	answers := map[question]string{}
	for _, f := range list.Files {
		for name, value := range f.Components {
			answers[question{f.Filename, name}] = compactJSON(value)
		}
	}
	if len(answers) == 0 {
		return nil, fmt.Errorf("no component was read of %s", dossier)
	}
	return answers, nil
}
