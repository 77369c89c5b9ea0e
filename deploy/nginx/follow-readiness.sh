#!/bin/sh
# nginx asks no process whether it is ready. This script asks each second and marks processes that are not ready as
# `down` in the upstream of tollgate.conf (each server on its own line). So a process that stops gets no more requests
# before it closes its socket. Run it as root beside nginx, under a supervisor (tollgate-follow-readiness.service):
#   follow-readiness.sh /etc/nginx/conf.d/tollgate.conf
# It asks all processes at once, so a slow process does not delay the others.
# A process that does not answer in time may only be busy. It keeps its mark, and is marked if it is late again.
# If no process is ready, or late without a mark, the script changes nothing. It needs curl.
set -eu
conf=${1:?the file with the upstream}
pause=${2:-1}
reload=${NGINX_RELOAD:-nginx -s reload}
# Longer than readiness itself waits for the database.
patience=${READINESS_PATIENCE:-3}
timed_out=28
late=

# Prints a server and curl's exit code; 0: it is ready.
look() {
  code=0
  curl --silent --fail --output /dev/null --max-time "$patience" "http://$1/health/ready" || code=$?
  echo "$1 $code"
}

while :; do
  edits=
  some=
  were_late=$late
  late=
  servers=$(sed -n 's/^ *server \([^ ;{]*:[0-9]*\)[ ;].*/\1/p' "$conf")
  # shellcheck disable=SC2046 # a server and a code are two words
  set -- $(for server in $servers; do look "$server" & done; wait)
  while [ $# -gt 0 ]; do
    server=$1 code=$2
    shift 2
    [ "$code" -eq "$timed_out" ] && late="$late $server "
    case $were_late in *" $server "*) was_late=yes ;; *) was_late= ;; esac
    if [ "$code" -eq 0 ]; then
      some=yes
      edits="$edits;/^ *server $server[ ;]/s/ down;/;/"
    elif [ "$code" -eq "$timed_out" ] && [ -z "$was_late" ]; then
      # A marked process gets no requests, so it cannot stand in for a process that is marked now.
      grep "^ *server $server[ ;]" "$conf" | grep -q ' down;' || some=yes
    else
      edits="$edits;/^ *server $server[ ;]/{/ down;/!s/;/ down;/;}"
    fi
  done
  if [ -n "$some" ]; then
    new=$(sed "$edits" "$conf")
    if [ "$new" != "$(cat "$conf")" ]; then
      printf '%s\n' "$new" > "$conf.new"
      mv "$conf.new" "$conf"
      $reload || echo "nginx was not reloaded" >&2
    fi
  fi
  sleep "$pause"
done
