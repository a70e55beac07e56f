package rest

import (
	"path"
	"strings"
)

// shadowed says that a route which ends with an identifier was taken for a path that
// a route beside it names: /component-definitions/order is no definition, and methods
// that it does not offer are refused as such.
func (c *contract) shadowed(route, target string) bool {
	folder, last := path.Split(route)
	name := path.Base(target)
	return strings.HasPrefix(last, "{") && !strings.HasPrefix(name, "{") && c.document.Paths.Value(folder+name) != nil
}
