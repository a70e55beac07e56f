package settings

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/seed-62a36931/docket/domain/workspace"
)

// A Place is where the data of an installation is.
type Place struct {
	Data       string `default:"data" env:"DOCKET_DATA" help:"Data folder."`
	Postgres   string `env:"DOCKET_POSTGRES" placeholder:"URL" help:"PostgreSQL database, when the service uses one."`
	EventStore string `name:"eventstore" env:"DOCKET_EVENTSTORE" placeholder:"URL" help:"EventStoreDB with the log, if there is one."`
	ObjectStore
	Blobs string `env:"DOCKET_BLOBS" placeholder:"DIR" help:"Folder of bytes, when the service has one outside of the data folder."`
}

// ToolConfig is the configuration of a tool on that place.
func (p Place) ToolConfig(ctx context.Context, masterKeyFile, ws string) (Config, error) {
	c := Config{Data: p.Data, Postgres: p.Postgres, EventStore: p.EventStore, Cluster: Cluster{Blobs: p.Blobs}, ObjectStore: p.ObjectStore,
		MasterKeyFile: masterKeyFile, Workspace: ws, Program: ProgramOf(ctx),
		UploadLimit: 1, MaxPages: 1, LeaseTime: time.Second, SweepEvery: time.Second, Retention: workspace.DefaultRetention}
	return c, c.Complete()
}

// IsShared reports whether several processes may serve the same data.
func (s Config) IsShared() bool { return s.Postgres != "" }

// MustExist refuses a place without data, rather than making an empty one there.
func (s Config) MustExist(context.Context) error {
	if s.Postgres != "" || s.EventStore != "" {
		return nil
	}
	if _, err := os.Stat(s.DataPath("events.db")); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no event log in %s; name the data folder with --data, or the database with --postgres", s.Data)
	} else if err != nil {
		return err
	}
	return nil
}

// EngineName tells which engine keeps the log.
func (s Config) EngineName() string {
	switch {
	case s.EventStore != "":
		return "eventstoredb"
	case s.Postgres != "":
		return "postgres"
	}
	return "sqlite"
}
