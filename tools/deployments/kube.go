package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"

	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"sigs.k8s.io/yaml"
)

// rendered holds the decoded objects.
type rendered struct {
	counts      map[string]int
	deployments map[string]*apps.Deployment
	services    []*core.Service
	budgets     []*policy.PodDisruptionBudget
	scalers     []*autoscaling.HorizontalPodAutoscaler
	policies    []*networking.NetworkPolicy
	ingresses   []*networking.Ingress
	claims      map[string]bool
	secrets     map[string]bool
	accounts    map[string]bool
}

// checkManifests decodes all manifests strictly, and checks that their references resolve.
func checkManifests(all []byte) error {
	r := &rendered{
		counts:      map[string]int{},
		deployments: map[string]*apps.Deployment{},
		claims:      map[string]bool{},
		secrets:     map[string]bool{},
		accounts:    map[string]bool{},
	}
	for _, doc := range bytes.Split(append([]byte("\n"), all...), []byte("\n---")) {
		var kind meta.TypeMeta
		if err := yaml.Unmarshal(doc, &kind); err != nil {
			return err
		}
		if kind.Kind == "" {
			continue
		}
		if err := r.decode(kind, doc); err != nil {
			return fmt.Errorf("%s: %w\n%s", kind.Kind, err, doc)
		}
		r.counts[kind.Kind]++
	}
	if err := r.check(); err != nil {
		return err
	}
	for _, kind := range slices.Sorted(maps.Keys(r.counts)) {
		fmt.Printf("%d %s  ", r.counts[kind], kind)
	}
	fmt.Println()
	return nil
}

func (r *rendered) decode(kind meta.TypeMeta, doc []byte) (err error) {
	switch kind.APIVersion + " " + kind.Kind {
	case "apps/v1 Deployment":
		d := &apps.Deployment{}
		err = yaml.UnmarshalStrict(doc, d)
		r.deployments[d.Name] = d
	case "v1 Service":
		s := &core.Service{}
		err = yaml.UnmarshalStrict(doc, s)
		r.services = append(r.services, s)
	case "v1 Secret":
		s := &core.Secret{}
		err = yaml.UnmarshalStrict(doc, s)
		r.secrets[s.Name] = true
	case "v1 ServiceAccount":
		a := &core.ServiceAccount{}
		err = yaml.UnmarshalStrict(doc, a)
		r.accounts[a.Name] = true
	case "v1 PersistentVolumeClaim":
		c := &core.PersistentVolumeClaim{}
		err = yaml.UnmarshalStrict(doc, c)
		r.claims[c.Name] = true
	case "policy/v1 PodDisruptionBudget":
		b := &policy.PodDisruptionBudget{}
		err = yaml.UnmarshalStrict(doc, b)
		r.budgets = append(r.budgets, b)
	case "autoscaling/v2 HorizontalPodAutoscaler":
		h := &autoscaling.HorizontalPodAutoscaler{}
		err = yaml.UnmarshalStrict(doc, h)
		r.scalers = append(r.scalers, h)
	case "networking.k8s.io/v1 NetworkPolicy":
		n := &networking.NetworkPolicy{}
		err = yaml.UnmarshalStrict(doc, n)
		r.policies = append(r.policies, n)
	case "networking.k8s.io/v1 Ingress":
		i := &networking.Ingress{}
		err = yaml.UnmarshalStrict(doc, i)
		r.ingresses = append(r.ingresses, i)
	default:
		err = fmt.Errorf("%s is not known to this check", kind.APIVersion)
	}
	return err
}

// credentialAddresses are where clouds tell whatever runs on a node who it is.
var credentialAddresses = []string{"169.254.169.254", "169.254.170.23", "fd00:ec2::254", "fd20:ce::254"}

// reachesCredentials returns the address of a cloud's credentials that a policy lets pods reach, "" for none.
func reachesCredentials(n *networking.NetworkPolicy) string {
	if !slices.Contains(n.Spec.PolicyTypes, networking.PolicyTypeEgress) {
		return "everything"
	}
	for _, rule := range n.Spec.Egress {
		names := func(p networking.NetworkPolicyPort) bool { return p.Port != nil && p.Port.IntValue() == 53 }
		if len(rule.To) == 0 && (len(rule.Ports) == 0 || !slices.ContainsFunc(rule.Ports, names)) {
			return "everything"
		}
		for _, peer := range rule.To {
			for _, text := range credentialAddresses {
				at := netip.MustParseAddr(text)
				within := func(cidr string) bool {
					p, err := netip.ParsePrefix(cidr)
					return err == nil && p.Contains(at)
				}
				if b := peer.IPBlock; b != nil && within(b.CIDR) && !slices.ContainsFunc(b.Except, within) {
					return text
				}
			}
		}
	}
	return ""
}

// check checks that selectors find pods, and pods what they mount.
func (r *rendered) check() error {
	var wrong []error
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Errorf(format, args...)) }
	if len(r.deployments) == 0 {
		say("there is no deployment")
	}
	for name, d := range r.deployments {
		r.pod(d, say)
		if !matches(d.Spec.Selector, d) {
			say("deployment %s does not select its own pods", name)
		}
		if !slices.ContainsFunc(r.budgets, func(b *policy.PodDisruptionBudget) bool { return matches(b.Spec.Selector, d) }) {
			say("deployment %s has no disruption budget", name)
		}
	}
	for _, s := range r.services {
		if !r.any(meta.SetAsLabelSelector(s.Spec.Selector)) {
			say("service %s finds no pod", s.Name)
		}
	}
	for _, n := range r.policies {
		if !r.any(&n.Spec.PodSelector) {
			say("network policy %s finds no pod", n.Name)
		}
		if to := reachesCredentials(n); to != "" {
			say("network policy %s lets pods reach %s, where a cloud gives credentials", n.Name, to)
		}
	}
	for _, h := range r.scalers {
		d := r.deployments[h.Spec.ScaleTargetRef.Name]
		if d == nil || d.Spec.Replicas != nil {
			say("autoscaler %s has no deployment that leaves the number to it", h.Name)
		}
	}
	for _, i := range r.ingresses {
		for _, rule := range i.Spec.Rules {
			for _, p := range rule.HTTP.Paths {
				if !slices.ContainsFunc(r.services, func(s *core.Service) bool { return s.Name == p.Backend.Service.Name }) {
					say("ingress %s leads to no service", i.Name)
				}
			}
		}
	}
	return errors.Join(wrong...)
}

// pod checks what a deployment's pods need, and how they are locked down.
func (r *rendered) pod(d *apps.Deployment, say func(string, ...any)) {
	pod := d.Spec.Template.Spec
	volumes := map[string]bool{}
	for _, v := range pod.Volumes {
		volumes[v.Name] = true
		if c := v.PersistentVolumeClaim; c != nil && len(r.claims) > 0 && !r.claims[c.ClaimName] {
			say("deployment %s mounts the claim %s, which is not there", d.Name, c.ClaimName)
		}
		if s := v.Secret; s != nil && len(r.secrets) > 0 && !r.secrets[s.SecretName] {
			say("deployment %s mounts the secret %s, which is not there", d.Name, s.SecretName)
		}
	}
	if a := pod.ServiceAccountName; len(r.accounts) > 0 && !r.accounts[a] {
		say("deployment %s runs as %s, which is not there", d.Name, a)
	}
	for _, c := range pod.Containers {
		for _, m := range c.VolumeMounts {
			if !volumes[m.Name] {
				say("deployment %s mounts %s, which is no volume", d.Name, m.Name)
			}
		}
		for what, probe := range map[string]*core.Probe{
			"startup": c.StartupProbe, "liveness": c.LivenessProbe, "readiness": c.ReadinessProbe,
		} {
			if probe == nil || probe.HTTPGet == nil ||
				!slices.ContainsFunc(c.Ports, func(p core.ContainerPort) bool { return p.Name == probe.HTTPGet.Port.StrVal }) {
				say("deployment %s has no %s probe on a port of its own", d.Name, what)
			}
		}
		if _, tag, _ := strings.Cut(c.Image, ":"); tag == "" || tag == "latest" {
			say("deployment %s: image %q has no exact tag", d.Name, c.Image)
		}
		s := c.SecurityContext
		if s == nil || s.ReadOnlyRootFilesystem == nil || !*s.ReadOnlyRootFilesystem || s.AllowPrivilegeEscalation == nil ||
			*s.AllowPrivilegeEscalation {
			say("deployment %s is not locked up", d.Name)
		}
	}
}

// any reports whether a selector finds pods of some deployment.
func (r *rendered) any(s *meta.LabelSelector) bool {
	for _, d := range r.deployments {
		if matches(s, d) {
			return true
		}
	}
	return false
}

func matches(s *meta.LabelSelector, d *apps.Deployment) bool {
	by, err := meta.LabelSelectorAsSelector(s)
	return err == nil && by.Matches(labels.Set(d.Spec.Template.Labels))
}
