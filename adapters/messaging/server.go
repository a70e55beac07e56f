package messaging

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// readyTimeout is how long the server may take to read its folder.
const readyTimeout = 30 * time.Second

// startServer runs a NATS server with JetStream in this process. It listens on no port, so
// nobody outside can reach it.
func startServer(c Config) (*server.Server, error) {
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("start the broker: %w", err)
	}
	s, err := server.NewServer(&server.Options{
		ServerName:             "docket",
		DontListen:             true,
		NoSigs:                 true,
		NoLog:                  true, // until SetLoggerV2
		JetStream:              true,
		DisableJetStreamBanner: true,
		StoreDir:               c.Dir,
		JetStreamMaxStore:      c.MaxBytes + c.MaxDeadBytes,
		JetStreamMaxMemory:     1 << 20, // our streams are kept in files
		MaxPayload:             int32(c.MaxMessageBytes + headerRoom),
	})
	if err != nil {
		return nil, fmt.Errorf("start the broker: %w", err)
	}
	log := serverLog{c.Logger, make(chan string, 1)}
	s.SetLoggerV2(log, false, false, false)
	if err := awaitServer(s, log.fatal); err != nil {
		stopServer(s)
		return nil, err
	}
	return s, nil
}

// awaitServer starts a server and waits until it answers, or logs that it never will.
func awaitServer(s *server.Server, fatal <-chan string) error {
	ready := make(chan bool, 1)
	go func() {
		s.Start()
		ready <- s.ReadyForConnections(readyTimeout) && s.JetStreamEnabled()
	}()
	select {
	case ok := <-ready:
		if !ok {
			return errors.New("start the broker: JetStream does not come up")
		}
		return nil
	case why := <-fatal:
		return fmt.Errorf("start the broker: %s", why)
	}
}

func stopServer(s *server.Server) {
	s.Shutdown()
	s.WaitForShutdown()
}

// moveAside renames a folder that the broker cannot use. It holds wake-ups only, so
// nothing that matters is lost, but it may show what went wrong.
func moveAside(dir string) (string, error) {
	aside := fmt.Sprintf("%s%s%s", dir, asideMark, time.Now().UTC().Format(asideFormat))
	if err := os.Rename(dir, aside); err != nil {
		return "", fmt.Errorf("move the broker's folder aside: %w", err)
	}
	return aside, nil
}

// asideMark stands in the names of folders that were moved aside.
const asideMark = ".unusable-"

// asideTime is how long a folder that was moved aside is kept for somebody to look at.
const asideTime = 7 * 24 * time.Hour

// putBack undoes moveAside.
func putBack(aside, dir string) error {
	if err := errors.Join(os.RemoveAll(dir), os.Rename(aside, dir)); err != nil {
		return fmt.Errorf("put the broker's folder back: %w", err)
	}
	return nil
}

// removeFormer removes folders that were moved aside: all but the latest one that is given, or
// those that are older than asideTime when none is. What cannot be removed is left to the next
// start.
func removeFormer(c Config, latest string) {
	former, _ := filepath.Glob(filepath.Clean(c.Dir) + asideMark + "*") // the pattern is well-formed
	for _, aside := range former {
		moved, err := time.Parse(asideFormat, aside[strings.LastIndex(aside, asideMark)+len(asideMark):])
		if aside == latest || err != nil || latest == "" && time.Since(moved) < asideTime {
			continue
		}
		if err := os.RemoveAll(aside); err != nil {
			c.Logger.Warn("a former folder of the broker cannot be removed", "folder", aside, "error", err)
		}
	}
}

// asideFormat is the form of the time in the names of folders that were moved aside, in UTC.
const asideFormat = "20060102T150405.000000000"

// serverLog passes the server's log to slog. Its notices about connections and start-up
// are logged for debugging.
type serverLog struct {
	log   *slog.Logger
	fatal chan string // the first failure that ends the server
}

// Noticef implements server.Logger.
func (l serverLog) Noticef(format string, v ...any) { l.log.Debug(formatLine(format, v)) }

// Warnf implements server.Logger.
func (l serverLog) Warnf(format string, v ...any) { l.log.Warn(formatLine(format, v)) }

// Errorf implements server.Logger.
func (l serverLog) Errorf(format string, v ...any) { l.log.Error(formatLine(format, v)) }

// Fatalf implements server.Logger. It does not end the process: awaitServer says
// what failed.
func (l serverLog) Fatalf(format string, v ...any) {
	select {
	case l.fatal <- fmt.Sprintf(format, v...):
	default:
	}
}

// Debugf implements server.Logger.
func (l serverLog) Debugf(format string, v ...any) { l.log.Debug(formatLine(format, v)) }

// Tracef implements server.Logger.
func (l serverLog) Tracef(string, ...any) {}

func formatLine(format string, v []any) string { return "broker: " + fmt.Sprintf(format, v...) }
