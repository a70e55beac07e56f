package pdf

import (
	"context"
	"os"
	"testing"

	"github.com/seed-62a36931/docket/document/layout"
)

// TestDump prints the tree of the document named by DOCKET_DUMP, for work on the layout.
func TestDump(t *testing.T) {
	name := os.Getenv("DOCKET_DUMP")
	if name == "" {
		t.Skip("DOCKET_DUMP is not set")
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := testPool(t, "serve", nil).Read(context.Background(), data, layout.ReadSettings{})
	if err != nil {
		t.Fatal(err)
	}
	if err := layout.DumpTree(os.Stdout, layout.BuildTree(&doc)); err != nil {
		t.Fatal(err)
	}
}
