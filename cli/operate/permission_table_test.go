package operate_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/cli/operate"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// What docket user permissions prints is the table, row by row.
func TestPrintedPermissionsAreTheTable(t *testing.T) {
	var out bytes.Buffer
	if err := (operate.Permissions{}).Run(terminal.Streams{Out: &out}); err != nil {
		t.Fatal(err)
	}
	printed := map[string][]string{}
	for _, line := range strings.Split(strings.TrimSpace(out.String()), "\n")[1:] {
		fields := strings.Fields(line)
		printed[fields[0]] = fields[1:]
	}
	for _, g := range servicetest.PermissionTable(t) {
		got, first := printed[g.Operation]
		delete(printed, g.Operation)
		if !first {
			continue // another case of an operation that was compared
		}
		var want []string
		for _, role := range servicetest.AllRoles {
			want = append(want, g.Words[role])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: printed %v, want %v", g.Operation, got, want)
		}
	}
	for operation := range printed {
		t.Errorf("%s is printed and not in the table", operation)
	}
}
