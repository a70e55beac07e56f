package settings_test

import (
	"bytes"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/settings"
)

func TestLittleMemoryMeansFewProcesses(t *testing.T) {
	for _, test := range []struct {
		mib  int64
		want settings.MemoryPlan
		says []string
	}{
		{0, settings.MemoryPlan{PDFProcesses: 3}, nil},
		{100, settings.MemoryPlan{Limit: 100 << 20, PDFProcesses: 1, ShareDrawing: true, Lean: true}, []string{"processes=1", "--pdf-cache"}},
		{260, settings.MemoryPlan{Limit: 260 << 20, PDFProcesses: 1, ShareDrawing: true, Lean: true}, []string{"processes=1", "--pdf-cache"}},
		{384, settings.MemoryPlan{Limit: 384 << 20, PDFProcesses: 2, Lean: true}, []string{"processes=2", "--pdf-cache"}},
		{512, settings.MemoryPlan{Limit: 512 << 20, PDFProcesses: 3, Lean: true}, nil},
		{8192, settings.MemoryPlan{Limit: 8 << 30, PDFProcesses: 3}, nil},
	} {
		got := settings.PlanMemory(test.mib<<20, 3)
		if got != test.want {
			t.Errorf("%d MiB: got %+v, want %+v", test.mib, got, test.want)
		}
		for _, compiled := range []bool{false, true} {
			says := test.says
			if compiled {
				says = slices.DeleteFunc(slices.Clone(says), func(text string) bool { return text == "--pdf-cache" })
			}
			var out bytes.Buffer
			got.Report(slog.New(slog.NewTextHandler(&out, nil)), 3, compiled)
			if lines := strings.Count(out.String(), "\n"); lines != len(says) {
				t.Errorf("%d MiB, compiled %v: %d lines, want %d: %s", test.mib, compiled, lines, len(says), &out)
			}
			for _, text := range says {
				if !strings.Contains(out.String(), text) {
					t.Errorf("%d MiB, compiled %v: nothing says %q: %s", test.mib, compiled, text, &out)
				}
			}
		}
	}
}
