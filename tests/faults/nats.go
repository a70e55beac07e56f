package main

import (
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// serveNATS runs a NATS server with JetStream, as a process of its own, until it is told
// to stop. It returns the exit code.
func serveNATS(args []string, log io.Writer) int {
	flags := flag.NewFlagSet("nats", flag.ExitOnError)
	address := flags.String("listen", "127.0.0.1:4222", "host and port")
	store := flags.String("store", "", "folder of its messages")
	_ = flags.Parse(args) // it exits instead
	host, portText, err := net.SplitHostPort(*address)
	port, err2 := strconv.Atoi(portText)
	if err != nil || err2 != nil {
		fmt.Fprintln(log, err, err2)
		return 2
	}
	s, err := server.NewServer(&server.Options{
		ServerName:             "faults",
		Host:                   host,
		Port:                   port,
		JetStream:              true,
		StoreDir:               *store,
		NoSigs:                 true,
		JetStreamMaxStore:      1 << 30,
		JetStreamMaxMemory:     1 << 20,
		DisableJetStreamBanner: true,
	})
	if err != nil {
		fmt.Fprintln(log, err)
		return 1
	}
	s.ConfigureLogger()
	s.Start()
	if !s.ReadyForConnections(20 * time.Second) {
		fmt.Fprintln(log, "the server does not come up")
		return 1
	}
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGTERM, os.Interrupt)
	<-told
	s.Shutdown()
	s.WaitForShutdown()
	return 0
}
