package apidoc

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"net/http"
	"os"
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/domain"
)

// errorsHead is the beginning of docs/errors.md.
//
//go:embed errors.txt
var errorsHead string

//go:generate go test . -run TestErrorsPageIsUpToDate -update

// TestErrorsPageIsUpToDate compares docs/errors.md with the table of codes.
func TestErrorsPageIsUpToDate(t *testing.T) {
	var b bytes.Buffer
	b.WriteString(errorsHead)
	status := 0
	codes := domain.Codes()
	slices.SortStableFunc(codes, func(a, b *domain.Code) int { return a.Status - b.Status })
	for _, c := range codes {
		if c.Status != status {
			status = c.Status
			fmt.Fprintf(&b, "\n## %d %s\n\n| code | cause | cure |\n|---|---|---|\n", status, cmp.Or(http.StatusText(status), "(tus protocol)"))
		}
		if c.Name == "" || c.Cause == "" || c.Cure == "" {
			t.Errorf("code %q has cause %q and cure %q, want both", c.Name, c.Cause, c.Cure)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", c.Name, c.Cause, c.Cure)
	}
	const page = "../../docs/errors.md"
	if *update {
		if err := os.WriteFile(page, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	there, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(there, b.Bytes()) {
		t.Error("docs/errors.md is not what the table of codes gives: run make generate")
	}
}
