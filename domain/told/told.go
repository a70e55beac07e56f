// Package told knows which events people are told of.
package told

import (
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain/lineage"
	"github.com/seed-62a36931/docket/domain/user"
)

// groups are the kinds of events that people are told of, by what their names begin with.
var groups = []string{"dossier", "file", "component", "download", "template", "user", "api-key", "client", "auth", "access",
	"evidence", "webhook", "workspace"}

// HasReaders reports whether events of a wire name and an actor stand in histories. Fences, runs and preferences are
// bookkeeping, and so is what the service or an operator makes of a workspace.
func HasReaders(name, actor string) bool {
	group, what, _ := strings.Cut(name, ".")
	if group == "workspace" && actor == user.SystemID {
		return false
	}
	if name == lineage.RestoredName || name == lineage.KeyRotatedName || name == lineage.KeyLostName {
		return true
	}
	return slices.Contains(groups, group) && what != "claim-fenced" && what != "preferences-changed" && !strings.HasPrefix(what, "run-")
}
