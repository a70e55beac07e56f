package identity

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"slices"
	"time"

	"github.com/seed-62a36931/docket/domain/workspace"
)

// Failures that implementations of the ports report.
var (
	ErrUnknown = errors.New("unknown")
	ErrReused  = errors.New("used before")
)

// An Account is somebody who may sign in.
type Account struct {
	ID                         string // uuid
	Username                   string
	FirstName, LastName, Email string
	Roles                      []string
	Active                     bool
}

// Accounts finds accounts of a workspace; ErrUnknown when there is none.
type Accounts interface {
	// ByLogin finds by username or e-mail address, without regard to case.
	ByLogin(ctx context.Context, workspace, login string) (Account, error)
	ByID(ctx context.Context, workspace, id string) (Account, error)
	// Member is ByID for each request of the account: it also returns whether the
	// workspace is one of ours, as Workspaces would. If it is not, that is no error. Both
	// are as recent as accounts are.
	Member(ctx context.Context, workspace, id string) (a Account, ours bool, err error)
}

// Credentials stores password hashes, as PHC strings.
type Credentials interface {
	// PasswordHashes returns the current one and up to two former ones, newest first; none
	// for an account without a password.
	PasswordHashes(ctx context.Context, workspace, userID string) ([]string, error)
	// AddPasswordHash makes a hash the current one.
	AddPasswordHash(ctx context.Context, workspace, userID, phc string) error
	// ReplacePasswordHash stores another hash of the same password, unless the current one
	// is not old any more.
	ReplacePasswordHash(ctx context.Context, workspace, userID, old, phc string) error
	// RemovePasswordHashes forgets all of them; none is no error.
	RemovePasswordHashes(ctx context.Context, workspace, userID string) error
}

// Brakes stores the brakes against guessing the passwords of accounts.
type Brakes interface {
	// Brake returns the zero value for an account without failures.
	Brake(ctx context.Context, workspace, userID string) (Brake, error)
	// ChangeBrake changes a brake in one step: nobody changes it in between.
	ChangeBrake(ctx context.Context, workspace, userID string, change func(Brake) Brake) error
}

// A Session is one sign-in to a client. Its ID is the claim sid.
type Session struct {
	ID, UserID, ClientID string
	Scope                string
	AuthTime             time.Time
	Ends                 time.Time // at the latest, whatever is refreshed
	SignOn               string    // id of the browser's sign-on that it came from, "" without
}

// A SignOn is a browser in which somebody has signed in: further clients of the
// workspace get their sessions without asking again.
type SignOn struct {
	ID       string // SHA-256 of the cookie, in hex
	UserID   string
	AuthTime time.Time
	Seen     time.Time // when it was used last
	Ends     time.Time // at the latest
}

// SignOns stores the sign-ons of browsers.
type SignOns interface {
	Remember(ctx context.Context, workspace string, s SignOn) error
	// SignOn returns ErrUnknown when the sign-on was forgotten.
	SignOn(ctx context.Context, workspace, id string) (SignOn, error)
	// NoteUse records that a sign-on was used; one that was forgotten stays so.
	NoteUse(ctx context.Context, workspace, id string, now time.Time) error
	// Forget ends a sign-on; one that has ended is no error.
	Forget(ctx context.Context, workspace, id string) error
}

// A KnownBrowser is a browser in which people have signed in before.
type KnownBrowser struct {
	Users []string // ids, the latest first
	Until time.Time
}

// Browsers stores known browsers by the SHA-256 of their cookie, in hex.
type Browsers interface {
	// Browser returns ErrUnknown when there is none.
	Browser(ctx context.Context, workspace, id string) (KnownBrowser, error)
	// KeepBrowser stores a browser in place of the one with its id.
	KeepBrowser(ctx context.Context, workspace, id string, b KnownBrowser) error
}

// A Token is a code or refresh token; it holds only the hash of what the client has.
type Token struct {
	Hash    [32]byte // SHA-256
	Expires time.Time
	Used    bool `json:"-"` // what Find returns was used before
	// Code is set for an authorization code, and holds what it is bound to.
	Code *CodeBinding
	// Again makes this token available to whoever presents its predecessor once more; nil
	// without a grace time.
	Again *Again
}

// Again holds a sealed token for a client that did not receive the answer with it.
type Again struct {
	Until  time.Time
	Sealed []byte // the token, which only the one that it follows opens
}

// A CodeBinding holds what an authorization code was requested with.
type CodeBinding struct {
	RedirectURI string
	Challenge   string // of PKCE, S256; "" without
	Nonce       string
}

// Sessions stores sessions and their tokens.
type Sessions interface {
	// Open begins a session with its first token; the zero token is none, for a session that
	// is not refreshed.
	Open(ctx context.Context, workspace string, s Session, first Token) error
	// Find reads a token and its session. ErrUnknown when the token is unknown,
	// or expired without having been used, or when its session has ended. Used
	// tokens are kept as long as their session, so that using one again is seen.
	Find(ctx context.Context, workspace string, hash [32]byte, now time.Time) (Session, Token, error)
	// Rotate marks a token used and adds its successor, in one transaction that locks the
	// session. ErrUnknown as Find. When the token was used before, within the time of its
	// successor's Again, Rotate returns that and changes nothing; otherwise it returns
	// ErrReused after ending the session.
	Rotate(ctx context.Context, workspace string, used [32]byte, next Token, now time.Time) (again []byte, err error)
	// End ends a session; one that has ended is no error.
	End(ctx context.Context, workspace, sessionID string) error
	// EndSignOn ends a sign-on of an account and all sessions that came from it.
	EndSignOn(ctx context.Context, workspace, userID, signOn string) error
	// EndAll ends all sessions and sign-ons of an account.
	EndAll(ctx context.Context, workspace, userID string) error
	// Session reads a session; ErrUnknown when it has ended.
	Session(ctx context.Context, workspace, sessionID string, now time.Time) (Session, error)
}

// A SigningKey is a private key of a workspace. The store seals it.
type SigningKey struct {
	ID        string // RFC 7638 thumbprint
	Algorithm string // RS256 or ES256
	PKCS8     []byte // the private key, DER
	Created   time.Time
}

// Keys stores the signing keys of workspaces.
type Keys interface {
	// SigningKeys lists the keys, newest first; none is no error.
	SigningKeys(ctx context.Context, workspace string) ([]SigningKey, error)
	AddSigningKey(ctx context.Context, workspace string, k SigningKey) error
	// RemoveSigningKey removes a key; none is no error.
	RemoveSigningKey(ctx context.Context, workspace, id string) error
}

// A Client is an application that signs people in.
type Client struct {
	ID           string
	Title        string `json:",omitzero"` // what the sign-in page calls it; "": its ID
	SecretSHA256 []byte // its first secret, of before secrets had names; empty for none
	// Secrets are further ones: each is accepted.
	Secrets []ClientSecret `json:",omitzero"`
	// JWKS are public keys that the client signs assertions with (private_key_jwt).
	JWKS           []byte `json:",omitzero"`
	RedirectURIs   []string
	PostLogoutURIs []string
	PasswordGrant  bool // may use the password grant, where the workspace allows it
	// RequirePKCE asks for PKCE although the client has a secret; one without always needs it.
	RequirePKCE bool `json:",omitzero"`
	// ServiceAccount is the id of the account that the client acts as by client_credentials;
	// "" when it may not.
	ServiceAccount string `json:",omitzero"`
}

// A ClientSecret is what is stored of a secret.
type ClientSecret struct {
	ID      string
	Created time.Time
	SHA256  []byte
}

// HasSecret reports whether the client has a secret.
func (c Client) HasSecret() bool { return len(c.SecretSHA256) > 0 || len(c.Secrets) > 0 }

// IsPublic reports whether the client proves itself by nothing.
func (c Client) IsPublic() bool { return !c.HasSecret() && len(c.JWKS) == 0 }

// AcceptsHash reports whether a secret with a hash is one of the client.
func (c Client) AcceptsHash(hash []byte) bool {
	return bytes.Equal(c.SecretSHA256, hash) ||
		slices.ContainsFunc(c.Secrets, func(s ClientSecret) bool { return bytes.Equal(s.SHA256, hash) })
}

// hasSecret reports, in a time that does not tell which, whether a secret is one of the client.
func (c Client) hasSecret(secret string) bool {
	sum := sha256.Sum256([]byte(secret))
	found := subtle.ConstantTimeCompare(sum[:], c.SecretSHA256)
	for _, s := range c.Secrets {
		found |= subtle.ConstantTimeCompare(sum[:], s.SHA256)
	}
	return found == 1
}

// Clients finds registered clients; ErrUnknown when there is none.
type Clients interface {
	Client(ctx context.Context, workspace, id string) (Client, error)
}

// Settings hold the choices of a workspace for signing in.
type Settings struct {
	AccessLifetime  time.Duration // 300 s
	RefreshLifetime time.Duration // 1,800 s, counted anew with each refresh
	SessionLifetime time.Duration // 10 h at most
	CodeLifetime    time.Duration // 60 s
	Grace           time.Duration // 10 s, within which a used refresh token gives its successor again; 0: none
	PasswordGrant   bool
	Algorithm       string // RS256 or ES256, of new keys
}

// SettingsOf returns the settings of a workspace, with defaults for what it did not
// choose.
func SettingsOf(w workspace.SignIn) Settings {
	seconds := func(n int, otherwise time.Duration) time.Duration {
		return cmp.Or(time.Duration(n)*time.Second, otherwise)
	}
	grace := seconds(w.Grace, workspace.DefaultGrace)
	if w.NoGrace {
		grace = 0
	}
	return Settings{
		AccessLifetime:  seconds(w.Access, workspace.DefaultAccess),
		RefreshLifetime: seconds(w.Refresh, workspace.DefaultRefresh),
		SessionLifetime: seconds(w.Session, workspace.DefaultSession),
		CodeLifetime:    seconds(w.Code, workspace.DefaultCode),
		Grace:           grace,
		PasswordGrant:   !w.NoPasswordGrant,
		Algorithm:       cmp.Or(w.Algorithm, workspace.DefaultAlgorithm),
	}
}

// Workspaces returns how a workspace signs people in; ErrUnknown when there is no such
// workspace or when it trusts another issuer.
type Workspaces interface {
	Settings(ctx context.Context, workspace string) (Settings, error)
}

// An Event is an audit event about signing in. It does not contain the name that somebody
// typed.
type Event struct {
	Type      string // auth.signed-in, auth.failed, auth.locked, auth.signed-out
	Workspace string
	UserID    string // "" when the account is unknown
	ClientID  string
	Address   string
	Time      time.Time
}

// A Trust is a workspace that trusts another issuer.
type Trust struct {
	Workspace  string
	Audience   string              // whom tokens must be for
	RolesClaim string              // path of the claim with the roles; "": realm_access.roles
	RoleNames  map[string][]string // our roles by their names at the issuer; none: names are roles
}

// Issuers connects workspaces with other issuers.
type Issuers interface {
	// FindTrust returns the workspace that trusts an issuer; ErrUnknown when none does.
	FindTrust(ctx context.Context, issuer string) (Trust, error)
	// ProvisionAccount creates or refreshes the record of an account: person by a token that was
	// issued at a time, which is zero when a later one was seen, and roles by all its tokens. ByID
	// finds it afterwards. domain.Invalid when a record cannot hold what the token says.
	ProvisionAccount(ctx context.Context, workspace string, a Account, issuedAt time.Time) error
}

// Ports holds everything that the server needs from outside.
type Ports struct {
	Workspaces   Workspaces
	Accounts     Accounts
	Credentials  Credentials
	Brakes       Brakes
	Sessions     Sessions
	SignOns      SignOns
	Browsers     Browsers
	Keys         Keys
	Clients      Clients
	Issuers      Issuers      // nil: no workspace trusts another issuer
	IssuedTokens IssuedTokens // nil without Issuers
	Logouts      Logouts      // nil without Issuers
	Audit        func(ctx context.Context, e Event)
}
