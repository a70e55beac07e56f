package contract

// tileRoute is the route of tiles. The path of a tile has slashes in it (c2sp.org/tlog-tiles), which
// the contract cannot say.
const (
	tileRoute   = "/api/evidence/tile/{level}/{tile}"
	tilePattern = "/api/evidence/tile/{level}/{tile:.+}"
)

// PatternOf returns what the router matches for a route of the contract.
func PatternOf(route string) string {
	if route == tileRoute {
		return tilePattern
	}
	return route
}

// RouteOf returns the route of the contract for what the router has matched.
func RouteOf(pattern string) string {
	if pattern == tilePattern {
		return tileRoute
	}
	return pattern
}
