package core

import (
	"context"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// A nameHolder is a kind of stream that takes names.
type nameHolder struct {
	// holds reports whether the stream of a confirmed claim still goes by its name.
	holds func(context.Context, *es.Log, naming.Claimed) (bool, error)
	// fence returns the no-op that kills a pending claim in such a stream.
	fence func(claim uuid.UUID) es.Event
}

// nameHolders are the aggregates that take names, by the category of their streams.
var nameHolders = map[string]nameHolder{
	dossier.Category: newNameHolder(dossier.Decider, dossier.State.HasName,
		func(claim uuid.UUID) es.Event { return dossier.ClaimFenced{Claim: claim} }),
	file.Category: newNameHolder(file.Decider, file.State.HasName,
		func(claim uuid.UUID) es.Event { return file.ClaimFenced{Claim: claim} }),
	template.Category: newNameHolder(template.Decider, template.State.HasName,
		func(claim uuid.UUID) es.Event { return template.ClaimFenced{Claim: claim} }),
	user.Category: newNameHolder(user.Decider, user.State.HasName,
		func(claim uuid.UUID) es.Event { return user.ClaimFenced{Claim: claim} }),
	bulk.Category: newNameHolder(bulk.Decider, bulk.State.HasName, // on behalf of the files that it restores
		func(claim uuid.UUID) es.Event { return bulk.ClaimFenced{Claim: claim} }),
}

// newNameHolder makes a holder of an aggregate whose state tells by which claims it goes.
func newNameHolder[S any](d es.Decider[S], goesBy func(S, uuid.UUID) bool, fence func(uuid.UUID) es.Event) nameHolder {
	return nameHolder{fence: fence, holds: func(ctx context.Context, l *es.Log, claim naming.Claimed) (bool, error) {
		s, _, err := es.Load(ctx, l, d, claim.Holder)
		return goesBy(s, claim.Claim), err
	}}
}
