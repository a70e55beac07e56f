package protocoltest

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// The versions from which servers behave in another way.
const (
	firstOf24           = "24.0.0"  // slow subscriptions go back to the log; other words for positions that are none
	tellsBeforeCaughtUp = "24.2.0"  // a checkpoint before the caught-up message
	tellsZero           = "24.10.5" // where that checkpoint was at -1 before
	tellsTheEnd         = "25.0.0"  // this one alone tells where its reading ended
	tellsZeroAgain      = "25.0.1"
	takesLargeAppends   = "25.1.0"
)

// Versions has one version of each way in which servers speak of the end of a filtered subscription
// that found nothing: none tells of it, at 2^64 - 1, at the end of the log, at 0.
var Versions = []string{"23.10.8", "24.10.0", "25.0.0", "25.1.4"}

// isBefore reports whether the node behaves as servers before a version do.
func (n *Node) isBefore(version string) bool {
	return slices.Compare(versionNumbers(n.config.Version), versionNumbers(version)) < 0
}

// versionNumbers returns the numbers of a version; what is no number counts as 0.
func versionNumbers(version string) (out []int) {
	for part := range strings.SplitSeq(version, ".") {
		n, _ := strconv.Atoi(part)
		out = append(out, n)
	}
	return out
}

// sendLastCheckpoint tells, before the caught-up message of a filtered subscription, how far it has
// come: the last event or checkpoint that was sent, or where it was to begin. Servers before 24.2
// tell nothing then; for one from the start that sent nothing each has an answer of its own.
func (r *reader) sendLastCheckpoint() error {
	if r.options.GetFilter() == nil || r.node.isBefore(tellsBeforeCaughtUp) {
		return nil
	}
	at := r.told
	switch {
	case at > 0:
	case r.node.isBefore(tellsZero):
		at = math.MaxUint64 // -1, unsigned
	case !r.node.isBefore(tellsTheEnd) && r.node.isBefore(tellsZeroAgain):
		_, at, _ = r.node.db.readExtent()
	}
	return r.sendCheckpoint(at)
}

// sendCheckpoint tells how far a subscription has searched.
func (r *reader) sendCheckpoint(at uint64) error {
	return r.sendMessage(&streams.ReadResp{Content: &streams.ReadResp_Checkpoint_{
		Checkpoint: &streams.ReadResp_Checkpoint{CommitPosition: at, PreparePosition: at},
	}})
}
