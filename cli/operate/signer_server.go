package operate

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// A signerServer answers the requests to a notary or a witness.
type signerServer struct {
	Listen   string
	Handler  http.Handler
	TLS      *tls.Config // nil for HTTP
	StopTime time.Duration
	Logger   *slog.Logger
}

// serve answers requests until ctx ends. When it listens, it logs a message with the address and attributes.
func (c signerServer) serve(ctx context.Context, message string, attributes ...any) error {
	listen, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	s := &http.Server{Handler: c.Handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second,
		WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10, TLSConfig: c.TLS,
		ErrorLog: slog.NewLogLogger(c.Logger.Handler(), slog.LevelWarn)}
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.StopTime)
		defer cancel()
		stopped <- s.Shutdown(grace)
	})
	c.Logger.Info(message, append([]any{"address", listen.Addr().String()}, attributes...)...)
	if c.TLS == nil {
		err = s.Serve(listen)
	} else {
		err = s.ServeTLS(listen, "", "")
	}
	if stop() || !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}
