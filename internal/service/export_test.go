package service

// What the tests beside this package use of it.

type (
	Checkpoints = checkpoints
	Tracing     = tracing
)

const (
	MarkName    = markName
	TraceHeader = traceHeader
)

var (
	ConsumerNames         = consumerNames
	ConsumerViews         = consumers
	ExporterByEnvironment = exporterByEnvironment
	NewMetrics            = newMetrics
	FindBounds            = Config.findBounds
	NewTelemetry          = newTelemetry
)
