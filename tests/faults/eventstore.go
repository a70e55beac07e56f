package main

import (
	"context"
	"math/rand/v2"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/domain/es"
)

// logStore is a log that the witness reads.
type logStore interface {
	es.Store
	Close() error
}

// startEventStore starts a server of EventStoreDB's protocol, where the run is to keep the log
// there. It runs in this process, and its events outlive its stops.
func (c *cluster) startEventStore(context.Context) (err error) {
	if !c.logElsewhere {
		return nil
	}
	c.eventStore, err = protocoltest.Start(protocoltest.NewDatabase(), protocoltest.Config{})
	return err
}

// logArguments are the flags of Docket that name the place of the log beside PostgreSQL.
func (c *cluster) logArguments() []string {
	if c.eventStore == nil {
		return nil
	}
	return []string{"--eventstore", c.eventStoreURL()}
}

func (c *cluster) eventStoreURL() string { return "esdb://" + c.eventStore.Address() + "?tls=false" }

// openLog opens the log for the witness.
func (c *cluster) openLog(ctx context.Context) (logStore, error) {
	if c.eventStore == nil {
		return postgres.OpenLog(ctx, c.postgres.DSN("docket"))
	}
	return eventstoredb.Open(ctx, c.eventStoreURL(), eventstoredb.Options{})
}

// killEventStore cuts all connections to the server, and stops it.
func (c *cluster) killEventStore(context.Context, *rand.Rand) (string, func(context.Context) error, error) {
	c.eventStore.CutAll()
	return "stop EventStoreDB", func(context.Context) error { return c.eventStore.Restart() }, c.eventStore.Stop()
}
