package rest

import (
	"mime"
	"net/http"

	"github.com/gorilla/mux"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
)

// alsoPost are the routes whose PUT is offered as POST too.
var alsoPost = []string{"/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/attributes",
	"/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/attributes"}

// templatesPath takes bundles too, which have a path of their own in the contract.
const templatesPath = "/api/dossier-templates"

// forwardBundles passes a form that is sent to where templates are created on to where bundles are imported.
func forwardBundles(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if r.Method == http.MethodPost && r.URL.Path == templatesPath && err == nil && kind == "multipart/form-data" {
			to := *r.URL
			to.Path = templatesPath + "/import"
			to.RawPath = ""
			forwarded := *r
			forwarded.URL = &to
			r = &forwarded
		}
		next.ServeHTTP(w, r)
	})
}

// offerPost answers POST like PUT where both are offered.
func offerPost(router *mux.Router, c *contract.Contract) error {
	put := map[string]http.Handler{}
	err := router.Walk(func(route *mux.Route, _ *mux.Router, _ []*mux.Route) error {
		path, err := route.GetPathTemplate()
		if methods, unset := route.GetMethods(); err == nil && unset == nil && len(methods) == 1 && methods[0] == http.MethodPut {
			put[path] = route.GetHandler()
		}
		return err
	})
	for _, path := range alsoPost {
		router.Handle(path, put[path]).Methods(http.MethodPost)
		c.Operations["POST "+path] = c.Operations["PUT "+path]
	}
	return err
}
