package image

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A stage is one part of a Dockerfile: its name and its instructions, each on one line.
type stage struct {
	name         string
	instructions []string
}

// readStages returns the stages of deployments/Dockerfile.
func readStages(t *testing.T) (stages []stage) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "deployments", "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	joined := regexp.MustCompile(`\\\n(\s*#.*\n)*`).ReplaceAllString(string(text), " ")
	for line := range strings.Lines(joined) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "FROM "):
			words := strings.Fields(line)
			stages = append(stages, stage{name: words[len(words)-1]})
		case len(stages) > 0:
			last := &stages[len(stages)-1]
			last.instructions = append(last.instructions, line)
		}
	}
	return stages
}

// TestDockerfileBuildsFromItsContext runs the commands of the stage that builds on what .dockerignore leaves, and wants all
// that the other stages copy to be there.
func TestDockerfileBuildsFromItsContext(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the commands of the Dockerfile are for a POSIX shell")
	}
	context, _ := readContext(t)
	out := t.TempDir()
	stages := readStages(t)
	built := map[string]bool{}
	for _, s := range stages {
		built[s.name] = true
		for _, instruction := range s.instructions {
			verb, rest, _ := strings.Cut(instruction, " ")
			switch {
			case verb == "RUN" && s.name == "build":
				runInContext(t, context, strings.ReplaceAll(rest, "/out", out))
			case verb == "COPY":
				checkCopied(t, s.name, rest, context, out)
			}
		}
	}
	if !built["build"] || !built["docket"] || !built["docket-tools"] {
		t.Fatalf("the stages are %v, want build, docket and docket-tools", stages)
	}
	told, err := exec.Command(filepath.Join(out, "docket"), "version").CombinedOutput()
	if err != nil || strings.TrimSpace(string(told)) != "docket image" {
		t.Errorf("docket version: got %q, %v, want docket image", told, err)
	}
	if runtime.GOOS != "linux" {
		return
	}
	program, err := elf.Open(filepath.Join(out, "docket"))
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	if libraries, err := program.ImportedLibraries(); err != nil || program.Section(".interp") != nil {
		t.Errorf("the program for a base without libraries: got one linked to %v, %v, want a static one", libraries, err)
	}
}

// runInContext runs a command of the stage that builds.
func runInContext(t *testing.T, context, command string) {
	t.Helper()
	run := exec.Command("/bin/sh", "-ec", command)
	run.Dir = context
	// The cache of builds is shared, and so are flags of the compiler, without which nothing in it fits; otherwise what is
	// built is that of a clean machine.
	flags := slices.DeleteFunc(strings.Fields(os.Getenv("GOFLAGS")), func(f string) bool { return !strings.HasPrefix(f, "-gcflags=") })
	run.Env = append(os.Environ(), "VERSION=image", "GOFLAGS="+strings.Join(flags, " "), "GOWORK=off", "GOOS=", "GOARCH=")
	if told, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%s: got %v, want it built from what .dockerignore leaves\n%s", command, err, told)
	}
}

// checkCopied wants what a stage copies to be in the context, or made by the stage that builds.
func checkCopied(t *testing.T, stage, arguments, context, out string) {
	t.Helper()
	words := strings.Fields(arguments)
	from := context
	if slices.Contains(words, "--from=build") {
		from = out
	}
	words = slices.DeleteFunc(words, func(w string) bool { return strings.HasPrefix(w, "--") })
	for _, source := range words[:len(words)-1] {
		if _, err := os.Stat(filepath.Join(from, strings.TrimPrefix(source, "/out"))); err != nil {
			t.Errorf("stage %s copies %s: got %v, want it there", stage, source, err)
		}
	}
}
