package naming

import (
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

var (
	mine   = Claimed{Claim: uuid.MustParse("11111111-1111-4111-8111-111111111111"), Holder: "dossier-demo-a", Expect: 0}
	theirs = Claimed{Claim: uuid.MustParse("22222222-2222-4222-8222-222222222222"), Holder: "dossier-demo-b", Expect: 3}
)

func TestClaims(t *testing.T) {
	given := func(past ...es.Event) func() *estest.Case[State] {
		return func() *estest.Case[State] { return estest.GivenEvents(t, Decider, past...) }
	}
	free, pending, held := given(), given(mine), given(mine, Confirmed{mine.Claim})
	again := given(mine, Released{mine.Claim})

	free().When(Claim(mine)).Then(mine)
	again().When(Claim(theirs)).Then(theirs)
	pending().When(Claim(theirs)).Then()
	held().When(Claim(theirs)).Then()

	pending().When(Confirm(mine.Claim)).Then(Confirmed{mine.Claim})
	pending().When(Confirm(theirs.Claim)).Then()
	held().When(Confirm(mine.Claim)).Then()
	free().When(Confirm(mine.Claim)).Then()

	pending().When(Release(mine.Claim)).Then(Released{mine.Claim})
	held().When(Release(mine.Claim)).Then(Released{mine.Claim})
	held().When(Release(theirs.Claim)).Then()
	free().When(Release(mine.Claim)).Then()

	passed := given(mine, Passed{mine.Claim, theirs.Holder})
	pending().When(PassTo(mine.Claim, theirs.Holder)).Then(Passed{mine.Claim, theirs.Holder})
	held().When(PassTo(mine.Claim, theirs.Holder)).Then(Passed{mine.Claim, theirs.Holder})
	held().When(PassTo(theirs.Claim, theirs.Holder)).Then()
	free().When(PassTo(mine.Claim, theirs.Holder)).Then()
	passed().When(PassTo(mine.Claim, theirs.Holder)).Then()
	passed().When(Claim(theirs)).Then()
	passed().When(Release(mine.Claim)).Then(Released{mine.Claim})
}
