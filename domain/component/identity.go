package component

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"github.com/seed-62a36931/docket/internal/snakecase"
)

// assignIDs gives the extracted values of a component their identifiers: digests of the component, the rule,
// the entities and the text, so that the same bytes, template and program always give the same. Values that
// are equal in all of these are counted in their order.
func assignIDs(name string, values []Value) {
	name = snakecase.FromName(name)
	seen := make(map[[sha256.Size]byte]uint64, len(values))
	for i, v := range values {
		b := appendText(nil, name)
		b = appendText(b, v.RuleID)
		b = appendText(b, v.OriginalValue)
		for _, r := range v.References {
			b = appendText(b, r.ID)
		}
		sum := sha256.Sum256(b)
		nth := seen[sum]
		seen[sum]++
		if nth > 0 {
			sum = sha256.Sum256(binary.BigEndian.AppendUint64(sum[:], nth))
		}
		values[i].ID = hex.EncodeToString(sum[:16])
		values[i].BasedOn = values[i].ID
	}
}

// positionalID returns the identifier of an overriding value of an event of before that stands for no
// extracted one: it was given at an index behind all of them.
func positionalID(name string, index int) string {
	b := appendText([]byte("override"), snakecase.FromName(name))
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(b, uint64(index)))
	return hex.EncodeToString(sum[:16])
}

// appendText appends a text with its length, so that two texts are never taken for two others.
func appendText(b []byte, s string) []byte {
	return append(binary.BigEndian.AppendUint64(b, uint64(len(s))), s...)
}
