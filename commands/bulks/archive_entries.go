package bulks

import (
	"archive/zip"
	"cmp"
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/commands/unzip"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/file"
)

// An archiveEntry is an entry of an archive that can become a file, or values of files.
type archiveEntry struct {
	Index  int    `json:"index"`            // in the list of the archive
	Name   string `json:"name"`             // of the file: the base name, unless that is told apart
	Folder string `json:"folder,omitempty"` // in the archive, "" for its root
	Base   string `json:"base,omitempty"`   // base name, when Name differs from it
}

// baseName returns the name of the entry in its folder.
func (e archiveEntry) baseName() string { return cmp.Or(e.Base, e.Name) }

// asSkipped returns the entry as one that nothing is made of.
func (e archiveEntry) asSkipped(reason bulk.Reason, detail string) bulk.Skipped {
	return bulk.Skipped{Name: e.baseName(), Folder: e.Folder, Reason: reason, Detail: detail}
}

// reasonFolder stands for a folder: that it is left out is not worth telling.
const reasonFolder bulk.Reason = ""

// classifyEntry returns name and folder of an entry, NFC and trimmed, and the reason why
// nothing can be made of it, "" if something can; a folder has neither name nor reason. It
// looks at the name only, as it is called.
func classifyEntry(f *zip.File, called string) (name, folder string, reason bulk.Reason) {
	full := norm.NFC.String(called)
	if strings.HasSuffix(full, "/") || f.Mode().IsDir() {
		return "", "", reasonFolder
	}
	name = strings.TrimSpace(path.Base(full))
	if folder = path.Dir(full); folder == "." {
		folder = ""
	}
	format, known := file.FormatOf(name)
	switch {
	case slices.Contains(strings.Split(full, "/"), "__MACOSX"), strings.HasPrefix(name, "."):
		return name, folder, bulk.Hidden
	case name == "", strings.ContainsFunc(name, unicode.IsControl), utf8.RuneCountInString(name) > maxFileName, !utf8.ValidString(name),
		domain.CheckVisible("", name) != nil:
		return name, folder, bulk.BadName
	case !known, format == file.ZIP:
		return name, folder, bulk.Unsupported
	}
	return name, folder, ""
}

// unsupportedEntry says of which types an entry may be.
var unsupportedEntry = "The file type is not supported; in a zip may be " +
	listWords(slices.DeleteFunc(file.Extensions(), func(e string) bool { return e == string(file.ZIP) }))

// detailOf says more than the sentence of a reason why an entry of a name is left out, "" where
// there is no more to say.
func detailOf(reason bulk.Reason, name string) string {
	if reason == bulk.Unsupported {
		return unsupportedEntry
	}
	if err := domain.CheckVisible("The file name", name); reason == bulk.BadName && err != nil {
		return err.Error()
	}
	return ""
}

// maxFileName is the longest name of a file, in characters.
const maxFileName = 255

// checkEntries unpacks every entry that something can be made of, without keeping it, and
// returns the sound entries in the order of the archive, and those that are left out.
func checkEntries(ctx context.Context, a *unzip.Archive, note func(done, of int)) (
	sound []archiveEntry, left []bulk.Skipped, err error) {
	var tried []archiveEntry
	var indexes []int
	for i, f := range a.Files {
		name, folder, reason := classifyEntry(f, a.Names[i])
		e := archiveEntry{Index: i, Name: name, Folder: folder}
		if problem := unzip.FindProblem(f); problem != "" && reason == "" && name != "" {
			left = append(left, e.asSkipped(bulk.Unfit, "The file "+problem))
		} else if reason == "" && name != "" {
			tried, indexes = append(tried, e), append(indexes, i)
		} else if reason != reasonFolder {
			left = append(left, e.asSkipped(reason, detailOf(reason, name)))
		}
	}
	if err := a.CheckOverlap(indexes); err != nil {
		return nil, nil, err
	}
	for i, e := range tried {
		note(i, len(tried))
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		unfit := (*unfitError)(nil)
		switch err := tryEntry(a, e); {
		case errors.Is(err, core.ErrEmpty):
			left = append(left, e.asSkipped(bulk.Empty, ""))
		case errors.As(err, &unfit):
			left = append(left, e.asSkipped(bulk.Unfit, "The content does not fit the file name: "+unfit.sentence()))
		case err != nil:
			return nil, nil, err
		default:
			sound = append(sound, e)
		}
	}
	return sound, left, nil
}

// tryEntry unpacks an entry to its end and returns the error that makes it unusable.
func tryEntry(a *unzip.Archive, e archiveEntry) error {
	in, err := a.OpenEntry(e.Index)
	if err != nil {
		return err
	}
	defer in.Close()
	format, _ := file.FormatOf(e.Name)
	look, err := startFormatCheck(format, in)
	if err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, look); err != nil {
		return err
	}
	return look.checkEnd()
}

// nameApart gives the entries names that differ, and sorts them by name: where several have
// the same base name, those in a folder are named after it too, so that none replaces another.
// Entries that this cannot tell apart are refused with a fault of kind Invalid.
func nameApart(entries []archiveEntry) ([]archiveEntry, error) {
	count := map[string]int{}
	for _, e := range entries {
		count[e.Name]++
	}
	out := slices.Clone(entries)
	for i, e := range out {
		if count[e.Name] > 1 && e.Folder != "" {
			ext := path.Ext(e.Name)
			out[i].Base = e.Name
			out[i].Name = strings.TrimSuffix(e.Name, ext) + " (" + strings.ReplaceAll(e.Folder, "/", " - ") + ")" + ext
		}
	}
	slices.SortFunc(out, func(a, b archiveEntry) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Index, b.Index)) })
	for i, e := range out {
		switch {
		case utf8.RuneCountInString(e.Name) > maxFileName, strings.ContainsFunc(e.Name, unicode.IsControl),
			domain.CheckVisible("", e.Name) != nil:
			return nil, domain.Refuse(domain.InvalidArchive,
				"The archive contains several files named %s, one of them in a folder"+
					" whose name is not fit to tell them apart: rename one", e.baseName()).At("file").InEntry(path.Join(e.Folder, e.baseName()))
		case i == 0 || out[i-1].Name != e.Name:
		case out[i-1].Folder == e.Folder && out[i-1].baseName() == e.baseName():
			return nil, domain.Refuse(domain.InvalidArchive, "The archive contains %s twice: leave one out",
				path.Join(e.Folder, e.baseName())).At("file").InEntry(path.Join(e.Folder, e.baseName()))
		default:
			return nil, domain.Refuse(domain.InvalidArchive,
				"The archive contains %s and %s, which cannot be told apart: rename one",
				path.Join(out[i-1].Folder, out[i-1].baseName()), path.Join(e.Folder, e.baseName())).At("file").
				InEntry(path.Join(e.Folder, e.baseName()))
		}
	}
	return out, nil
}
