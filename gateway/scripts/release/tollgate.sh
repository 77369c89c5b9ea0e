#!/bin/sh
# bin/tollgate of a release: runs a command of the program with the settings of its heap (decision 22). Without a
# command it runs `start`. It uses the Node.js of the release, or else the Node.js of the machine. If that is too old or
# missing, it says so.
here=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." && pwd) || exit 1
node=$here/node/bin/node
if ! [ -x "$node" ]; then
  node=$(command -v node) || { echo "Tollgate needs Node.js 26 or newer, and there is no node in PATH." >&2; exit 1; }
  version=$("$node" --version)
  major=${version#v}
  if ! [ "${major%%.*}" -ge 26 ] 2>/dev/null; then
    echo "Tollgate needs Node.js 26 or newer; $node is ${version:-something else}." >&2
    exit 1
  fi
fi
exec "$node" --disable-sigusr1 --no-allocation-site-pretenuring --max-semi-space-size=16 --v8-pool-size=1 \
  --max-old-space-size=512 "$here/gateway/src/main.ts" "$@"
