package identity

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/domain"
)

// A why is a reason for which tokens of other issuers are refused.
type why struct{ text, change string }

// The reasons, with what those who set the issuer up can change.
var (
	whyIssuer    = why{"no workspace trusts its issuer", "name the issuer of the token by: docket workspace set --issuer"}
	whyAlgorithm = why{"it is signed by an algorithm that is not taken",
		"let the issuer sign access tokens with RS256, ES256, PS256 or EdDSA (Ed25519)"}
	whyKey       = why{"the issuer publishes no key of its key id", "take a token that the issuer has signed after its last change of keys"}
	whySignature = why{"its signature does not fit the key of the issuer", "take the token as the issuer has given it"}
	whyAudience  = why{"it is not for the audience of the workspace",
		"let the issuer put that audience into access tokens (Keycloak: a mapper of the kind Audience in the client or its " +
			"scope), or name one that they have by: docket workspace set --audience"}
	whyExpired = why{"it has expired", "take a new token; if it is new, compare the clocks"}
	whyOld     = why{"it was issued more than a day ago", "let the issuer give access tokens a life of minutes, and applications refresh them"}
	whyFuture  = why{"it is from the future", "compare the clocks of issuer and service"}
	whyClaims  = why{"it lacks one of the claims sub, iat and exp, or they cannot be read",
		"let the issuer put the claims sub, iat and exp into access tokens"}
	whyBound = why{"it is bound to a key of its client (claim cnf), which nothing here can check",
		"let the issuer give out bearer tokens, without DPoP or client certificates"}
	whyKind    = why{"it is no access token", "send the access token, and neither the ID token nor the refresh token"}
	whyNoClaim = why{"it lacks the claim of the roles",
		"let the issuer put roles into access tokens, or name the claim that has them by: docket workspace set --issuer-roles-claim"}
	whyRoles = why{"it grants no role of Docket", "give the account one of the roles USER, MANAGER, USER_ADMIN, ADMIN and AUDITOR at the " +
		"issuer, or say which names stand for them by: docket workspace set --role-mapping"}
	whyLoggedOut = why{"the issuer has ended its session", "sign in again"}
	whyLogout    = why{"it is no logout token that counts",
		"let the issuer send logout tokens as OpenID Connect Back-Channel Logout 1.0 has them"}
	whyDisabled = why{"the account is disabled, or has none of the roles of the token", "sign in again"}
	whyAccount  = why{"its account cannot be used", "change the account at the issuer"}
)

// A refusal is why a token of another issuer is refused, for those who set the issuer up. Callers are not told:
// the answer must not help somebody to make a token up.
type refusal struct {
	why   why
	found string // in the token
}

// Error is the reason with what was found.
func (r *refusal) Error() string { return fmt.Sprintf("%s (%s)", r.why.text, r.found) }

// refuseToken returns errToken with a reason.
func refuseToken(w why, found string) error { return refuseBy(errToken, w, found) }

// refuseBy returns a fault with a reason.
func refuseBy(f *domain.Fault, w why, found string) error {
	return &domain.Fault{Kind: f.Kind, Message: f.Message, Cause: &refusal{w, found}}
}

const (
	refusalEvery = time.Minute // one line at most for a workspace and a reason: anybody can send tokens
	refusalBytes = 300         // of what was found
)

// A refusalLog writes the reasons of refused tokens into the log.
type refusalLog struct {
	log *slog.Logger
	now func() time.Time

	mu   sync.Mutex
	told map[[2]string]*toldRefusal // by workspace and reason
}

type toldRefusal struct {
	at      time.Time
	leftOut int // since then
}

// tellRefusal writes down why a token was refused, if err says so, and returns err.
func (l *refusalLog) tellRefusal(ctx context.Context, workspace string, err error) error {
	var refused *refusal
	if !errors.As(err, &refused) {
		return err
	}
	l.mu.Lock()
	key := [2]string{workspace, refused.why.text}
	last := l.told[key]
	if last != nil && l.now().Sub(last.at) < refusalEvery {
		last.leftOut++
		l.mu.Unlock()
		return err
	}
	leftOut := 0
	if last != nil {
		leftOut = last.leftOut
	}
	l.told[key] = &toldRefusal{at: l.now()}
	l.mu.Unlock()
	l.log.LogAttrs(ctx, slog.LevelInfo, "a token of another issuer is refused", slog.String("workspace", workspace),
		slog.String("reason", refused.why.text), slog.String("found", refused.found[:min(len(refused.found), refusalBytes)]),
		slog.Int("not told since the last line", leftOut))
	return err
}
