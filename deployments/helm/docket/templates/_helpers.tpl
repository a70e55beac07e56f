{{- define "docket.name" -}}
{{- if contains "docket" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-docket" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "docket.selector" -}}
app.kubernetes.io/name: docket
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "docket.labels" -}}
{{ include "docket.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "docket.secret" -}}
{{- .Values.secret.existing | default (include "docket.name" .) }}
{{- end }}

{{- define "docket.account" -}}
{{- if .Values.serviceAccount.create }}{{ .Values.serviceAccount.name | default (include "docket.name" .) }}{{ else }}{{ .Values.serviceAccount.name | default "default" }}{{ end }}
{{- end }}

{{- define "docket.claim" -}}
{{- .Values.bytes.volume.existingClaim | default (printf "%s-blobs" (include "docket.name" .)) }}
{{- end }}

{{/* What cannot be: a role that nobody has, or processes that do not reach each other. */}}
{{- define "docket.check" -}}
{{- $have := list }}
{{- $apart := false }}
{{- range .Values.deployments }}
{{- $have = concat $have .roles }}
{{- if ne (has "worker" .roles) (has "relay" .roles) }}{{ $apart = true }}{{ end }}
{{- end }}
{{- range list "api" "projector" "worker" "relay" "retention" }}
{{- if not (has . $have) }}{{ fail (printf "no deployment has the role %s" .) }}{{ end }}
{{- end }}
{{- if not .Values.secret.existing }}
{{- range list "postgres-url" "master-key" }}
{{- if not (index $.Values.secret.values .) }}{{ fail (printf "secret.values lacks %s; or name a secret with secret.existing" .) }}{{ end }}
{{- end }}
{{- if and $apart (not (index .Values.secret.values "nats-url")) }}{{ fail "secret.values lacks nats-url: workers and relays are different processes" }}{{ end }}
{{- end }}
{{- end }}
