package rest

import (
	"context"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/queries"
)

// StateCommands changes the state of dossiers and files: archive, trash, restore,
// reanalyse.
type StateCommands interface {
	ArchiveDossier(ctx context.Context, c commands.ArchiveDossier) (commands.Outcome, error)
	RestoreDossier(ctx context.Context, c commands.RestoreDossier) (commands.Outcome, error)
	// ReanalyseDossier returns in IDs the files that were requested, by name.
	ReanalyseDossier(ctx context.Context, c commands.ReanalyseDossier) (commands.Outcome, error)
	DeleteFiles(ctx context.Context, c commands.DeleteFiles) (commands.Outcome, error)
	ChangeFiles(ctx context.Context, c commands.ChangeFiles) (commands.FilesOutcome, error)
	RestoreFiles(ctx context.Context, c commands.RestoreFiles) (commands.Outcome, error)
	RestoreFile(ctx context.Context, c commands.RestoreFile) (commands.Outcome, error)
	SetFileAssignee(ctx context.Context, c commands.SetFileAssignee) (commands.Outcome, error)
	SetFileExtraction(ctx context.Context, c commands.SetFileExtraction) (commands.Outcome, error)
	SetFileWorkflowStatus(ctx context.Context, c commands.SetFileWorkflowStatus) (commands.Outcome, error)
}

// FileEntityQueries reads the entities found in files.
type FileEntityQueries interface {
	FileEntities(ctx context.Context, q queries.AskEntities) (queries.FileEntities, error)
}
