package operate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// Permissions prints the permission table.
type Permissions struct {
	Scopes bool `help:"Print only the names that API keys can have as scopes, one a line."`
}

// Help returns the text below the usage line of --help.
func (Permissions) Help() string {
	return `One operation a line, with what each role needs for it. The names are the scopes of API keys too: docket key create --scope.
createApiKey is none, since keys make no keys.`
}

// relationNames are the words of the table.
var relationNames = map[user.Relation]string{user.No: "no", user.Yes: "yes", user.Own: "own", user.Record: "record", user.Reader: "reader",
	user.Member: "member", user.Owner: "owner", user.Editor: "editor", user.Packager: "packager"}

// Run prints one line an operation.
func (p Permissions) Run(io terminal.Streams) error {
	table := user.OperationGrants()
	names := make([]string, 0, len(table))
	for op := range table {
		names = append(names, string(op))
	}
	slices.Sort(names)
	if p.Scopes {
		names = slices.DeleteFunc(names, func(name string) bool { return !user.IsScope(user.Operation(name)) })
		_, err := fmt.Fprintln(io.Out, strings.Join(names, "\n"))
		return err
	}
	_, err := fmt.Fprintf(io.Out, "%-28s %-9s %-9s %-10s %-6s %s\n",
		"operation", "USER", "MANAGER", "USER_ADMIN", "ADMIN", "AUDITOR")
	if err != nil {
		return err
	}
	for _, name := range names {
		g := table[user.Operation(name)]
		if _, err := fmt.Fprintf(io.Out, "%-28s %-9s %-9s %-10s %-6s %s\n", name, relationNames[g.User], relationNames[g.Manager],
			relationNames[g.UserAdmin], relationNames[g.Admin], relationNames[g.Auditor]); err != nil {
			return err
		}
	}
	return nil
}
