#!/bin/sh
# Writes the secrets of deploy/compose.yaml once. Run it on the host before the first start. Only the folder's owner gets
# into it; the files are readable, since each container reads those that it is given as a user of its own.
set -eu
umask 022
cd "$(dirname "$0")"
if [ -e secrets ]; then echo "deploy/secrets is there already: nothing was changed." >&2; exit 1; fi
mkdir -m 700 secrets
random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
random 24 > secrets/database-password
random 24 > secrets/database-admin-password
{
  echo "DATABASE_URL=postgres://ledgerline:$(cat secrets/database-password)@database/ledgerline"
  echo "FIELD_KEYS=k$(random 6):$(head -c 32 /dev/urandom | base64 | tr -d '\n')"
  echo "TOKEN_SECRET=$(random 48)"
  echo "OWNER_PASSWORD=$(random 9)"
} > secrets/portal-settings
echo "Written to deploy/secrets. Keep a copy elsewhere: without FIELD_KEYS no encrypted value can be read."
echo "The first sign-in is owner, with OWNER_PASSWORD of secrets/portal-settings."
