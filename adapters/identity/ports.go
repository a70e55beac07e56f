package identity

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/seed-62a36931/docket/domain/workspace"
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
	// Member is ByID for each request of the account: with it comes whether the
	// workspace is one of ours, as Workspaces says of it. If it is not, that is no
	// error. Both are as recent as accounts are.
	Member(ctx context.Context, workspace, id string) (a Account, ours bool, err error)
}

// Credentials keeps password hashes, as PHC strings.
type Credentials interface {
	// PasswordHashes are the current one and up to two that came before it, newest
	// first; none for an account without a password.
	PasswordHashes(ctx context.Context, workspace, userID string) ([]string, error)
	// AddPasswordHash makes a hash the current one.
	AddPasswordHash(ctx context.Context, workspace, userID, phc string) error
	// ReplacePasswordHash keeps the same password under another hash, unless the
	// current one is not old any more.
	ReplacePasswordHash(ctx context.Context, workspace, userID, old, phc string) error
}

// Brakes keeps what slows down who guesses the password of an account.
type Brakes interface {
	// Brake is zero for an account without failures.
	Brake(ctx context.Context, workspace, userID string) (Brake, error)
	// ChangeBrake changes a brake as one step: nobody changes it in between.
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

// SignOns keeps the sign-ons of browsers.
type SignOns interface {
	Remember(ctx context.Context, workspace string, s SignOn) error
	// SignOn is ErrUnknown when it was forgotten.
	SignOn(ctx context.Context, workspace, id string) (SignOn, error)
	// Seen notes that a sign-on was used; one that was forgotten stays so.
	Seen(ctx context.Context, workspace, id string, now time.Time) error
	// Forget ends a sign-on; one that has ended is no error.
	Forget(ctx context.Context, workspace, id string) error
}

// A Token is a code or refresh token; only the hash of what the client holds.
type Token struct {
	Hash    [32]byte // SHA-256
	Expires time.Time
	// Code says that this is an authorization code, and what it is bound to.
	Code *CodeBinding
	// Again lets who presents the token that this one follows have it again; nil
	// without a grace time.
	Again *Again
}

// Again is a token for whom its answer did not reach.
type Again struct {
	Until  time.Time
	Sealed []byte // the token, which only the one that it follows opens
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
	// locks the session. ErrUnknown as Find. When the token was used before, within
	// the time of its successor's Again, that is given and nothing else happens;
	// otherwise it is ErrReused, and the session has ended when Rotate returns.
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
	// RemoveSigningKey forgets a key; none is no error.
	RemoveSigningKey(ctx context.Context, workspace, id string) error
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
	Grace           time.Duration // within which a used refresh token gives its successor again; 0: none
	PasswordGrant   bool
	Algorithm       string // RS256 or ES256, of new keys
}

// DefaultSettings is what a workspace has that chose nothing.
func DefaultSettings() Settings { return SettingsOf(workspace.SignIn{}) }

// SettingsOf fills in what a workspace did not choose.
func SettingsOf(w workspace.SignIn) Settings {
	seconds := func(n int, otherwise time.Duration) time.Duration {
		return cmp.Or(time.Duration(n)*time.Second, otherwise)
	}
	return Settings{AccessLifetime: seconds(w.Access, workspace.DefaultAccess), RefreshLifetime: seconds(w.Refresh, workspace.DefaultRefresh),
		SessionLifetime: seconds(w.Session, workspace.DefaultSession), CodeLifetime: seconds(w.Code, workspace.DefaultCode),
		Grace: seconds(w.Grace, 0), PasswordGrant: !w.NoPasswordGrant, Algorithm: cmp.Or(w.Algorithm, workspace.DefaultAlgorithm)}
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

// A Trust is a workspace that trusts another issuer.
type Trust struct {
	Workspace string
	Audience  string // whom tokens must be for
}

// Issuers connects workspaces with other issuers.
type Issuers interface {
	// Trusting finds the workspace that trusts an issuer; ErrUnknown when none does.
	Trusting(ctx context.Context, issuer string) (Trust, error)
	// Arrived makes or refreshes the record of an account; ByID finds it afterwards.
	Arrived(ctx context.Context, workspace string, a Account) error
}

// Ports is everything that the server asks of the outside.
type Ports struct {
	Workspaces  Workspaces
	Accounts    Accounts
	Credentials Credentials
	Brakes      Brakes
	Sessions    Sessions
	SignOns     SignOns
	Keys        Keys
	Clients     Clients
	Issuers     Issuers // nil: no workspace trusts another issuer
	Audit       func(ctx context.Context, e Event)
}
