// Package natsserver runs a NATS server as a process of its own: one that a test may kill or
// stop, and whose work is not counted as that of the program which drives the load.
package natsserver

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

// Serve runs a NATS server with JetStream until it is told to stop, and returns the exit
// code. The arguments are -listen HOST:PORT and -store DIR, a folder for its messages; o has
// its name and limits.
func Serve(o server.Options, args []string, log io.Writer) int {
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
	o.Host, o.Port, o.StoreDir = host, port, *store
	o.JetStream, o.NoSigs, o.DisableJetStreamBanner = true, true, true
	s, err := server.NewServer(&o)
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
