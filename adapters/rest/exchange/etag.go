package exchange

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"github.com/seed-62a36931/docket/adapters/rest/traffic"
	"github.com/seed-62a36931/docket/commands"
)

// EntityTag returns the strong entity tag of a record: a digest of its representation, so that
// it changes exactly when the record looks different.
func EntityTag(record any) (string, error) {
	b, err := json.Marshal(record)
	if err != nil {
		return "", err
	}
	h := sha256.Sum256(b)
	return `"` + hex.EncodeToString(h[:16]) + `"`, nil
}

// MatchesTag reports whether a header of entity tags (RFC 9110, section 13.1) contains a tag.
// Weak tags match only in a weak comparison; the tag of a compressed answer stands for its record.
func MatchesTag(header, tag string, weak bool) bool {
	for _, t := range strings.Split(header, ",") {
		t = strings.TrimSpace(t)
		if weak {
			t = strings.TrimPrefix(t, "W/")
		}
		if t == "*" || traffic.PlainTag(t) == tag {
			return true
		}
	}
	return false
}

// ExpectedVersion converts If-Match to the stream version that a command expects: the version
// of the record that the caller saw, none without the header, and an impossible version
// when the record has another tag or cannot be read.
func ExpectedVersion(ifMatch *string, read func() (record any, version uint64, err error)) uint64 {
	if ifMatch == nil || strings.TrimSpace(*ifMatch) == "*" {
		return 0
	}
	record, version, err := read()
	if err != nil {
		return commands.NoVersion
	}
	if t, err := EntityTag(record); err != nil || !MatchesTag(*ifMatch, t, false) {
		return commands.NoVersion
	}
	return version
}
