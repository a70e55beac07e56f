package identity

import (
	"context"
	"errors"
	"time"
)

// Failures that implementations of the ports report.
var (
	ErrUnknown = errors.New("unknown")
	ErrReused  = errors.New("used before")
)

// An Account is who may sign in.
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
}

// Credentials keeps password hashes, as PHC strings.
type Credentials interface {
	// PasswordHash is ErrUnknown for an account without a password.
	PasswordHash(ctx context.Context, workspace, userID string) (string, error)
	SetPasswordHash(ctx context.Context, workspace, userID, phc string) error
}

// A Session is one sign-in. Its ID is the claim sid.
type Session struct {
	ID, UserID, ClientID string
	Scope                string
	AuthTime             time.Time
	Ends                 time.Time // at the latest, whatever is refreshed
}

// A Token is a code or refresh token; only the hash of what the client holds.
type Token struct {
	Hash    [32]byte // SHA-256
	Expires time.Time
	// Code says that this is an authorization code, and what it is bound to.
	Code *CodeBinding
}

// A CodeBinding is what an authorization code was asked for with.
type CodeBinding struct {
	RedirectURI string
	Challenge   string // of PKCE, S256; "" without
	Nonce       string
}

// Sessions keeps sessions and their tokens.
type Sessions interface {
	// Open begins a session with its first token.
	Open(ctx context.Context, workspace string, s Session, first Token) error
	// Find reads a token and its session. ErrUnknown when the token is unknown,
	// or expired without having been used, or when its session has ended. Used
	// tokens are kept as long as their session, so that using one again is seen.
	Find(ctx context.Context, workspace string, hash [32]byte, now time.Time) (Session, Token, error)
	// Rotate marks a token used and adds its successor, in one transaction that
	// locks the session. ErrUnknown as Find; ErrReused when the token was used
	// before: then the session has ended when Rotate returns.
	Rotate(ctx context.Context, workspace string, used [32]byte, next Token, now time.Time) error
	// End ends a session; one that has ended is no error.
	End(ctx context.Context, workspace, sessionID string) error
	// EndAll ends all sessions of an account.
	EndAll(ctx context.Context, workspace, userID string) error
	// Alive says whether a session has not ended.
	Alive(ctx context.Context, workspace, sessionID string, now time.Time) (bool, error)
}

// A SigningKey is a private key of a workspace. Whoever keeps it seals it.
type SigningKey struct {
	ID        string // RFC 7638 thumbprint
	Algorithm string // RS256 or ES256
	PKCS8     []byte // the private key, DER
	Created   time.Time
}

// Keys keeps the signing keys of workspaces.
type Keys interface {
	// SigningKeys lists the keys, newest first; none is no error.
	SigningKeys(ctx context.Context, workspace string) ([]SigningKey, error)
	AddSigningKey(ctx context.Context, workspace string, k SigningKey) error
}

// A Client is an application that signs people in.
type Client struct {
	ID             string
	SecretSHA256   []byte // empty: a public client
	RedirectURIs   []string
	PostLogoutURIs []string
	PasswordGrant  bool // may use the password grant
}

// Clients finds registered clients; ErrUnknown when there is none.
type Clients interface {
	Client(ctx context.Context, workspace, id string) (Client, error)
}

// Settings are what a workspace chooses for signing in.
type Settings struct {
	AccessLifetime  time.Duration // 300 s
	RefreshLifetime time.Duration // 1,800 s, counted anew with each refresh
	SessionLifetime time.Duration // 10 h at most
	CodeLifetime    time.Duration // 60 s
	PasswordGrant   bool
	Algorithm       string // RS256 or ES256, of new keys
}

// DefaultSettings is what a workspace has that chose nothing.
func DefaultSettings() Settings {
	return Settings{AccessLifetime: 300 * time.Second, RefreshLifetime: 1800 * time.Second,
		SessionLifetime: 10 * time.Hour, CodeLifetime: time.Minute, PasswordGrant: true, Algorithm: "RS256"}
}

// Workspaces tells how a workspace signs people in; ErrUnknown when there is no
// such workspace or when it trusts another issuer.
type Workspaces interface {
	Settings(ctx context.Context, workspace string) (Settings, error)
}

// An Event is something about signing in that is kept for audit. The name that
// somebody typed is not in it.
type Event struct {
	Type      string // auth.signed-in, auth.failed, auth.locked, auth.signed-out
	Workspace string
	UserID    string // "" when the account is unknown
	ClientID  string
	Address   string
	Time      time.Time
}

// Ports is everything that the server asks of the outside.
type Ports struct {
	Workspaces  Workspaces
	Accounts    Accounts
	Credentials Credentials
	Sessions    Sessions
	Keys        Keys
	Clients     Clients
	Audit       func(ctx context.Context, e Event)
}
