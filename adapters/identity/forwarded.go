package identity

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// ForwardedFor returns a function that finds the address of a client behind trusted
// proxies: the last one in X-Forwarded-For that is no trusted proxy's. The header is
// ignored when anybody else sends it.
func ForwardedFor(trusted []netip.Prefix) func(*http.Request) string {
	isProxy := func(address string) bool {
		a, err := netip.ParseAddr(address)
		return err == nil && slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(a.Unmap()) })
	}
	return func(r *http.Request) string {
		address := peerAddress(r)
		hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		for i := len(hops) - 1; i >= 0 && isProxy(address); i-- {
			hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
			if err != nil {
				break
			}
			address = hop.Unmap().String()
		}
		return address
	}
}
