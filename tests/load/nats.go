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

// serveNATS runs a NATS server with JetStream until it is told to stop: a process of its
// own, whose work is not counted as that of the load generator. It returns the exit code.
func serveNATS(args []string, log io.Writer) int {
	flags := flag.NewFlagSet("nats", flag.ExitOnError)
	address := flags.String("listen", "127.0.0.1:4222", "host and port")
	store := flags.String("store", "", "folder of its messages")
	_ = flags.Parse(args) // it exits instead
	host, port, err := net.SplitHostPort(*address)
	if err != nil {
		fmt.Fprintln(log, err)
		return 2
	}
	number, _ := strconv.Atoi(port) // 0 would be any port, which nobody finds
	s, err := server.NewServer(&server.Options{ServerName: "load", Host: host, Port: number, JetStream: true, StoreDir: *store,
		NoSigs: true, DisableJetStreamBanner: true})
	if err != nil {
		fmt.Fprintln(log, err)
		return 1
	}
	s.Start()
	if !s.ReadyForConnections(20 * time.Second) {
		return 1
	}
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGTERM, os.Interrupt)
	<-told
	s.Shutdown()
	s.WaitForShutdown()
	return 0
}
