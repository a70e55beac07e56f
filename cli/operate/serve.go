package operate

import (
	"context"

	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/settings"
)

// Serve runs the service.
type Serve struct {
	settings.Config
}

// Help shows how it is used.
func (Serve) Help() string {
	return `Without further services: SQLite files, a broker inside the process and a folder of bytes.

The master key is in a file named as the data folder, with .key appended, unless --master-key-file
names another; docket master-key create makes one. With --demo it lies beside the data, the
passwords are known, and the log has warnings only, so that the tour stays on the screen.

Several processes share the work of a PostgreSQL database, in any number and mix of --roles. They
need the same bytes (--blobs or --s3), and --nats, with servers separated by commas, where workers
and relays are different processes. --nats-replicas is the number of these servers, at most 3.

The rights at the bucket are those of the --s3 flags, else of the AWS_ variables, of
~/.aws/credentials, or of the role of the machine. --s3-credentials-file has the same form, with
the section default. Give secrets by their variables, since other users see flags.

--client-secret is taken when a start registers the client; docket client secret changes that of a
client that is registered.

--body-rate begins to count when a request body has had the time of --body-wait; uploads over slow
links take as long as they need at that rate.

With --eventstore the views, keys and leases stay in SQLite or PostgreSQL; #NAME at the end of the
address shares its database with others. Without LibreOffice no office files are read, without
Tesseract no text on scanned pages.

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
	s.Program = settings.ProgramOf(ctx)
	return service.Run(ctx, s.Config, io.Out, io.Err)
}
