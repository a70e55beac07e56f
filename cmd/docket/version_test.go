package main

import (
	"runtime/debug"
	"testing"
)

func TestDescribeVersion(t *testing.T) {
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "1f0c2ab94d3e5566778899aabbccddeeff001122"}
	date := debug.BuildSetting{Key: "vcs.time", Value: "2026-11-23T21:58:00Z"}
	for _, c := range []struct {
		name     string
		settings []debug.BuildSetting
		want     string
	}{
		{"without a repository", nil, "docket 0.1.0"},
		{"a clean tree", []debug.BuildSetting{{Key: "-trimpath", Value: "true"}, revision, date, {Key: "vcs.modified", Value: "false"}},
			"docket 0.1.0 (commit 1f0c2ab94d3e, 2026-11-23)"},
		{"a changed tree", []debug.BuildSetting{revision, date, {Key: "vcs.modified", Value: "true"}},
			"docket 0.1.0 (commit 1f0c2ab94d3e, 2026-11-23, changed since)"},
	} {
		if got := describeVersion("0.1.0", c.settings); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
