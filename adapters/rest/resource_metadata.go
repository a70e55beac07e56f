package rest

import (
	"net/http"

	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/adapters/rest/reading"
)

// ResourceMetadataPath is where the service tells who gives tokens for it (RFC 9728).
const ResourceMetadataPath = "/.well-known/oauth-protected-resource"

// metadataURL returns the address of the metadata, "" when there is none.
func (c Config) metadataURL() string {
	if c.Issuer == nil || c.PublicURL == "" {
		return ""
	}
	return c.PublicURL + ResourceMetadataPath
}

// resourceMetadata is the document of RFC 9728, section 2.
type resourceMetadata struct {
	Resource      string   `json:"resource"`
	Name          string   `json:"resource_name"`
	Servers       []string `json:"authorization_servers"`
	Methods       []string `json:"bearer_methods_supported"`
	Documentation string   `json:"resource_documentation"`
}

// serveResourceMetadata answers for the workspace that the service names by itself; those of others are told
// their workspace by who runs it.
func (s *server) serveResourceMetadata(w http.ResponseWriter, r *http.Request) {
	issuer, err := s.Issuer(r.Context(), s.Workspace)
	if err != nil {
		s.failures.Write(w, r, err)
		return
	}
	exchange.WriteJSON(w, http.StatusOK, resourceMetadata{Resource: s.PublicURL, Name: "Docket", Servers: []string{issuer},
		Methods: []string{"header"}, Documentation: s.PublicURL + reading.Path})
}
