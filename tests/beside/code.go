package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// The drivers are compiled among the sources of each build, without a change of its tree.
var (
	//go:embed drivers/rules.go.txt
	rulesDriver string
	//go:embed drivers/rules_main.go.txt
	rulesMain string
	//go:embed drivers/appends_main.go.txt
	appendsMain string
)

// buildDriver compiles sources, by their places below the tree, into a program of a package. The
// tree is not touched. A build in which they do not compile does not have what they measure.
func (c *comparison) buildDriver(ctx context.Context, b *build, name string, sources map[string]string) (string, error) {
	program := filepath.Join(b.work, name)
	if _, err := os.Stat(program); err == nil {
		return program, nil
	}
	replace := map[string]string{}
	for place, source := range sources {
		file := filepath.Join(b.work, name+"-"+strings.ReplaceAll(place, "/", "-"))
		if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
			return "", err
		}
		replace[filepath.Join(b.tree, place)] = file
	}
	content, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(b.work, name+".overlay.json")
	if err := os.WriteFile(overlay, content, 0o600); err != nil {
		return "", err
	}
	if err := c.compile(ctx, b.tree, program, "-overlay", overlay, "./cmd/"+name); err != nil {
		return "", fmt.Errorf("%w: %w", errAbsent, err)
	}
	return program, nil
}

// rulesFolder returns the folder of the rule language below the tree of a build.
func rulesFolder(b *build) string {
	if _, err := os.Stat(filepath.Join(b.tree, "rules", "engine")); err == nil {
		return "rules"
	}
	return "domain/rules"
}

// timingRuns is how often a build runs each program of rules, in one process.
const timingRuns = 5

// measureRules compiles programs of rules and runs them over facts.
func measureRules(ctx context.Context, c *comparison, b *build) (o outcome, err error) {
	rules := rulesFolder(b)
	source := func(text string) string { return strings.ReplaceAll(text, "docket/RULES/", "docket/"+rules+"/") }
	driver, err := c.buildDriver(ctx, b, "besiderules", map[string]string{
		rules + "/engine/beside.go": source(rulesDriver), "cmd/besiderules/main.go": source(rulesMain),
	})
	if err != nil {
		return o, err
	}
	programs, err := c.rulePrograms()
	if err != nil {
		return o, err
	}
	input, err := json.Marshal(map[string]any{"Runs": timingRuns, "Programs": programs})
	if err != nil {
		return o, err
	}
	output, _, err := runProgram(ctx, b.work, string(input), driver)
	if err != nil {
		return o, err
	}
	return readRules(output)
}

// readRules reads what the driver of rules prints: the median of the runs of each program, and
// what it has put out. A program that fails has its failure as answer and no figure.
func readRules(output []byte) (o outcome, err error) {
	var results []struct {
		Name            string
		Compiled, Fired []int64
		Sum, Error      string
	}
	if err := json.Unmarshal(output, &results); err != nil {
		return o, err
	}
	o.answers = map[question]string{}
	for _, r := range results {
		if r.Error != "" {
			o.answers[question{r.Name, "error"}] = r.Error
			continue
		}
		row, times := "rules "+r.Name, r.Fired
		if strings.HasPrefix(r.Name, "c5") { // those of 50 and 500 rules are for compiling
			row, times = "rules "+r.Name+" compiled", r.Compiled
		} else {
			o.answers[question{r.Name, "out"}] = r.Sum
		}
		var milliseconds []float64
		for _, t := range times {
			milliseconds = append(milliseconds, float64(t)/float64(time.Millisecond))
		}
		o.add(row, "CPU ms", cpuCost, medianOf(milliseconds))
	}
	return o, nil
}

// measureAppends lets 64 writers append to an SQLite log at once.
func measureAppends(ctx context.Context, c *comparison, b *build) (o outcome, err error) {
	driver, err := c.buildDriver(ctx, b, "besideappends", map[string]string{"cmd/besideappends/main.go": appendsMain})
	if err != nil {
		return o, err
	}
	folder, err := os.MkdirTemp(b.work, "log-")
	if err != nil {
		return o, err
	}
	defer os.RemoveAll(folder)
	input, err := json.Marshal(map[string]any{"Folder": folder, "Each": c.scale(1000)})
	if err != nil {
		return o, err
	}
	output, _, err := runProgram(ctx, b.work, string(input), driver)
	if err != nil {
		return o, err
	}
	var took struct{ Events, CPU, Wall int64 }
	if err := json.Unmarshal(output, &took); err != nil {
		return o, err
	}
	o.add("appends by 64 writers", "CPU µs each", cpuCost, float64(took.CPU)/1000/float64(took.Events))
	o.add("appends by 64 writers", "events/s", speed, float64(took.Events)/time.Duration(took.Wall).Seconds())
	return o, nil
}
