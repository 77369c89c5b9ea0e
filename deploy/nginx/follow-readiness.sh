#!/bin/sh
# nginx asks no process whether it is ready. This does, each second, and marks those that are not as `down` in the upstream of tollgate.conf
# (servers on lines of their own), so that a process that stops gets nothing more before it closes its socket. Run it as root beside nginx,
# under a supervisor:
#   follow-readiness.sh /etc/nginx/conf.d/tollgate.conf
# Where no process is ready it changes nothing. It needs curl.
set -eu
conf=${1:?the file with the upstream}
pause=${2:-1}
reload=${NGINX_RELOAD:-nginx -s reload}

while :; do
  edits=
  some=
  for server in $(sed -n 's/^ *server \([^ ;{]*:[0-9]*\)[ ;].*/\1/p' "$conf"); do
    if curl --silent --fail --output /dev/null --max-time 2 "http://$server/health/ready"; then
      some=yes
      edits="$edits;/^ *server $server[ ;]/s/ down;/;/"
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
