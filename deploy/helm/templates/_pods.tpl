{{/* The parts that all three kinds of pods share. `part` is api, worker or migrate. */}}

{{- define "tollgate.labels" -}}
app.kubernetes.io/name: tollgate
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "tollgate.allLabels" -}}
{{ include "tollgate.labels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{/* A tag that begins with "@" is a digest alone. */}}
{{- define "tollgate.image" -}}
{{- $tag := .Values.image.tag | default .Chart.AppVersion -}}
{{ .Values.image.repository }}{{ if not (hasPrefix "@" $tag) }}:{{ end }}{{ $tag }}
{{- end }}

{{- define "tollgate.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: secrets
    secret:
      secretName: {{ .Values.secretName }}
      defaultMode: 0440
{{- end }}

{{/* `database`: the key in the Secret that holds the address of the database. */}}
{{- define "tollgate.container" -}}
image: {{ include "tollgate.image" .root }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: secrets
    mountPath: /run/secrets/tollgate
    readOnly: true
env:
  - name: ENVIRONMENT
    value: production
  - name: PUBLIC_URL
    value: {{ .root.Values.publicUrl | quote }}
  - name: DATABASE_URL_FILE
    value: /run/secrets/tollgate/{{ .database }}
  - name: MASTER_KEY_FILE
    value: /run/secrets/tollgate/master-key
  - name: OPERATOR_TOKEN_FILE
    value: /run/secrets/tollgate/operator-token
  - name: TRUSTED_PROXIES
    value: {{ .root.Values.trustedProxies | quote }}
  - name: SHUTDOWN_DELAY_MS
    value: {{ mul 1000 (int .root.Values.stopDelaySeconds) | quote }}
{{- range $name, $value := .root.Values.settings }}
  - name: {{ $name }}
    value: {{ $value | quote }}
{{- end }}
{{- end }}
