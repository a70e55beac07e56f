package identity

import (
	"container/list"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	jose "github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
)

// Algorithms that tokens may be signed with: those of the service itself, and those of other issuers.
var (
	signatures         = []jose.SignatureAlgorithm{jose.RS256, jose.ES256}
	externalSignatures = []jose.SignatureAlgorithm{jose.RS256, jose.ES256, jose.PS256, jose.EdDSA}
)

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

	logouts logoutCache
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

// seenHash is what is remembered of a token: it, and the roles that it granted, which follow the settings of the workspace.
func seenHash(token string, roles []string) [32]byte {
	return sha256.Sum256([]byte(token + "\n" + strings.Join(roles, "\n")))
}

// isUnseen reports whether a token was not seen before, or granted other roles.
func (e *external) isUnseen(token string, roles []string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	el, ok := e.seen[seenHash(token, roles)]
	if ok {
		e.order.MoveToFront(el)
	}
	return !ok
}

func (e *external) rememberToken(token string, roles []string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.order.Len() >= rememberedTokens {
		last := e.order.Back()
		delete(e.seen, last.Value.([32]byte))
		e.order.Remove(last)
	}
	hash := seenHash(token, roles)
	e.seen[hash] = e.order.PushFront(hash)
}

// verifyExternal returns the caller of a token of another issuer. The record of the account is
// created or refreshed when a token is seen first. Active flag and roles are the record's, and of the
// roles only those that the token grants: one that is limited by its issuer does nothing more here.
func (s *tokens) verifyExternal(ctx context.Context, token, iss string) (user.Principal, error) {
	t, err := s.Issuers.FindTrust(ctx, iss)
	if errors.Is(err, ErrUnknown) {
		return user.Principal{}, s.refusals.tellRefusal(ctx, "", refuseToken(whyIssuer, iss))
	}
	if err != nil {
		return user.Principal{}, err
	}
	p, err := s.verifyTrusted(ctx, token, iss, t)
	return p, s.refusals.tellRefusal(ctx, t.Workspace, err)
}

func (s *tokens) verifyTrusted(ctx context.Context, token, iss string, t Trust) (user.Principal, error) {
	c, err := s.external.verifyClaims(ctx, token, iss, t)
	if err != nil {
		return user.Principal{}, err
	}
	if err := s.refuseLoggedOut(ctx, t.Workspace, iss, c); err != nil {
		return user.Principal{}, err
	}
	id := accountID(iss, c.Subject)
	if s.external.isUnseen(token, c.Roles) {
		if err := s.provisionAccount(ctx, t.Workspace, id, token, c); err != nil {
			return user.Principal{}, err
		}
		s.external.rememberToken(token, c.Roles)
	}
	a, err := s.Accounts.ByID(ctx, t.Workspace, id)
	if err != nil && !errors.Is(err, ErrUnknown) {
		return user.Principal{}, err
	}
	p := user.Principal{Workspace: t.Workspace, ID: a.ID, Username: a.Username, Roles: a.Roles}.LimitRoles(c.Roles)
	switch {
	case len(c.Roles) == 0:
		return user.Principal{}, refuseBy(errDisabled, whyRoles, t.describeRoles(c.Granted))
	case err != nil || !a.Active || len(p.Roles) == 0:
		return user.Principal{}, refuseBy(errDisabled, whyDisabled, id)
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
		Roles: c.Roles}
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
		return refuseBy(domain.Refuse(domain.AccountDisabled, "The account at the identity provider cannot be used: %s", err),
			whyAccount, err.Error())
	}
	return err
}

// verifyClaims verifies a token by its issuer's keys, its audience, its kind and the time, and
// returns its claims with the roles that it grants in the workspace that trusts it.
func (e *external) verifyClaims(ctx context.Context, token, iss string, t Trust) (c externalClaims, err error) {
	parsed, err := jose.ParseSignedCompact(token, externalSignatures)
	if err != nil || len(parsed.Signatures) != 1 {
		return c, refuseToken(whyAlgorithm, fmt.Sprint(err))
	}
	checked, err := e.verifySignature(ctx, token, parsed.Signatures[0].Header.KeyID, iss, oidc.Config{ClientID: t.Audience})
	if errors.Is(err, errIssuerAway) {
		return c, &domain.Fault{Kind: domain.Unavailable, Message: "The service is not available", Cause: err}
	}
	if err != nil {
		return c, err
	}
	if err := checked.Claims(&c); err != nil {
		return c, refuseToken(whyClaims, err.Error())
	}
	if refused := e.refuseClaims(c, typeOf(parsed)); refused != (why{}) {
		return c, refuseToken(refused, fmt.Sprintf("type %q, claim typ %q", typeOf(parsed), c.Kind))
	}
	return c, c.readRoles(checked, t)
}

// refuseClaims returns what is wrong with the subject, the times or the kind of a token, zero for nothing.
func (e *external) refuseClaims(c externalClaims, headerType string) why {
	early := func(d *jwt.NumericDate) bool { return d != nil && d.Time().After(e.now().Add(leeway)) }
	switch {
	case c.Subject == "" || c.IssuedAt == nil || c.Expiry == nil:
		return whyClaims
	case early(c.IssuedAt) || early(c.NotBefore):
		return whyFuture
	case e.now().Sub(c.IssuedAt.Time()) > longestGrant+leeway:
		return whyOld
	case c.Confirmation != nil:
		return whyBound
	case !c.isAccess(headerType):
		return whyKind
	}
	return why{}
}

// verifySignature verifies a token by the key with an id, which is read again once if it does not
// fit, its issuer, and what else the configuration asks for, audience and end. errIssuerAway when there are no keys to
// verify it by.
func (e *external) verifySignature(ctx context.Context, token, key, iss string, c oidc.Config) (*oidc.IDToken, error) {
	c.SupportedSigningAlgs = []string{oidc.RS256, oidc.ES256, oidc.PS256, oidc.EdDSA}
	c.Now = func() time.Time { return e.now().Add(-leeway) }
	verify := func(k jose.JSONWebKey) (*oidc.IDToken, error) {
		return oidc.NewVerifier(iss, oneKey{k}, &c).Verify(ctx, token)
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
		return nil, refuseContent(err)
	}
	if k, err = from.reloadKey(ctx, key); err != nil {
		return nil, err
	}
	if checked, err = verify(k); err == nil {
		return checked, nil
	}
	if _, wrong := (oneKey{k}).VerifySignature(ctx, token); wrong == nil {
		return nil, refuseContent(err)
	}
	return nil, refuseToken(whySignature, key)
}

// refuseContent refuses a token whose signature fits.
func refuseContent(err error) error {
	var expired *oidc.TokenExpiredError
	if errors.As(err, &expired) {
		return refuseToken(whyExpired, expired.Expiry.UTC().Format(time.RFC3339))
	}
	return refuseToken(whyAudience, err.Error())
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
	for _, r := range user.Roles {
		if slices.Contains(all, r) {
			out = append(out, r)
		}
	}
	return out
}

// namedAlgorithms are those whose tokens are read to see whose they are, before they are refused.
var namedAlgorithms = append([]jose.SignatureAlgorithm{jose.HS256, jose.HS384, jose.HS512, jose.RS384, jose.RS512,
	jose.ES384, jose.ES512, jose.PS384, jose.PS512}, externalSignatures...)

// issuerOf returns the issuer that a token names, before anything of it is checked.
func issuerOf(token string) string {
	t, err := jwt.ParseSigned(token, namedAlgorithms)
	var told struct {
		Issuer string `json:"iss"`
	}
	if err != nil || t.UnsafeClaimsWithoutVerification(&told) != nil {
		return ""
	}
	return told.Issuer
}
