package webhook

import (
	"net/netip"
	"testing"
)

func TestMaySendTo(t *testing.T) {
	allowed := []netip.Prefix{netip.MustParsePrefix("10.1.0.0/16"), netip.MustParsePrefix("fd12::/16")}
	for _, row := range []struct {
		address string
		tls     bool // may be sent to by TLS
		plain   bool // and without
	}{
		{"93.184.216.34", true, false},
		{"2606:2800:220:1:248:1893:25c8:1946", true, false},
		{"::ffff:93.184.216.34", true, false},
		{"10.1.2.3", true, true},
		{"::ffff:10.1.2.3", true, true},
		{"fd12::1", true, true},
		{"10.2.0.1", false, false},
		{"127.0.0.1", false, false},
		{"0.0.0.0", false, false},
		{"169.254.169.254", false, false},
		{"100.100.100.200", false, false},
		{"172.16.0.1", false, false},
		{"192.168.0.1", false, false},
		{"224.0.0.1", false, false},
		{"255.255.255.255", false, false},
		{"::1", false, false},
		{"::", false, false},
		{"::ffff:127.0.0.1", false, false},
		{"::127.0.0.1", false, false},
		{"fe80::1%eth0", false, false},
		{"fd00:ec2::254", false, false},
		{"ff02::1", false, false},
		{"64:ff9b::7f00:1", false, false},
		{"64:ff9b::5db8:d822", true, false},
		{"2002:7f00:1::", false, false},
		{"2001:db8::1", false, false},
	} {
		ip := netip.MustParseAddr(row.address)
		if got := MaySendTo(ip, allowed, false); got != row.tls {
			t.Errorf("%s by TLS: got %t, want %t", row.address, got, row.tls)
		}
		if got := MaySendTo(ip, allowed, true); got != row.plain {
			t.Errorf("%s without TLS: got %t, want %t", row.address, got, row.plain)
		}
	}
}
