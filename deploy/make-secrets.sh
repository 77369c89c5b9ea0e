#!/bin/sh
# Makes ./secrets for compose.yaml, once: the master key, the operator's token, the passwords and addresses of the
# database, and its certificate. It never overwrites a secret, because data sealed under a lost master key cannot be
# read. Keep a copy of secrets/master-key, apart from the database's backups.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir -p secrets

# The containers' users may read the files; on this machine the folder keeps everybody else out.
keep() {
  if [ -e "secrets/$1" ]; then cat >/dev/null; echo "secrets/$1 is there already, and stays"; return; fi
  cat >"secrets/.$1"
  chmod 444 "secrets/.$1"
  mv "secrets/.$1" "secrets/$1"
}

openssl rand -base64 32 | keep master-key
openssl rand -hex 32 | keep operator-token
# README.md says how to fill it after the first start: with a token that may only read metrics.
printf '' | keep metrics-token
# For mail, you replace it by a file with the address of your SMTP server.
printf '' | keep smtp-url
for name in database-admin-password database-owner-password database-app-password grafana-password; do
  openssl rand -hex 24 | keep "$name"
done

address() {
  printf 'postgres://%s:%s@postgres:5432/tollgate?sslmode=verify-full&sslrootcert=/run/secrets/database-ca\n' "$1" "$(cat "secrets/$2")"
}
address tollgate_owner database-owner-password | keep owner-database-url
address tollgate_app database-app-password | keep app-database-url

# A self-signed certificate for the name `postgres` in the containers' network, valid for ten years.
if ! [ -e secrets/database-ca ]; then
  made=$(mktemp -d)
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj /CN=postgres \
    -addext subjectAltName=DNS:postgres -keyout "$made/key" -out "$made/certificate" 2>/dev/null
  keep database-key <"$made/key"
  keep database-certificate <"$made/certificate"
  keep database-ca <"$made/certificate"
  rm -r "$made"
fi
echo "secrets/ is complete"
