package identity

import (
	"container/list"
	"context"
	"crypto/sha256"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	jose "github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
)

// signatures are the algorithms that tokens may be signed with.
var signatures = []jose.SignatureAlgorithm{jose.RS256, jose.ES256}

// rememberedTokens is the number of tokens whose accounts are remembered to be up to date.
const rememberedTokens = 10_000

// external verifies the tokens of other issuers.
type external struct {
	client *http.Client
	now    func() time.Time

	mu      sync.Mutex
	issuers map[string]*issuer
	seen    map[[32]byte]*list.Element
	order   *list.List // of [32]byte, latest first
}

func newExternal(client *http.Client, now func() time.Time) *external {
	if client == nil {
		client = &http.Client{Timeout: issuerTime}
	}
	return &external{client: client, now: now, issuers: map[string]*issuer{}, seen: map[[32]byte]*list.Element{}, order: list.New()}
}

func (e *external) issuerAt(address string) *issuer {
	e.mu.Lock()
	defer e.mu.Unlock()
	i := e.issuers[address]
	if i == nil {
		i = &issuer{address: address, client: e.client, now: e.now}
		e.issuers[address] = i
	}
	return i
}

// isUnseen reports whether a token was not seen before.
func (e *external) isUnseen(token string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	el, ok := e.seen[sha256.Sum256([]byte(token))]
	if ok {
		e.order.MoveToFront(el)
	}
	return !ok
}

func (e *external) rememberToken(token string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.order.Len() >= rememberedTokens {
		last := e.order.Back()
		delete(e.seen, last.Value.([32]byte))
		e.order.Remove(last)
	}
	hash := sha256.Sum256([]byte(token))
	e.seen[hash] = e.order.PushFront(hash)
}

// verifyExternal returns the caller of a token of another issuer. The record of the account is
// created or refreshed when a token is seen first. Active flag and roles are the record's, and of the
// roles only those that the token grants: one that is limited by its issuer does nothing more here.
func (s *tokens) verifyExternal(ctx context.Context, token, iss string) (user.Principal, error) {
	t, err := s.Issuers.FindTrust(ctx, iss)
	if errors.Is(err, ErrUnknown) {
		return user.Principal{}, errToken
	}
	if err != nil {
		return user.Principal{}, err
	}
	c, err := s.external.verifyClaims(ctx, token, iss, t.Audience)
	if err != nil {
		return user.Principal{}, err
	}
	if c.Realm == nil {
		return user.Principal{}, errNoRoles
	}
	id := accountID(iss, c.Subject)
	if s.external.isUnseen(token) {
		if err := s.provisionAccount(ctx, t.Workspace, id, token, c); err != nil {
			return user.Principal{}, err
		}
		s.external.rememberToken(token)
	}
	a, err := s.Accounts.ByID(ctx, t.Workspace, id)
	if err != nil && !errors.Is(err, ErrUnknown) {
		return user.Principal{}, err
	}
	p := user.Principal{Workspace: t.Workspace, ID: a.ID, Username: a.Username, Roles: a.Roles}.LimitRoles(knownRoles(c.Realm.Roles))
	if err != nil || !a.Active || len(p.Roles) == 0 {
		return user.Principal{}, errDisabled
	}
	return p, nil
}

// provisionTries is how often the record of an account is written for a token while other processes
// note further tokens of it.
const provisionTries = 8

// provisionAccount creates or refreshes the record of an account from a token: its person, unless a
// token that was issued later was seen, by any process, and the roles that its tokens give it. What
// another process noted meanwhile is written too, so whoever writes last leaves what all tokens say.
func (s *tokens) provisionAccount(ctx context.Context, workspace, id, token string, c externalClaims) error {
	// One after the other: what a later token says must not be overwritten by a slower call.
	done, err := s.turns.lockKey(ctx, "issued\x00"+workspace+"\x00"+id, signInPatience)
	if err != nil {
		return toFault(err)
	}
	defer done()
	t := IssuedToken{At: c.IssuedAt.Time().UTC(), Ends: c.Expiry.Time().UTC(), Hash: sha256.Sum256([]byte(token)),
		Roles: knownRoles(c.Realm.Roles)}
	roles, latest, err := s.IssuedTokens.NoteToken(ctx, workspace, id, t, s.now())
	for range provisionTries {
		if err != nil {
			return err
		}
		if err := s.writeAccount(ctx, workspace, id, c, roles, latest); err != nil {
			return err
		}
		written := roles
		if roles, latest, err = s.IssuedTokens.NoteToken(ctx, workspace, id, t, s.now()); err == nil && slices.Equal(roles, written) {
			return nil
		}
	}
	return err
}

// writeAccount writes what a token says of its person, and the roles of the account. The person of a
// token that is not the latest counts for a new account only.
func (s *tokens) writeAccount(ctx context.Context, workspace, id string, c externalClaims, roles []string, latest bool) error {
	var issuedAt time.Time
	if latest {
		issuedAt = c.IssuedAt.Time().UTC()
	}
	err := s.Issuers.ProvisionAccount(ctx, workspace, Account{
		ID:        id,
		Username:  usernameOf(c),
		FirstName: c.GivenName,
		LastName:  c.Family,
		Email:     c.Email,
		Roles:     roles,
	}, issuedAt)
	if domain.KindOf(err) == domain.Invalid {
		return domain.Faultf(domain.Unauthenticated, "The account at the identity provider cannot be used: %s", err)
	}
	return err
}

// verifyClaims verifies a token by its issuer's keys, its audience, its kind and the time, and
// returns its claims.
func (e *external) verifyClaims(ctx context.Context, token, iss, audience string) (c externalClaims, err error) {
	parsed, err := jose.ParseSignedCompact(token, signatures)
	if err != nil || len(parsed.Signatures) != 1 {
		return c, errToken
	}
	checked, err := e.verifySignature(ctx, token, parsed.Signatures[0].Header.KeyID, iss, audience)
	if errors.Is(err, errIssuerAway) {
		return c, &domain.Fault{Kind: domain.Unavailable, Message: "The service is not available", Cause: err}
	}
	if err != nil || checked.Claims(&c) != nil {
		return c, errToken
	}
	early := func(d *jwt.NumericDate) bool { return d != nil && d.Time().After(e.now().Add(leeway)) }
	if c.Subject == "" || c.IssuedAt == nil || c.Expiry == nil || early(c.IssuedAt) || early(c.NotBefore) || !c.isAccess(typeOf(parsed)) {
		return c, errToken
	}
	return c, nil
}

// verifySignature verifies a token by the key with an id, which is read again once if it does not
// fit, its issuer, audience and end. errIssuerAway when there are no keys to verify it by.
func (e *external) verifySignature(ctx context.Context, token, key, iss, audience string) (*oidc.IDToken, error) {
	verify := func(k jose.JSONWebKey) (*oidc.IDToken, error) {
		return oidc.NewVerifier(iss, oneKey{k}, &oidc.Config{
			ClientID: audience, SupportedSigningAlgs: []string{oidc.RS256, oidc.ES256},
			Now: func() time.Time { return e.now().Add(-leeway) },
		}).Verify(ctx, token)
	}
	from := e.issuerAt(iss)
	k, err := from.findKey(ctx, key)
	if err != nil {
		return nil, err
	}
	checked, err := verify(k)
	if err == nil {
		return checked, nil
	}
	if _, wrong := (oneKey{k}).VerifySignature(ctx, token); wrong == nil {
		return nil, err
	}
	if k, err = from.reloadKey(ctx, key); err != nil {
		return nil, err
	}
	return verify(k)
}

// accountID returns the id of an account of another issuer: its subject where that is a
// uuid, as with Keycloak, else one derived from issuer and subject.
func accountID(iss, subject string) string {
	if id, err := uuid.Parse(subject); err == nil && len(subject) == 36 && id != uuid.Nil {
		return id.String()
	}
	return uuid.NewSHA1(uuid.NameSpaceURL, []byte(iss+"\n"+subject)).String()
}

// usernameOf returns the name that people know an account by.
func usernameOf(c externalClaims) string {
	for _, name := range []string{c.Username, c.Email} {
		if name != "" {
			return name
		}
	}
	return c.Subject
}

// knownRoles returns the roles that exist.
func knownRoles(all []string) []string {
	var out []string
	for _, r := range []string{user.RoleAdmin, user.RoleManager, user.RoleUser, user.RoleUserAdmin, user.RoleAuditor} {
		if slices.Contains(all, r) {
			out = append(out, r)
		}
	}
	return out
}

// issuerOf returns the issuer that a token names, before anything of it is checked.
func issuerOf(token string) string {
	t, err := jwt.ParseSigned(token, signatures)
	var told struct {
		Issuer string `json:"iss"`
	}
	if err != nil || t.UnsafeClaimsWithoutVerification(&told) != nil {
		return ""
	}
	return told.Issuer
}
