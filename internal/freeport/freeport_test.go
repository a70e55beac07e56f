package freeport

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestNoPortIsGivenTwice asks in several processes at once, and listens on no port.
func TestNoPortIsGivenTwice(t *testing.T) {
	if os.Getenv("DOCKET_TEST_PORTS") != "" {
		for range 5 {
			fmt.Println("port", Find(t))
		}
		fmt.Println("all")
		_, _ = os.Stdin.Read(make([]byte, 1)) // keeps its block until the test has seen the others
		return
	}
	seen := map[string]bool{}
	give := func(address string) {
		if seen[address] {
			t.Errorf("%s was given twice, want each once", address)
		}
		seen[address] = true
	}
	for range blockSize {
		give(Find(t))
	}
	for range 4 {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestNoPortIsGivenTwice$")
		cmd.Env = append(os.Environ(), "DOCKET_TEST_PORTS=1")
		in, err1 := cmd.StdinPipe()
		out, err2 := cmd.StdoutPipe()
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() {
			_ = in.Close()
			_ = cmd.Wait()
		}()
		lines := bufio.NewScanner(out)
		for lines.Scan() && lines.Text() != "all" {
			if address, ok := strings.CutPrefix(lines.Text(), "port "); ok {
				give(address)
			}
		}
	}
	if len(seen) != blockSize+4*5 {
		t.Errorf("%d addresses, want %d", len(seen), blockSize+4*5)
	}
}

// TestPortsInUseAreNotGiven listens on a port while all others of its block are given.
func TestPortsInUseAreNotGiven(t *testing.T) {
	taken := Find(t)
	l, err := net.Listen("tcp", taken)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for range 2 * blockSize {
		if got := Find(t); got == taken {
			t.Fatalf("%s was given, want other than %v", got, taken)
		}
	}
}
