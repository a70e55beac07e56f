package commands_test

import (
	"context"
	"errors"
	"testing"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/template"
)

// follower is a process manager that is at a position, or fails.
type follower struct {
	head  uint64
	fail  error
	asked []commands.Follower
	upTo  uint64
}

func (f *follower) AwaitFollower(_ context.Context, name commands.Follower, at uint64) (uint64, error) {
	f.asked, f.upTo = append(f.asked, name), at
	return f.head, f.fail
}

// TestChangesOfRulesWaitForTheirFiles wants the position of an upload to show what the
// follower did, and no wait where nothing was changed.
func TestChangesOfRulesWaitForTheirFiles(t *testing.T) {
	h, id := importInvoices(t)
	late := errors.New("it took too long")
	for _, c := range []struct {
		name   string
		follow follower
		text   string
		asked  int
		behind bool // the position is that of the follower
	}{
		{"a change", follower{head: 1 << 40}, soundRules + "// a", 1, true},
		{"the same again", follower{head: 1 << 40}, soundRules + "// a", 0, false},
		{"a late follower", follower{fail: late}, soundRules + "// b", 1, false},
		{"a wrong file", follower{head: 1 << 40}, "BAD", 0, false},
	} {
		h.Followers = &c.follow
		out, err := h.StoreRuleFile(t.Context(), commands.StoreRuleFile{Request: admin(), TemplateID: id,
			File: template.EntityRules, Open: uploadOf(c.text)})
		if err != nil || len(c.follow.asked) != c.asked || (out.Position == 1<<40) != c.behind {
			t.Errorf("%s: position %d, %v; asked %v, want %d asked, behind: %v",
				c.name, out.Position, err, c.follow.asked, c.asked, c.behind)
		}
		if c.asked > 0 && (c.follow.asked[0] != commands.FollowerReanalysis || !c.behind && out.Position != c.follow.upTo) {
			t.Errorf("%s: asked %v up to %d, position %d, want the reanalysis up to the position",
				c.name, c.follow.asked, c.follow.upTo, out.Position)
		}
	}
}
