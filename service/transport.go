package service

import (
	"log/slog"
	"net/http"
	"net/url"

	"github.com/seed-62a36931/docket/service/settings"
)

// transportSecurity is what browsers are told that come by https: not to come by http for a year (RFC 6797). Other hosts of the
// domain may be somebody else's, so they are not spoken for.
const transportSecurity = "max-age=31536000"

// secureTransport returns a handler that tells browsers to stay with https, where the public address is one of https.
func secureTransport(public string, h http.Handler) http.Handler {
	if u, err := url.Parse(public); err != nil || u.Scheme != "https" {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Strict-Transport-Security", transportSecurity)
		h.ServeHTTP(w, r)
	})
}

// isReadOnTheWay reports whether what goes to and from a public address passes a network in the open.
func isReadOnTheWay(public string) bool {
	u, err := url.Parse(public)
	return err == nil && u.Scheme == "http" && !settings.IsLoopback(u.Hostname())
}

// warnOpenTransport tells at the start that passwords and documents pass a network in the open.
func warnOpenTransport(c settings.Config, logger *slog.Logger) {
	if isReadOnTheWay(c.PublicURL) {
		logger.Warn("the public address is one of http: passwords, tokens and documents can be read and changed on their way; "+
			"let a proxy end TLS, and name its https address with --public-url", "public", c.PublicURL)
	}
}
