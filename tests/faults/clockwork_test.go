package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// moving tells the time of day and how long it runs, for each line that it is told.
const moving = `package main

import (
	"bufio"
	"fmt"
	"os"
	"time"
)

func main() {
	began := time.Now()
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		now := time.Now()
		fmt.Println(now.UnixNano(), int64(now.Sub(began)), int64(time.Since(began)))
	}
}
`

// TestAFileMovesTheTimeOfDay and nothing else.
func TestAFileMovesTheTimeOfDay(t *testing.T) {
	dir := t.TempDir()
	program, clock := filepath.Join(dir, "program"), filepath.Join(dir, "clock")
	for name, text := range map[string]string{"main.go": moving, "go.mod": "module moving\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	err := buildMovable(t.Context(), dir, ".", filepath.Join(dir, "scratch"), program)
	if errors.Is(err, errOtherNow) && !strings.HasPrefix(runtime.Version(), "go1.26") {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := moveTime(clock, 0); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program)
	cmd.Env = []string{clockVariable + "=" + clock}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	out := bufio.NewReader(pipe)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	for _, by := range []time.Duration{0, time.Hour, -time.Hour, 1500 * time.Millisecond, -1, 999_999_999, 0} {
		if err := moveTime(clock, by); err != nil {
			t.Fatal(err)
		}
		asked := time.Now()
		if _, err := in.Write([]byte("\n")); err != nil {
			t.Fatal(err)
		}
		line, err := out.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		told := time.Now()
		var now, took, since int64
		if _, err := fmt.Sscan(line, &now, &took, &since); err != nil {
			t.Fatal(err)
		}
		if d := time.Unix(0, now).Add(-by); d.Before(asked.Round(0)) || d.After(told.Round(0)) {
			t.Errorf("off by %s it is %s, asked from %s to %s", by, d, asked, told)
		}
		if most := int64(time.Since(began)) + int64(time.Minute); took < 0 || since < took || since > most {
			t.Errorf("off by %s it runs for %d ns, or %d, want took at least 0, since at least %v and since at most %v", by,
				took, since, took, most)
		}
	}
	if err := in.Close(); err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
