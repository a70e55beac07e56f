// Package told knows which events people are told of.
package told

import (
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain/lineage"
)

// groups are the kinds of events that people are told of, by what their names begin with.
var groups = []string{"dossier", "file", "component", "download", "template", "user", "api-key", "client", "auth", "access",
	"evidence", "webhook", "workspace"}

// HasReaders reports whether events of a wire name stand in histories. Fences, runs and preferences are bookkeeping.
func HasReaders(name string) bool {
	group, what, _ := strings.Cut(name, ".")
	if name == lineage.RestoredName || name == lineage.KeyRotatedName || name == lineage.KeyLostName {
		return true
	}
	return slices.Contains(groups, group) && what != "claim-fenced" && what != "preferences-changed" && !strings.HasPrefix(what, "run-")
}
