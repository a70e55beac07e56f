package operate

import (
	"context"

	"github.com/seed-62a36931/docket/internal/cli/terminal"
	"github.com/seed-62a36931/docket/internal/service"
)

// Serve runs the service.
type Serve struct {
	service.Config
}

// Help shows how it is used.
func (Serve) Help() string {
	return `Without further services: SQLite files, a broker inside the process and a folder of bytes.

Examples:
  docket serve --demo
  docket master-key create /etc/docket/master.key
  docket serve --data /var/lib/docket --master-key-file /etc/docket/master.key --public-url https://docket.example
  docket serve --postgres postgres://docket@db/docket --master-key-file /etc/docket/master.key
  docket serve --postgres postgres://docket@db/docket --nats nats://n1,nats://n2,nats://n3 --blobs /mnt/docket --roles worker
  docket serve --postgres postgres://docket@db/docket --s3 https://s3.eu-central-1.amazonaws.com/acme-docket
  docket serve --eventstore 'esdb://docket:secret@n1:2113,n2:2113,n3:2113?tlsCaFile=/etc/docket/ca.crt' \
    --postgres postgres://docket@db/docket`
}

// Run serves until ctx ends.
func (s Serve) Run(ctx context.Context, io terminal.Streams) error {
	s.Program = service.ProgramOf(ctx)
	return service.Run(ctx, s.Config, io.Out, io.Err)
}
