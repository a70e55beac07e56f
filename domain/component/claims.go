package component

import (
	"slices"

	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/internal/snakecase"
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
// its component; found is without overrides.
func FindFalseClaims(o file.Override, found []Detail) []Claim {
	var extracted []Value
	if i := slices.IndexFunc(found, func(c Detail) bool { return snakecase.Same(c.Name, o.Name) }); i >= 0 {
		extracted = found[i].Values
	}
	var out []Claim
	for i, v := range o.Values {
		was, c := extractedAt(extracted, i), Claim{Index: i}
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
	}
	return out
}

// isClaimOf reports whether a claimed reference is the extracted one; what the claim leaves
// open is not compared.
func isClaimOf(claimed file.Reference, was Reference) bool {
	return (claimed.ID == "" || claimed.ID == was.ID) && (claimed.RuleID == "" || claimed.RuleID == was.RuleID) &&
		(claimed.Type == "" || claimed.Type == was.Type) && (claimed.Page == 0 || claimed.Page == was.Page)
}
