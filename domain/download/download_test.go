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
	given(asked).When(BeginRun(key, 7)).Then(Began{1, 7})
	given(asked, Began{1, 7}).When(BeginRun(key, 9)).Then(Began{2, 9})
	given(asked, Began{1, 1}, Began{2, 2}, Began{3, 3}).When(BeginRun(key, 9)).
		Then(Broke{Run: 3, Cause: es.Seal(key, "The package could not be made in three tries")})
	given(asked, Began{1, 7}).When(FinishRun(1, made.Blob, left)).Then(made)
	given(asked, Began{1, 7}, Began{2, 8}).When(FinishRun(1, made.Blob, left)).ThenErr(domain.Faultf(domain.Conflict,
		"another run has taken over"))
	given(asked, Began{1, 7}, made).When(BeginRun(key, 9)).Then()
	given(asked, Began{1, 7}).When(FailRun(key, 1, "no", left)).Then(Broke{1, es.Seal(key, "no"), left})

	given(asked, Began{1, 7}, made).When(Fetch("u")).Then(Fetched{})
	given(asked, Began{1, 7}, made).When(Fetch("x")).ThenErr(domain.ErrDownloadNotFound)
	given(asked, Began{1, 7}).When(Fetch("u")).ThenErr(domain.Faultf(domain.Conflict, "Download not ready"))

	given(asked, Began{1, 7}).When(Delete("u")).Then(Deleted{})
	given(asked, Began{1, 7}).When(Delete("x")).ThenErr(domain.ErrDownloadNotFound)
	given(asked).When(Delete("")).Then(Deleted{})
	given(asked, Deleted{}).When(Delete("u")).ThenErr(domain.ErrDownloadNotFound)
	given(asked, Began{1, 7}, Deleted{}).When(FinishRun(1, made.Blob, left)).ThenErr(domain.ErrDownloadNotFound)
	given(asked, Deleted{}).When(BeginRun(key, 9)).Then()
}
