#!/bin/sh
# Runs once, on an empty volume: creates a role that owns only its database.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$(cat /run/secrets/database-password)" --username postgres <<'SQL'
create role ledgerline login password :'password';
create database ledgerline owner ledgerline;
SQL
