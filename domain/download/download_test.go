package download

import (
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

func TestPackage(t *testing.T) {
	const key = es.Subject("demo/download.1")
	asked := Requested{User: "u", Dossier: "d", Files: []string{"f"}, Filename: es.Seal(key, "d.zip")}
	left := []Omission{{File: "f", Part: "PREVIEW", Reason: ReasonFailed}}
	made := Made{1, es.BlobRef{Subject: key, ID: uuid.New()}, left}
	given := func(past ...es.Event) *estest.Case[State] { return estest.GivenEvents(t, Decider, past...) }

	given().When(Request(asked)).Then(asked)
	given(asked).When(BeginRun(key, 7)).Then(Began{Run: 1, At: 7})
	given(asked, Began{Run: 1, At: 7}).When(BeginRun(key, 9)).Then(Began{Run: 2, At: 9})
	given(asked, Began{Run: 1, At: 1}, Began{Run: 2, At: 2}, Began{Run: 3, At: 3}).When(BeginRun(key, 9)).
		Then(Broke{Run: 3, Cause: es.Seal(key, "The package could not be made in three tries")})
	given(asked).When(BeginRunAfterDeath(key, 7)).Then(Began{Run: 1, At: 7})
	given(asked, Began{Run: 1, At: 7}).When(BeginRunAfterDeath(key, 9)).Then(Began{Run: 2, At: 9, Deaths: 1})
	given(asked, Began{Run: 4, At: 7, Deaths: 2}).When(BeginRunAfterDeath(key, 9)).Then(Began{Run: 5, At: 9, Deaths: 3})
	given(asked, Began{Run: 4, At: 7, Deaths: 2}).When(BeginRun(key, 9)).Then(Began{Run: 5, At: 9, Deaths: 2})
	given(asked, Began{Run: 5, At: 7, Deaths: 2}).When(BeginRun(key, 9)).
		Then(Broke{Run: 5, Cause: es.Seal(key, "The package could not be made in three tries")})
	given(asked, Began{Run: 11, At: 7, Deaths: MaxDeaths}).When(BeginRunAfterDeath(key, 9)).
		Then(Broke{Run: 11, Cause: es.Seal(key, "The service ended each time while it made the package")})
	given(asked, Began{Run: 1, At: 7}, made).When(BeginRunAfterDeath(key, 9)).Then()
	given(asked, Began{Run: 1, At: 7}).When(FinishRun(1, made.Blob, left)).Then(made)
	given(asked, Began{Run: 1, At: 7}, Began{Run: 2, At: 8}).When(FinishRun(1, made.Blob, left)).ThenErr(domain.Faultf(domain.Conflict,
		"another run has taken over"))
	given(asked, Began{Run: 1, At: 7}, made).When(BeginRun(key, 9)).Then()
	given(asked, Began{Run: 1, At: 7}).When(FailRun(key, 1, "no", left)).Then(Broke{1, es.Seal(key, "no"), left})

	given(asked, Began{Run: 1, At: 7}, made).When(Fetch("u")).Then(Fetched{})
	given(asked, Began{Run: 1, At: 7}, made).When(Fetch("x")).ThenErr(domain.ErrDownloadNotFound)
	given(asked, Began{Run: 1, At: 7}).When(Fetch("u")).ThenErr(domain.Faultf(domain.Conflict, "Download not ready"))

	given(asked, Began{Run: 1, At: 7}).When(Delete("u")).Then(Deleted{})
	given(asked, Began{Run: 1, At: 7}).When(Delete("x")).ThenErr(domain.ErrDownloadNotFound)
	given(asked).When(Delete("")).Then(Deleted{})
	given(asked, Deleted{}).When(Delete("u")).ThenErr(domain.ErrDownloadNotFound)
	given(asked, Began{Run: 1, At: 7}, Deleted{}).When(FinishRun(1, made.Blob, left)).ThenErr(domain.ErrDownloadNotFound)
	given(asked, Deleted{}).When(BeginRun(key, 9)).Then()
}
