package ocr

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/seed-62a36931/docket/adapters/ocr/neural"
)

// A modelFile is a network that the second recogniser runs. Another file than this one is not used: what
// it would read is not known.
type modelFile struct {
	name, sum string
	size      int64
}

// The networks of the second recogniser: PP-OCRv6 of the PaddleOCR project, in the small size.
var (
	finderFile = modelFile{
		"PP-OCRv6_det_small.onnx", "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f", 9_929_594}
	spellerFile = modelFile{
		"PP-OCRv6_rec_small.onnx", "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884", 21_234_383}
)

// modelsName is how results name the networks.
const modelsName = "PP-OCRv6"

// A lineReader reads lines of Latin script by two networks: one finds them, the other spells them.
type lineReader struct {
	finder, speller *neural.Network
	letters         []string // what each column of the speller's output stands for
}

// Reasons why the second recogniser cannot be used.
var (
	errNoModels = errors.New("no folder with its models is known")
	errNoAVX2   = errors.New("it needs an amd64 processor with AVX2")
)

// A models is a folder of networks, which are loaded when they are needed first.
type models struct {
	dir  string
	log  *slog.Logger
	once sync.Once
	read *lineReader
	err  error
}

// FindModels returns the folder that is set, else the first of the usual ones that has the networks of the
// second recogniser, or "": docket/ocr in the user's cache directory, and /usr/share/docket/ocr.
func FindModels(set string) string {
	if set != "" {
		return set
	}
	var dirs []string
	if cache, err := os.UserCacheDir(); err == nil {
		dirs = append(dirs, filepath.Join(cache, "docket", "ocr"))
	}
	for _, dir := range append(dirs, "/usr/share/docket/ocr") {
		if (&models{dir: dir}).findProblem() == nil {
			return dir
		}
	}
	return ""
}

// findProblem returns why the networks cannot be used, as far as that is known without reading them.
func (m *models) findProblem() error {
	if m.dir == "" {
		return errNoModels
	}
	for _, f := range []modelFile{finderFile, spellerFile} {
		info, err := os.Stat(filepath.Join(m.dir, f.name))
		if err != nil {
			return err
		}
		if info.Size() != f.size {
			return f.mismatchError(m.dir)
		}
	}
	if !neural.Fast() {
		return errNoAVX2
	}
	return nil
}

// mismatchError returns the error of a file that is another one than it should be.
func (f modelFile) mismatchError(dir string) error {
	return fmt.Errorf("%s is not the file that is expected, whose SHA-256 is %s", filepath.Join(dir, f.name), f.sum)
}

// load reads a network.
func (f modelFile) load(dir string) (*neural.Network, error) {
	content, err := os.ReadFile(filepath.Join(dir, f.name))
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != f.sum {
		return nil, f.mismatchError(dir)
	}
	return neural.Load(content)
}

// open returns a reader of lines; all callers share one.
func (m *models) open() (*lineReader, error) {
	m.once.Do(func() {
		if m.read, m.err = m.loadAll(); m.err != nil {
			m.log.Warn("the second recogniser is not used", "cause", m.err)
		}
	})
	return m.read, m.err
}

// loadAll reads both networks.
func (m *models) loadAll() (*lineReader, error) {
	if err := m.findProblem(); err != nil {
		return nil, err
	}
	var out lineReader
	var err error
	if out.finder, err = finderFile.load(m.dir); err != nil {
		return nil, err
	}
	if out.speller, err = spellerFile.load(m.dir); err != nil {
		return nil, err
	}
	all := strings.Split(out.speller.Note("character"), "\n")
	all = append(append([]string{""}, all...), " ") // the first column is a gap, the last one a blank
	var columns []int
	for i, l := range all {
		if i == 0 || isLatin(l) {
			columns, out.letters = append(columns, i), append(out.letters, l)
		}
	}
	return &out, out.speller.KeepColumns(columns)
}

// isLatin reports whether a character is one of texts in Latin script.
func isLatin(s string) bool {
	r := []rune(s)
	return len(r) == 1 && (r[0] >= ' ' && r[0] <= '~' || r[0] >= 0xA1 && r[0] < 0x180 || strings.ContainsRune("ȘșȚț–—‘’“”„†•…€₹₺₽‰", r[0]))
}

// latinLanguages are the codes of languages whose letters the second recogniser knows.
var latinLanguages = []string{
	"afr", "cat", "ces", "dan", "deu", "eng", "est", "eus", "fin", "fra", "gle", "glg", "hrv", "hun", "ind", "isl", "ita", "lav", "lit",
	"msa", "mlt", "nld", "nor", "pol", "por", "ron", "slk", "slv", "spa", "sqi", "swa", "swe", "tur", "cym",
}

// readsLatin reports whether the second recogniser knows the letters of all languages.
func readsLatin(langs []string) bool {
	return !slices.ContainsFunc(langs, func(l string) bool { return !slices.Contains(latinLanguages, l) })
}
