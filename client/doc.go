// Package client speaks to a Docket service. Every operation of the contract is a
// method of Client.API, which is generated; beside it stands what takes more than one
// request: signing in and staying signed in, uploads with progress, waiting for a file
// or a package, reading a history to its end, and downloads that go on where they
// broke off.
//
//	realm := client.Realm{Issuer: base + "/auth/realms/demo", ClientID: "importer", Secret: secret}
//	c, err := client.New(base, realm.ServiceSession()) // a program that acts as itself
//	…
//	r, err := c.API.ListDossierTemplatesWithResponse(ctx, nil)
//	…
//	list, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
package client
