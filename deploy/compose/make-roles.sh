#!/bin/sh
# Runs once, when the database of compose.yaml is made: the two users of an installation, with the passwords that make-secrets.sh chose.
# psql reads them itself, so that they are in no list of processes.
set -eu
psql --username postgres --no-psqlrc <<'SQL'
\set owner_password `cat /run/secrets/database-owner-password`
\set app_password `cat /run/secrets/database-app-password`
\i /etc/tollgate/roles.sql
SQL
