package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const contract = `openapi: 3.0.3
info: {title: t, version: 1.0.0}
paths:
  /things:
    get:
      operationId: listThings
      parameters:
        - {name: limit, in: query, schema: {type: integer}}
      responses:
        '200':
          description: Things.
          content:
            application/json:
              schema:
                type: object
                required: [things]
                properties:
                  things: {type: array, items: {type: string}}
`

func TestBreaksFailUnlessMarked(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, from, to string
		breaks         bool
	}{
		{"nothing", "", "", false},
		{"a new optional parameter", "limit, in: query", "limit, in: query, schema: {type: integer}}\n        - {name: cursor, in: query", false},
		{"a parameter that is required now", "limit, in: query", "limit, in: query, required: true", true},
		{"a parameter that is gone", "        - {name: limit, in: query, schema: {type: integer}}\n", "        []\n", true},
		{"a field that is gone", "                required: [things]\n", "", true},
		{"an operation that is gone", "/things:", "/other:", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			before := write(t, "before.yaml", contract)
			after := write(t, "after.yaml", strings.Replace(contract, c.from, c.to, 1))
			var told strings.Builder
			err := run(&told, before, after, "", false)
			if breaks := errors.Is(err, errBreaks); breaks != c.breaks || err != nil && !breaks {
				t.Fatalf("got %v, breaks %v, want breaks %v: %s", err, breaks, c.breaks, told.String())
			}
			var marks strings.Builder
			for line := range strings.Lines(told.String()) {
				if change, ok := strings.CutPrefix(line, "breaks "); ok {
					marks.WriteString(strings.TrimSpace(change) + "\twanted\n")
				}
			}
			if err := run(&told, before, after, write(t, "marks", "# why\n"+marks.String()), true); err != nil {
				t.Errorf("marked: got %v, want no failure: %s", err, told.String())
			}
		})
	}
}

func TestMarksNeedReasons(t *testing.T) {
	t.Parallel()
	if _, err := readMarks(write(t, "marks", "GET /things: gone\n")); err == nil || !strings.Contains(err.Error(), "reason") {
		t.Errorf("got %v, want a failure that asks for a reason", err)
	}
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
