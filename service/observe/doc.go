// Package observe tells operators what the service does: its metrics, traces and log lines, and which
// server or disk an outage is of.
package observe
