package commands

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/rules"
)

// DigestRules returns a digest of all that NewRuleSet makes a rule set of: whatever rules find in a
// document can differ only where the digest, the document or the program does. What a bundle has
// beside rules, such as its reports, is left out.
func DigestRules(b template.Bundle, limits rules.Limits) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%t %t %t\n", b.EntityRules == nil, b.ComponentRules == nil, b.DateFormats == nil)
	fmt.Fprintf(h, "%q\n", b.Dictionaries) // terms may be of any bytes, which JSON would make one
	enc := json.NewEncoder(h)
	for _, part := range []any{b.EntityRules, b.ComponentRules, b.DateFormats, b.Settings, b.Entities, b.Components,
		b.Mappings, limits} {
		if err := enc.Encode(part); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
