// Package service puts the service together and runs it. It is the only place where two
// adapters meet: stores, vault, bytes, broker, tools for documents, and the HTTP interface are
// opened here as the settings say, and handed to the commands, queries and processes by their ports.
//
// Run is docket serve: it opens an App, starts what the roles of the process ask for, and
// answers requests until its context ends. Open and App.Run are the same in two steps. Tools of
// operators work beside a running service with OpenTools, on the log with OpenStores, and on views and
// dead letters with UseControl, which asks the running service where there is one.
//
// What the flags say is in settings, what is opened for them in engines; keeper, bytestore, accounts
// and observe do their part with the few things that they need, and do not know App.
package service
