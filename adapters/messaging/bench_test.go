package messaging

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
)

// BenchmarkPublish stores messages one after another, each acknowledged.
func BenchmarkPublish(b *testing.B) {
	broker := openBroker(b, Config{Dir: b.TempDir(), Logger: slog.New(slog.DiscardHandler)})
	payload := make([]byte, 64)
	for i := 0; b.Loop(); i++ {
		if err := broker.Publish(b.Context(), FileProcessing, fmt.Sprint(i), payload, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkHandle carries messages through one handler, each from publishing to
// its end, and so measures how long an idle worker sleeps on.
func BenchmarkHandle(b *testing.B) {
	broker := openBroker(b, Config{Dir: b.TempDir(), Logger: slog.New(slog.DiscardHandler), Topics: map[string]int{"a": 1}})
	handled := make(chan struct{})
	handle(b, broker, "a", func(context.Context, Message) error {
		handled <- struct{}{}
		return nil
	})
	defer run(b, broker)()
	for i := 0; b.Loop(); i++ {
		if err := broker.Publish(b.Context(), "a", fmt.Sprint(i), nil, nil); err != nil {
			b.Fatal(err)
		}
		<-handled
	}
}
