package rules

import "testing"

func TestMapsAreSearchedByKey(t *testing.T) {
	fires(t, []firingCase{
		wantNamed(`$t: T(map != null, map contains "k")`, "full"), wantNamed(`$t: T(map != null, map contains "v")`, ""),
		wantNamed(`$t: T(map != null, map not contains "q")`, "full"),
	})
}
