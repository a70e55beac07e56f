// Package identitytest keeps the data of the authorization server in memory, for tests.
package identitytest

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/identity/recordstore"
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

	recordstore.Store // every other port

	mu sync.Mutex
}

// New returns an empty memory.
func New() *Memory {
	return &Memory{
		Realms: map[string]identity.Settings{},
		Trusts: map[string]identity.Trust{},
		People: map[string][]identity.Account{},
		Apps:   map[string][]identity.Client{},
		Store:  recordstore.New(NewRecords()),
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

// Client implements identity.Clients.
func (m *Memory) Client(_ context.Context, workspace, id string) (identity.Client, error) {
	for _, c := range m.Apps[workspace] {
		if c.ID == id {
			return c, nil
		}
	}
	return identity.Client{}, identity.ErrUnknown
}
