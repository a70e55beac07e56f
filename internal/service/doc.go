// Package service puts the service together and runs it. It is the only place where two
// adapters meet: stores, vault, bytes, broker, tools for documents, and the HTTP interface are
// opened here as a Config says, and handed to the commands, queries and processes by their ports.
//
// Run is docket serve: it opens an App, starts what the roles of the process ask for, and
// answers requests until its context ends. Open and App.Run are the same in two steps. Tools of
// operators work beside a running service with OpenTools, on the log with OpenStores, and on views and
// dead letters with UseControl, which asks the running service where there is one.
//
// Config, Place and what they embed are flags and environment variables at once, by the tags of
// kong; Program holds the values that the build sets, and those that tests replace.
package service
