#!/bin/sh
# Creates the secrets of deploy/compose.yaml once. Run it on the host before the first start. Only the folder's owner can
# enter it; the files are world-readable, because each container reads its files as a different user.
set -eu
umask 022
cd "$(dirname "$0")"
if [ -e secrets ]; then echo "deploy/secrets already exists: nothing was changed." >&2; exit 1; fi
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
echo "Written to deploy/secrets. Store a copy elsewhere: without FIELD_KEYS, encrypted values cannot be decrypted."
echo "First sign-in: owner, with the OWNER_PASSWORD in secrets/portal-settings."
