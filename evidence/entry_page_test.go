package evidence

import (
	"bufio"
	"encoding/hex"
	"os"
	"strings"
	"testing"
)

// TestThePageHasAnEntry wants the example of docs/event-entry.md to be the first golden entry with its hash.
func TestThePageHasAnEntry(t *testing.T) {
	page, err := os.ReadFile("../docs/event-entry.md")
	if err != nil {
		t.Fatal(err)
	}
	golden, err := os.Open("testdata/entries.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer golden.Close()
	line, err := bufio.NewReader(golden).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	entry, hash, _ := strings.Cut(strings.TrimSpace(line), " ")
	want, err := hex.DecodeString(hash)
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(page), "## Example")
	block := strings.Split(example, "```")
	if got := strings.Join(strings.Fields(block[1]), ""); got != entry {
		t.Errorf("got the entry %s, want %s", got, entry)
	}
	if !strings.Contains(example, "`"+string(want)+"`") {
		t.Errorf("got %s, want the hash %s in it", example, want)
	}
}
