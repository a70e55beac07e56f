package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

// checkCompose loads a project with all of its profiles, and checks what the schema does
// not: files that are mounted, and images without an exact tag.
func checkCompose(ctx context.Context, file, env string) error {
	options, err := cli.NewProjectOptions([]string{file}, cli.WithWorkingDirectory(filepath.Dir(file)), cli.WithEnvFiles(env),
		cli.WithDotEnv, cli.WithProfiles([]string{"*"}), cli.WithInterpolation(true), cli.WithResolvedPaths(true))
	if err != nil {
		return err
	}
	project, err := options.LoadProject(ctx)
	if err != nil {
		return err
	}
	var wrong []error
	for name, s := range project.Services {
		wrong = append(wrong, checkService(project, name, s))
	}
	for name, c := range project.Configs {
		if c.File == "" {
			continue
		}
		if _, err := os.Stat(c.File); err != nil {
			wrong = append(wrong, fmt.Errorf("config %s: %w", name, err))
		}
	}
	if err := errors.Join(wrong...); err != nil {
		return err
	}
	fmt.Printf(
		"%s: %d services, %d volumes, %d configs\n", filepath.Base(file), len(project.Services),
		len(project.Volumes), len(project.Configs),
	)
	return nil
}

func checkService(project *types.Project, name string, s types.ServiceConfig) error {
	var wrong []error
	_, tag, _ := strings.Cut(s.Image[strings.LastIndex(s.Image, "/")+1:], ":")
	if tag == "" || tag == "latest" {
		wrong = append(wrong, fmt.Errorf("service %s: image %q has no exact tag", name, s.Image))
	}
	for need, how := range s.DependsOn {
		other := project.Services[need]
		if how.Condition == types.ServiceConditionHealthy && other.HealthCheck == nil && other.Build == nil {
			wrong = append(wrong, fmt.Errorf("service %s waits for the health of %s, which has no check", name, need))
		}
	}
	if s.Build != nil {
		if _, err := os.Stat(filepath.Join(s.Build.Context, s.Build.Dockerfile)); err != nil {
			wrong = append(wrong, fmt.Errorf("service %s: %w", name, err))
		}
	}
	for _, c := range s.Configs {
		if _, ok := project.Configs[c.Source]; !ok {
			wrong = append(wrong, fmt.Errorf("service %s: there is no config %s", name, c.Source))
		}
	}
	return errors.Join(wrong...)
}
