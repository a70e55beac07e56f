package webhook

import (
	"net/netip"
	"slices"
)

// reserved are the networks beside private, local and multicast ones to which nothing is sent: those of providers' and
// carriers' insides, of documentation, and those that stand for others.
var reserved = parsePrefixes("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15",
	"198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "3fff::/20",
	"5f00::/16", "fec0::/10")

// translated are networks whose addresses stand for one of version 4, and the byte at which that begins.
var translated = []struct {
	network netip.Prefix
	at      int
}{{netip.MustParsePrefix("64:ff9b::/96"), 12}, {netip.MustParsePrefix("2002::/16"), 2}, {netip.MustParsePrefix("::/96"), 12}}

func parsePrefixes(texts ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(texts))
	for i, t := range texts {
		out[i] = netip.MustParsePrefix(t)
	}
	return out
}

// MaySendTo reports whether events are sent to an address: a public one, and only by TLS, or one of some networks that the
// operator allows.
func MaySendTo(ip netip.Addr, allowed []netip.Prefix, plain bool) bool {
	ip = ip.Unmap().WithZone("")
	holds := func(p netip.Prefix) bool { return p.Contains(ip) }
	if slices.ContainsFunc(allowed, holds) {
		return true
	}
	if plain || !ip.IsGlobalUnicast() || ip.IsPrivate() || slices.ContainsFunc(reserved, holds) {
		return false
	}
	for _, t := range translated {
		if t.network.Contains(ip) {
			b := ip.As16()
			return MaySendTo(netip.AddrFrom4([4]byte(b[t.at:t.at+4])), allowed, plain)
		}
	}
	return true
}
