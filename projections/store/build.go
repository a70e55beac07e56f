package store

import (
	"errors"
	"fmt"

	"github.com/seed-62a36931/docket/domain/es"
)

// ErrBehind says that queries cannot go over to a build, because what they read
// now holds later events.
var ErrBehind = errors.New("the build is behind what queries read")

// ErrBusy says that queries cannot go over now, because a long one is at work: others
// would have to wait behind the switch.
var ErrBusy = errors.New("a query at work is in the way")

// ErrServed says that a build cannot be dropped, because queries read it.
var ErrServed = errors.New("queries read this build")

// A Build is one build of a view that stands in the database, finished or not.
type Build struct {
	Key     string // of its checkpoint
	Version int
	Number  int         // counts the builds of the version, from 0
	At      es.Position // its checkpoint
	Served  bool        // queries read it
	Gapless bool        // programs that move over no event that they were not given made it
}

// Less reports whether a build is older than another one of the same view.
func (b Build) Less(c Build) bool {
	return b.Version < c.Version || b.Version == c.Version && b.Number < c.Number
}

// Build names the build that a set is of.
func (s *Set) Build() Build { return Build{Key: s.Key, Version: s.Version, Number: s.Number} }

// PhysicalName is the quoted name of a table in the database.
func PhysicalName(table string, version, build int) string {
	if build > 0 {
		return fmt.Sprintf(`"%s_v%d_b%d"`, table, version, build)
	}
	return fmt.Sprintf(`"%s_v%d"`, table, version)
}

// OlderBuilds are the builds of a list that are older than the served one.
func OlderBuilds(builds []Build) []Build {
	var out []Build
	for _, b := range builds {
		for _, served := range builds {
			if served.Served && b.Less(served) {
				out = append(out, b)
			}
		}
	}
	return out
}
