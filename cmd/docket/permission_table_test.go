package main

import (
	"bytes"
	"encoding/csv"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/internal/cli/operate"
	"github.com/seed-62a36931/docket/internal/cli/terminal"
)

var allRoles = []string{user.RoleUser, user.RoleManager, user.RoleUserAdmin, user.RoleAdmin}

// A grant is a row of the table that was written by hand: the word that each role
// has to fit for an operation.
type grant struct {
	operation, kase string
	words           map[string]string // by role
}

// permissionTable reads the table.
func permissionTable(t testing.TB) []grant {
	t.Helper()
	f, err := os.Open("cmd/docket/testdata/permissions.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := csv.NewReader(f)
	in.Comment = '#'
	rows, err := in.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []grant
	for _, row := range rows[1:] {
		g := grant{operation: row[0], kase: row[1], words: map[string]string{}}
		for i, role := range rows[0][2:] {
			g.words[role] = row[i+2]
		}
		out = append(out, g)
	}
	return out
}

// holds says that an account has a role, itself or by inclusion.
func holds(roles []string, role string) bool {
	return slices.Contains(roles, role) || role == user.RoleUser && slices.Contains(roles, user.RoleManager) ||
		role == user.RoleUserAdmin && slices.Contains(roles, user.RoleAdmin)
}

// open are the words of which one has to fit an account; none when its roles do
// not allow the operation at all.
func (g grant) open(roles []string) []string {
	var out []string
	for _, role := range allRoles {
		if holds(roles, role) && g.words[role] != "no" {
			out = append(out, g.words[role])
		}
	}
	return out
}

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
	for _, g := range permissionTable(t) {
		got, first := printed[g.operation]
		delete(printed, g.operation)
		if !first {
			continue // another case of an operation that was compared
		}
		var want []string
		for _, role := range allRoles {
			want = append(want, g.words[role])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: printed %v, want %v", g.operation, got, want)
		}
	}
	for operation := range printed {
		t.Errorf("%s is printed and not in the table", operation)
	}
}
