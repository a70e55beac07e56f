// Package identitytest keeps the data of the authorization server in memory, for tests.
package identitytest

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/domain/user"
)

// Memory implements every port of the authorization server. Fill the maps before
// use; Accounts and Clients are by workspace.
type Memory struct {
	Realms   map[string]identity.Settings
	People   map[string][]identity.Account
	Apps     map[string][]identity.Client
	Trusts   map[string]identity.Trust // by issuer
	Recorded []identity.Event
	Arrivals int

	mu       sync.Mutex
	hashes   map[string][]string
	brakes   map[string]identity.Brake
	others   otherIssuers
	signOns  map[string]identity.SignOn
	browsers map[string]identity.KnownBrowser
	keys     map[string][]identity.SigningKey
	sessions map[string]*session
	tokens   map[[32]byte]*token
}

type session struct {
	identity.Session
	workspace string
	ended     bool
}

// otherIssuers are what other issuers issued and ended.
type otherIssuers struct {
	issued map[string]identity.TokenNote
	ended  map[string]time.Time
}

type token struct {
	identity.Token
	session *session
	used    bool
	next    identity.Token // once it is used
}

// New returns an empty memory.
func New() *Memory {
	return &Memory{
		Realms:   map[string]identity.Settings{},
		Trusts:   map[string]identity.Trust{},
		People:   map[string][]identity.Account{},
		Apps:     map[string][]identity.Client{},
		hashes:   map[string][]string{},
		brakes:   map[string]identity.Brake{},
		others:   otherIssuers{map[string]identity.TokenNote{}, map[string]time.Time{}},
		signOns:  map[string]identity.SignOn{},
		browsers: map[string]identity.KnownBrowser{},
		keys:     map[string][]identity.SigningKey{},
		sessions: map[string]*session{},
		tokens:   map[[32]byte]*token{},
	}
}

// Ports returns the memory as every port.
func (m *Memory) Ports() identity.Ports {
	return identity.Ports{
		Workspaces:   m,
		Accounts:     m,
		Credentials:  m,
		Brakes:       m,
		Sessions:     m,
		SignOns:      m,
		Browsers:     m,
		Keys:         m,
		Clients:      m,
		Issuers:      m,
		IssuedTokens: m,
		Logouts:      m,
		Audit:        m.recordEvent,
	}
}

func (m *Memory) recordEvent(_ context.Context, e identity.Event) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.Recorded = append(m.Recorded, e)
}

// Settings implements identity.Workspaces.
func (m *Memory) Settings(_ context.Context, workspace string) (identity.Settings, error) {
	s, ok := m.Realms[workspace]
	if !ok {
		return s, identity.ErrUnknown
	}
	return s, nil
}

// ByLogin implements identity.Accounts.
func (m *Memory) ByLogin(_ context.Context, workspace, login string) (identity.Account, error) {
	return m.findAccount(workspace, func(a identity.Account) bool {
		return strings.EqualFold(a.Username, login) || a.Email != "" && strings.EqualFold(a.Email, login)
	})
}

// ByID implements identity.Accounts.
func (m *Memory) ByID(_ context.Context, workspace, id string) (identity.Account, error) {
	return m.findAccount(workspace, func(a identity.Account) bool { return a.ID == id })
}

// Member implements identity.Accounts.
func (m *Memory) Member(ctx context.Context, workspace, id string) (a identity.Account, ours bool, err error) {
	if _, ours = m.Realms[workspace]; ours {
		a, err = m.ByID(ctx, workspace, id)
	}
	return a, ours, err
}

func (m *Memory) findAccount(workspace string, is func(identity.Account) bool) (identity.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if i := slices.IndexFunc(m.People[workspace], is); i >= 0 {
		return m.People[workspace][i], nil
	}
	return identity.Account{}, identity.ErrUnknown
}

// ReplaceAccount replaces the account with the same id.
func (m *Memory) ReplaceAccount(workspace string, a identity.Account) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, p := range m.People[workspace] {
		if p.ID == a.ID {
			m.People[workspace][i] = a
		}
	}
}

// FindTrust implements identity.Issuers.
func (m *Memory) FindTrust(_ context.Context, issuer string) (identity.Trust, error) {
	t, ok := m.Trusts[issuer]
	if !ok {
		return t, identity.ErrUnknown
	}
	return t, nil
}

// ProvisionAccount implements identity.Issuers.
func (m *Memory) ProvisionAccount(_ context.Context, workspace string, a identity.Account, _ time.Time) error {
	p := user.Person{Username: a.Username, FirstName: a.FirstName, LastName: a.LastName, Email: a.Email}
	if err := user.CheckIssuedPerson(p); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.Arrivals++
	a.Active = len(a.Roles) > 0
	m.People[workspace] = append(slices.DeleteFunc(m.People[workspace], func(p identity.Account) bool { return p.ID == a.ID }), a)
	return nil
}

// NoteLogout implements identity.Logouts.
func (m *Memory) NoteLogout(_ context.Context, workspace string, l identity.Logout, _ time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.others.ended[workspace+string(l.TokenID[:])]; ok {
		return identity.ErrReused
	}
	m.others.ended[workspace+string(l.TokenID[:])] = l.At
	for _, key := range l.Ended {
		m.others.ended[workspace+string(key[:])] = l.At
	}
	return nil
}

// LoggedOut implements identity.Logouts.
func (m *Memory) LoggedOut(_ context.Context, workspace string, key [32]byte) (time.Time, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	at, ok := m.others.ended[workspace+string(key[:])]
	if !ok {
		return at, identity.ErrUnknown
	}
	return at, nil
}

// DropLogouts implements identity.Logouts; a test is over before any is out of date.
func (m *Memory) DropLogouts(context.Context, string, time.Time) error { return nil }

// NoteToken implements identity.IssuedTokens.
func (m *Memory) NoteToken(_ context.Context, workspace, userID string, t identity.IssuedToken, now time.Time) (
	roles []string, latest bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	note, latest := m.others.issued[workspace+"/"+userID].AddToken(t, now)
	m.others.issued[workspace+"/"+userID] = note
	return note.AccountRoles(), latest, nil
}

// PasswordHashes implements identity.Credentials.
func (m *Memory) PasswordHashes(_ context.Context, workspace, userID string) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.hashes[workspace+"/"+userID]), nil
}

// AddPasswordHash implements identity.Credentials.
func (m *Memory) AddPasswordHash(_ context.Context, workspace, userID, phc string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := append([]string{phc}, m.hashes[workspace+"/"+userID]...)
	m.hashes[workspace+"/"+userID] = all[:min(3, len(all))]
	return nil
}

// ReplacePasswordHash implements identity.Credentials.
func (m *Memory) ReplacePasswordHash(_ context.Context, workspace, userID, old, phc string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if all := m.hashes[workspace+"/"+userID]; len(all) > 0 && all[0] == old {
		all[0] = phc
	}
	return nil
}

// RemovePasswordHashes implements identity.Credentials.
func (m *Memory) RemovePasswordHashes(_ context.Context, workspace, userID string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.hashes, workspace+"/"+userID)
	return nil
}

// Brake implements identity.Brakes.
func (m *Memory) Brake(_ context.Context, workspace, userID string) (identity.Brake, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.brakes[workspace+"/"+userID], nil
}

// ChangeBrake implements identity.Brakes.
func (m *Memory) ChangeBrake(_ context.Context, workspace, userID string, change func(identity.Brake) identity.Brake) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.brakes[workspace+"/"+userID] = change(m.brakes[workspace+"/"+userID])
	return nil
}

// Remember implements identity.SignOns.
func (m *Memory) Remember(_ context.Context, workspace string, s identity.SignOn) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.signOns[workspace+"/"+s.ID] = s
	return nil
}

// SignOn implements identity.SignOns.
func (m *Memory) SignOn(_ context.Context, workspace, id string) (identity.SignOn, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, ok := m.signOns[workspace+"/"+id]
	if !ok {
		return s, identity.ErrUnknown
	}
	return s, nil
}

// NoteUse implements identity.SignOns.
func (m *Memory) NoteUse(_ context.Context, workspace, id string, now time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s, ok := m.signOns[workspace+"/"+id]; ok {
		s.Seen = now
		m.signOns[workspace+"/"+id] = s
	}
	return nil
}

// Forget implements identity.SignOns.
func (m *Memory) Forget(_ context.Context, workspace, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.signOns, workspace+"/"+id)
	return nil
}

// Browser implements identity.Browsers.
func (m *Memory) Browser(_ context.Context, workspace, id string) (identity.KnownBrowser, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b, ok := m.browsers[workspace+"/"+id]
	if !ok {
		return b, identity.ErrUnknown
	}
	return b, nil
}

// KeepBrowser implements identity.Browsers.
func (m *Memory) KeepBrowser(_ context.Context, workspace, id string, b identity.KnownBrowser) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.browsers[workspace+"/"+id] = b
	return nil
}

// SigningKeys implements identity.Keys.
func (m *Memory) SigningKeys(_ context.Context, workspace string) ([]identity.SigningKey, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.keys[workspace]), nil
}

// AddSigningKey implements identity.Keys.
func (m *Memory) AddSigningKey(_ context.Context, workspace string, k identity.SigningKey) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keys[workspace] = append([]identity.SigningKey{k}, m.keys[workspace]...)
	return nil
}

// RemoveSigningKey implements identity.Keys.
func (m *Memory) RemoveSigningKey(_ context.Context, workspace, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keys[workspace] = slices.DeleteFunc(m.keys[workspace], func(k identity.SigningKey) bool { return k.ID == id })
	return nil
}

// Client implements identity.Clients.
func (m *Memory) Client(_ context.Context, workspace, id string) (identity.Client, error) {
	for _, c := range m.Apps[workspace] {
		if c.ID == id {
			return c, nil
		}
	}
	return identity.Client{}, identity.ErrUnknown
}

// Open implements identity.Sessions.
func (m *Memory) Open(_ context.Context, workspace string, s identity.Session, first identity.Token) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	kept := &session{Session: s, workspace: workspace}
	m.sessions[s.ID] = kept
	if first.Hash != [32]byte{} {
		m.tokens[first.Hash] = &token{Token: first, session: kept}
	}
	return nil
}

// findToken is Find with the lock held.
func (m *Memory) findToken(workspace string, hash [32]byte, now time.Time) (*token, error) {
	t, ok := m.tokens[hash]
	if !ok || t.session.workspace != workspace || t.session.ended || !now.Before(t.session.Ends) || !t.used && !now.Before(t.Expires) {
		return nil, identity.ErrUnknown
	}
	return t, nil
}

// Find implements identity.Sessions.
func (m *Memory) Find(_ context.Context, workspace string, hash [32]byte, now time.Time) (identity.Session, identity.Token, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t, err := m.findToken(workspace, hash, now)
	if err != nil {
		return identity.Session{}, identity.Token{}, err
	}
	found := t.Token
	found.Used = t.used
	return t.session.Session, found, nil
}

// Rotate implements identity.Sessions.
func (m *Memory) Rotate(_ context.Context, workspace string, used [32]byte, next identity.Token, now time.Time) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t, err := m.findToken(workspace, used, now)
	if err != nil {
		return nil, err
	}
	if t.used && t.next.Again != nil && now.Before(t.next.Again.Until) {
		return t.next.Again.Sealed, nil
	}
	if t.used {
		t.session.ended = true
		return nil, identity.ErrReused
	}
	t.used, t.next = true, next
	m.tokens[next.Hash] = &token{Token: next, session: t.session}
	return nil, nil
}

// End implements identity.Sessions.
func (m *Memory) End(_ context.Context, workspace, sessionID string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s, ok := m.sessions[sessionID]; ok && s.workspace == workspace {
		s.ended = true
	}
	return nil
}

// EndSignOn implements identity.Sessions.
func (m *Memory) EndSignOn(_ context.Context, workspace, userID, signOn string) error {
	return m.endEach(workspace, func(s *session) bool { return s.UserID == userID && s.SignOn == signOn },
		func(id string, _ identity.SignOn) bool { return id == signOn })
}

// EndAll implements identity.Sessions.
func (m *Memory) EndAll(_ context.Context, workspace, userID string) error {
	return m.endEach(workspace, func(s *session) bool { return s.UserID == userID },
		func(_ string, s identity.SignOn) bool { return s.UserID == userID })
}

func (m *Memory) endEach(workspace string, ends func(*session) bool, forgets func(string, identity.SignOn) bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range m.sessions {
		s.ended = s.ended || s.workspace == workspace && ends(s)
	}
	for key, s := range m.signOns {
		if key == workspace+"/"+s.ID && forgets(s.ID, s) {
			delete(m.signOns, key)
		}
	}
	return nil
}

// Session implements identity.Sessions.
func (m *Memory) Session(_ context.Context, workspace, sessionID string, now time.Time) (identity.Session, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s, ok := m.sessions[sessionID]; ok && s.workspace == workspace && !s.ended && now.Before(s.Ends) {
		return s.Session, nil
	}
	return identity.Session{}, identity.ErrUnknown
}
