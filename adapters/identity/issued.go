package identity

import (
	"context"
	"maps"
	"slices"
	"time"
)

// longestGrant is for how long after its issue a token of another issuer is taken, and keeps its roles against later
// tokens of the same account that do not have them, whatever its claim exp says: nobody can take back a token that
// ends in ten years, and what has ended at the issuer is remembered for as long.
const longestGrant = 24 * time.Hour

// An IssuedToken is what counts of a token of another issuer for the record of its account.
type IssuedToken struct {
	At, Ends time.Time // claims iat and exp
	Hash     [32]byte  // SHA-256
	Roles    []string  // of ours
}

// IssuedTokens notes the tokens of accounts of other issuers, for all processes.
type IssuedTokens interface {
	// NoteToken notes a token of an account. It returns the roles that the account has by its tokens
	// now, sorted, and whether this one is the latest: the one noted as such, or one that was issued
	// later. Of two of the same time the first is.
	NoteToken(ctx context.Context, workspace, userID string, t IssuedToken, now time.Time) (roles []string, latest bool, err error)
}

// A TokenNote is what is kept of the tokens of an account. A person may come with tokens that grant
// different roles, in any order, since clients of the issuer are limited in different ways. So a
// token takes no role away that another one grants as long as that one is valid.
type TokenNote struct {
	At    time.Time // when the latest token was issued
	Hash  [32]byte  // of it
	Roles []string  `json:",omitempty"` // that it grants
	// Until tells when the last token ends that grants a role.
	Until map[string]time.Time `json:",omitempty"`
}

// AddToken returns the note with one more token, or the same one again, and whether that is the
// latest. Roles of tokens that have ended by now are left out.
func (n TokenNote) AddToken(t IssuedToken, now time.Time) (added TokenNote, latest bool) {
	latest = t.Hash == n.Hash || t.At.After(n.At)
	if latest {
		n.At, n.Hash, n.Roles = t.At, t.Hash, t.Roles
	}
	until := maps.Clone(n.Until)
	if until == nil {
		until = map[string]time.Time{}
	}
	ends := t.Ends
	if last := t.At.Add(longestGrant); last.Before(ends) {
		ends = last
	}
	for _, role := range t.Roles {
		if end := ends.Add(leeway); end.After(until[role]) {
			until[role] = end
		}
	}
	maps.DeleteFunc(until, func(_ string, end time.Time) bool { return !end.After(now) })
	n.Until = until
	return n, latest
}

// AccountRoles returns the roles of the account, sorted: those of the latest token, and those that
// another one still grants.
func (n TokenNote) AccountRoles() []string {
	all := slices.AppendSeq(slices.Clone(n.Roles), maps.Keys(n.Until))
	slices.Sort(all)
	return slices.Compact(all)
}
