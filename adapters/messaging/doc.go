// Package messaging carries wake-ups from the log to workers: watermill on a NATS
// JetStream that runs inside the process, without a port, or on servers elsewhere.
//
// A message holds identifiers, never content. The log is the outbox and knows what
// is to be done; a sweep of the log finds what no message told of. So losing the
// broker's folder loses no work, and a message may come twice: handlers must be
// idempotent.
//
// A message stays with its handler until that returns: meanwhile the broker is told
// that work goes on, so a slow handler is not disturbed, and the message of a
// process that died comes again. One whose handler fails is given again after a
// growing pause, and after the last attempt goes to a stream of dead letters.
package messaging
