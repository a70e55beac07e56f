package rest

import (
	"context"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/queries"
)

// StateCommands takes dossiers and files from one state of their life to another.
type StateCommands interface {
	ArchiveDossier(ctx context.Context, c commands.ArchiveDossier) (commands.Outcome, error)
	RestoreDossier(ctx context.Context, c commands.RestoreDossier) (commands.Outcome, error)
	// ReanalyseDossier gives in IDs the files that were asked for, by name.
	ReanalyseDossier(ctx context.Context, c commands.ReanalyseDossier) (commands.Outcome, error)
	DeleteFiles(ctx context.Context, c commands.DeleteFiles) (commands.Outcome, error)
	RestoreFiles(ctx context.Context, c commands.RestoreFiles) (commands.Outcome, error)
	RestoreFile(ctx context.Context, c commands.RestoreFile) (commands.Outcome, error)
	SetFileAssignee(ctx context.Context, c commands.SetFileAssignee) (commands.Outcome, error)
	SetFileWorkflowStatus(ctx context.Context, c commands.SetFileWorkflowStatus) (commands.Outcome, error)
}

// FileEntityQueries answers for what was marked in files.
type FileEntityQueries interface {
	FileEntities(ctx context.Context, q queries.AskEntities) (queries.FileEntities, error)
}
