#!/bin/sh
# Runs a command of Rollcall as its user, with its secrets: sudo rollcall check nightly
[ -t 0 ] && terminal=--pty || terminal=--pipe
# Only for a state on a server, or one that is being moved there.
[ -f /etc/rollcall/database_url ] && database=--property=LoadCredential=database_url:/etc/rollcall/database_url || database=
exec systemd-run --quiet --collect --wait "$terminal" --uid=rollcall --gid=rollcall --working-directory=/srv/rollcall \
  --property=StateDirectory=rollcall --property=StateDirectoryMode=0700 --property=UMask=0077 --property=LimitCORE=0 \
  --property=LoadCredential=lms_refresh_token:/etc/rollcall/lms_refresh_token \
  --property=LoadCredential=rollcall_secret_key:/etc/rollcall/rollcall_secret_key $database \
  --setenv=ROLLCALL_STATE=/var/lib/rollcall --setenv=LMS_URL=https://learning.example.com \
  /bin/sh -c 'export LMS_REFRESH_TOKEN_FILE="$CREDENTIALS_DIRECTORY/lms_refresh_token"
export ROLLCALL_SECRET_KEY_FILE="$CREDENTIALS_DIRECTORY/rollcall_secret_key"
[ ! -f "$CREDENTIALS_DIRECTORY/database_url" ] || export DATABASE_URL_FILE="$CREDENTIALS_DIRECTORY/database_url"
exec /opt/rollcall/node_modules/.bin/node /opt/rollcall/bin/rollcall.js "$@"' sh "$@"
