package operate

import (
	"context"
	"log/slog"

	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/settings"
)

// Reach says on which data a tool works. A service that runs on it is asked to do
// the work; without one the tool does it itself.
type Reach struct {
	settings.Place
	settings.Broker
	MasterKeyFile string `env:"DOCKET_MASTER_KEY_FILE" placeholder:"FILE" help:"Master key, if no service runs. Default: as for serve."`
}

// useControl gives f the tools of the running service, or those of this process.
func (r Reach) useControl(ctx context.Context, io terminal.Streams, f func(*service.Control) error) (err error) {
	cfg, err := r.ToolConfig(ctx, r.MasterKeyFile, "")
	if err != nil {
		return err
	}
	if cfg.Broker = r.Broker; r.NATS != "" {
		if err := cfg.Broker.CheckAddresses(); err != nil {
			return err
		}
	}
	return service.UseControl(ctx, cfg, slog.New(slog.NewTextHandler(io.Err, &slog.HandlerOptions{Level: slog.LevelWarn})), f)
}
