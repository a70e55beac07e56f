package rules

import "testing"

func TestMapsAreSearchedByKey(t *testing.T) {
	fires(t, []firingCase{
		named(`$t: T(map != null, map contains "k")`, "full"), named(`$t: T(map != null, map contains "v")`, ""), named(`$t: T(map != null, map not contains "q")`, "full"),
	})
}
