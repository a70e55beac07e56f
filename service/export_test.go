package service

import (
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/observe"
)

// What the tests beside this package use of it.

type (
	Checkpoints = checkpoints
	Tracing     = observe.Tracing
)

const (
	MarkName    = markName
	TraceHeader = observe.TraceHeader
)

var (
	ConsumerNames         = consumerNames
	ConsumerViews         = consumers
	ExporterByEnvironment = observe.ExporterByEnvironment
	NewMetrics            = observe.NewMetrics
	FindBounds            = engines.FindBounds
	NewTelemetry          = observe.NewTelemetry
)
