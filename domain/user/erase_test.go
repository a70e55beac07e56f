package user

import (
	"testing"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/naming"
)

// TestErasedAccountsStayErased whatever is asked of them, and give their names back.
func TestErasedAccountsStayErased(t *testing.T) {
	key := SubjectOf("demo", "f1f0c2b6-5d7e")
	person := es.Seal(key, Person{Username: "mira", Email: "mira@example.org"})
	made := Created{Roles: []string{RoleUser}, Person: person}
	estest.GivenEvents(t, Decider).When(Erase()).ThenErr(domain.ErrUserNotFound)
	estest.GivenEvents(t, Decider, made).When(Erase()).Then(Erased{})
	gone := estest.GivenEvents(t, Decider, made, Erased{})
	gone.When(Erase()).Then()
	gone.When(Update(person, []string{RoleAdmin}, naming.Hold{})).ThenErr(ErrErased)
	if s := estest.Fold(Decider, made, Erased{}); s.IsActive() || s.Person != (Person{}) || s.HasName(made.Hold.Claim) {
		t.Errorf("of an erased account is left: %+v, want nothing", s)
	}
	if got := Pseudonym("f1f0c2b6-5d7e"); got != "erased user f1f0c2b6" || CheckPerson(Person{Username: got}) == nil {
		t.Errorf("somebody else may be called %q, want erased user f1f0c2b6 and CheckPerson(Person{Username: got}) != nil", got)
	}
}
