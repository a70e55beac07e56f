// Package protocoltest is a server that speaks the gRPC protocol of EventStoreDB
// (version 1: streams, gossip, server features) for tests: it keeps everything in
// memory, answers as a server of version 24.10.0 does where the protocol is covered,
// or in one of the other ways of which real ones were seen (Config.Version, Versions),
// and misbehaves on demand (Faults).
//
// A Database holds the events and outlives the nodes that serve it. A Node listens
// on one address, plain or with TLS; several nodes over one database are a Cluster,
// of which one leads.
//
// Covered: appends with every kind of expected revision, their idempotency by event
// id, and the limit of their size; reads of streams and of $all in both directions
// from start, end and anywhere, with count, links and filters; subscriptions to
// both, with filters, checkpoints and the caught-up message, and the small buffer of those
// to all streams, for which slow readers are dropped (23.10) or sent back; soft deletion and
// its undoing by a later append; tombstones; metadata streams with $maxAge, $maxCount
// and $tb; scavenges; events of the server itself in between; the time before a leader is
// elected; basic authentication over TLS; access lists of reading and writing; requests that
// require the leader. Not covered: persistent subscriptions, projections, batched appends.
package protocoltest
