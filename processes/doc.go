// Package processes is everything that the service does in the background: process
// managers that carry work forward from event to event, and what runs them. Each is
// safe to stop and to run again: what was done is not done twice.
//
// Start with:
//
//   - [Processor]: carries a file from its bytes to components, in steps
//   - [Packager]: makes download packages, with the reports in them
//   - [Consumer]: hands events of the log to a handler, behind a checkpoint; [Relay],
//     [Reanalysis], [TemplateCleanup] and [Eraser] are handlers
//   - [Worker]: does the work on a stream under a lease; [FairQueue] and [Slots] keep
//     large files from holding up small ones
//   - [Sweep]: finds work whose message was lost or whose worker died
//   - [SingletonTasks]: runs a part of the service in one process of all
//   - [Retention] and [OrphanCollector]: delete what is due and what no event names
//   - [SignInRecorder]: writes sign-in events for the audit
//   - [Leases], [Checkpoints], [Publisher]: the ports that they stand on
package processes
