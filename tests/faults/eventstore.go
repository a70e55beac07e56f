package main

import (
	"context"
	"math/rand/v2"

	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
)

// startEventStore starts a server of EventStoreDB's protocol, where the run is to keep the log
// there. It runs in this process, and its events outlive its stops.
func (c *cluster) startEventStore(context.Context) (err error) {
	if !c.made.eventStore {
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

// killEventStore cuts all connections to the server, and stops it.
func (c *cluster) killEventStore(context.Context, *rand.Rand) (string, func(context.Context) error, error) {
	c.eventStore.CutAll()
	return "stop EventStoreDB", func(context.Context) error { return c.eventStore.Restart() }, c.eventStore.Stop()
}
