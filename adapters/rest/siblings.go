package rest

import (
	"path"
	"strings"
)

// isShadowed reports whether a route that ends with an identifier was matched by a path that
// another route names literally: /component-definitions/order is no definition, and
// methods that it does not offer are refused as such.
func (c *contract) isShadowed(route, target string) bool {
	folder, last := path.Split(route)
	name := path.Base(target)
	return strings.HasPrefix(last, "{") && !strings.HasPrefix(name, "{") && c.document.Paths.Value(folder+name) != nil
}
