// Package commands is every way to change the system: one file per use case, each of
// which loads a stream, decides and appends. What follows from it in the background is
// in processes.
//
// The use cases stand in packages by what they change, on a core that they share. This
// package puts them together, and gives their requests the names that callers use.
//
// Start with:
//
//   - [Commands]: its methods are the use cases, such as [Commands.UploadFile],
//     [Commands.SaveDossier], [Commands.OverrideComponent] and [Commands.DeleteFiles]
//   - [New] and [Ports]: what the use cases need of the outside
//   - [Request]: who asks, and for which version; part of every use case's parameters
//   - [Outcome]: what a use case changed, and the position that reads must have reached
//   - [FirstAnswers]: requests that may be repeated without being done twice
//   - [Exclusive]: what keeps two processes from working on one stream
package commands
