package identity

import (
	"crypto/sha256"
	"sync"

	"github.com/go-jose/go-jose/v4/jwt"
)

// verifiedTokens caches the claims of access tokens whose signature was checked: a client sends
// the same one with each request. Tokens themselves are not stored.
type verifiedTokens struct {
	mu     sync.Mutex
	tokens map[[sha256.Size]byte]verifiedToken
}

type verifiedToken struct {
	key    string // that signed it
	claims accessClaims
}

// maxVerified is the maximum number of cached tokens.
const maxVerified = 10_000

func (p *verifiedTokens) findClaims(token string) (key string, c accessClaims, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t, ok := p.tokens[sha256.Sum256([]byte(token))]
	return t.key, t.claims, ok
}

func (p *verifiedTokens) keepClaims(token string, c accessClaims) {
	t, err := jwt.ParseSigned(token, signatures)
	if err != nil || len(t.Headers) != 1 || t.Headers[0].KeyID == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.tokens == nil || len(p.tokens) >= maxVerified {
		p.tokens = map[[sha256.Size]byte]verifiedToken{}
	}
	p.tokens[sha256.Sum256([]byte(token))] = verifiedToken{t.Headers[0].KeyID, c}
}
