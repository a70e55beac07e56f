package client_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/seed-62a36931/docket/client"
)

// A client calls every operation through API. Want returns the record of an answer, or
// what the service said instead of it.
func Example() {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Header.Get("Authorization") != "Bearer secret" {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"message":"Not signed in"}`)
			return
		}
		fmt.Fprint(w, `{"dossierTemplates":[{"id":"b0ad1f9c-1a3b-4d52-9a54-5c2a1f6a7d10","name":"Invoices"}]}`)
	}))
	defer service.Close()
	for _, token := range []string{"secret", "guessed"} {
		c, err := client.New(service.URL, client.Fixed(token))
		if err != nil {
			log.Fatal(err)
		}
		r, err := c.API.ListDossierTemplatesWithResponse(context.Background(), nil)
		if err != nil {
			log.Fatal(err)
		}
		list, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
		if err != nil {
			fmt.Println(err, client.StatusOf(err))
			continue
		}
		for _, t := range list.DossierTemplates {
			fmt.Println(t.Name)
		}
	}
	// Output:
	// Invoices
	// Not signed in 401
}

// A session of a realm gives the client its tokens and renews them before they end.
func ExampleRealm() {
	ctx, base := context.Background(), "https://docket.example"
	realm := client.Realm{Issuer: base + "/auth/realms/demo", ClientID: "docket-cli"}
	tokens, err := realm.Password(ctx, "mira", "a long password")
	if err != nil {
		log.Fatal(err)
	}
	c, err := client.New(base, realm.Session(tokens))
	if err != nil {
		log.Fatal(err)
	}
	status, err := c.AwaitProcessed(ctx, "template id", "dossier id", "file id", nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(status.NumberOfPages)
}
