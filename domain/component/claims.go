package component

import (
	"slices"

	"github.com/seed-62a36931/docket/domain/file"
)

// A Claim is what a client gave as extracted with an overriding value although the analysis
// gave something else. A field that is nil was not claimed, or claimed rightly.
type Claim struct {
	Index         int // of the overriding value
	OriginalValue *string
	RuleID        *string
	References    *[]file.Reference
}

// FindFalseClaims returns the claims of an override that differ from what was extracted for
// its component; found is what the analysis gave that the override was made on, without overrides.
func FindFalseClaims(o file.Override, found []Detail) []Claim {
	extracted := valuesNamed(found, o.Name)
	byIndex := !o.HasIdentity()
	var out []Claim
	index := 0
	for _, v := range o.Values {
		base := v.Base
		if byIndex {
			base = index + 1
		}
		was, c := Value{}, Claim{Index: index}
		if base > 0 && base <= len(extracted) {
			was = extracted[base-1]
		}
		if v.Original != nil && *v.Original != was.OriginalValue {
			c.OriginalValue = v.Original
		}
		if v.RuleID != nil && *v.RuleID != was.RuleID {
			c.RuleID = v.RuleID
		}
		if v.References != nil && !slices.EqualFunc(*v.References, was.References, isClaimOf) {
			c.References = v.References
		}
		if c.OriginalValue != nil || c.RuleID != nil || c.References != nil {
			out = append(out, c)
		}
		index += max(v.Unchanged, 1)
	}
	return out
}

// isClaimOf reports whether a claimed reference is the extracted one; what the claim leaves
// open is not compared.
func isClaimOf(claimed file.Reference, was Reference) bool {
	return (claimed.ID == "" || claimed.ID == was.ID) && (claimed.RuleID == "" || claimed.RuleID == was.RuleID) &&
		(claimed.Type == "" || claimed.Type == was.Type) && (claimed.Page == 0 || claimed.Page == was.Page)
}
