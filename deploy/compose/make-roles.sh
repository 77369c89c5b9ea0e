#!/bin/sh
# Runs once, when the database of compose.yaml is made. It makes the two users, with the passwords of make-secrets.sh.
# psql reads the passwords itself, so no process list shows them.
set -eu
psql --username postgres --no-psqlrc <<'SQL'
\set owner_password `cat /run/secrets/database-owner-password`
\set app_password `cat /run/secrets/database-app-password`
\i /etc/tollgate/roles.sql
SQL
