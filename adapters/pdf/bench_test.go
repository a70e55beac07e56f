package pdf

import (
	"context"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document/layout"
)

// BenchmarkReadAndLayout compares pages per second of processor time, of the worker
// and this process together, with pdftotext -bbox-layout. Both take turns with the
// same documents in seven slices; x-poppler is the median of the ratios.
func BenchmarkReadAndLayout(b *testing.B) {
	if _, err := exec.LookPath("pdftotext"); err != nil {
		b.Skip("pdftotext is not installed")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // as in the commands that read documents
	files := corpus(b, "nda")
	pool := testPool(b, "serve", func(o *Options) { o.Idle = time.Hour })
	readAll(b, pool, files[:3]) // starts the worker
	const turns = 7
	each := min(len(files), 63) / turns
	var ratios, speeds []float64
	for b.Loop() {
		for i := range turns {
			part := files[i*each : (i+1)*each]
			start := spent(b, pool)
			pages := readAll(b, pool, part)
			ours := spent(b, pool) - start
			theirs := popplerTime(b, part)
			ratios = append(ratios, theirs.Seconds()/ours.Seconds())
			speeds = append(speeds, float64(pages)/ours.Seconds())
		}
	}
	slices.Sort(ratios)
	slices.Sort(speeds)
	b.ReportMetric(ratios[len(ratios)/2], "x-poppler")
	b.ReportMetric(speeds[len(speeds)/2], "pages/cpu-s")
}

// readAll reads documents and builds their trees; it counts the pages.
func readAll(b *testing.B, pool *Pool, files []string) (pages int) {
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			b.Fatal(err)
		}
		doc, err := pool.Read(context.Background(), data, layout.ReadSettings{})
		if err != nil {
			b.Fatal(err)
		}
		pages += len(layout.BuildTree(&doc).Pages)
	}
	return pages
}

// spent is the processor time of this process and its worker.
func spent(b *testing.B, pool *Pool) time.Duration {
	c := <-pool.slots
	pool.slots <- c
	theirs, ok := processorTime(c.cmd.Process.Pid)
	ours, _ := processorTime(os.Getpid())
	if !ok {
		b.Skip("the processor time of a process is not known here")
	}
	return theirs + ours
}

// popplerTime is the processor time of pdftotext for the same documents.
func popplerTime(b *testing.B, files []string) (sum time.Duration) {
	for _, f := range files {
		cmd := exec.Command("pdftotext", "-bbox-layout", f, os.DevNull)
		if err := cmd.Run(); err != nil {
			b.Fatal(err)
		}
		sum += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	return sum
}
