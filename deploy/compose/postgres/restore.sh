#!/bin/sh
# restore.sh 'YYYY-MM-DD HH:MM:SS+00': puts the newest base backup of before that second into PGDATA, whose present
# content is kept beside it; the next start of PostgreSQL replays the WAL up to the second and goes on from there.
set -eu
second=${1:?name the second, such as 2026-11-22 21:30:00+00}
name=$(date -u -d "$second" +%Y%m%dT%H%M%SZ)
chosen=
for made in $(ls "$BACKUPS/base" | grep 'Z$' | sort); do
  if [ "$(printf '%s\n%s\n' "$made" "$name" | sort | head -n 1)" = "$made" ]; then chosen=$made; fi
done
if [ -z "$chosen" ]; then
  echo "No base backup is as old as $second; there are: $(ls "$BACKUPS/base" | tr '\n' ' ')" >&2
  exit 1
fi
if [ -e "$PGDATA/postmaster.pid" ]; then
  echo "PostgreSQL seems to run on $PGDATA; stop it first." >&2
  exit 1
fi
if [ -e "$PGDATA/PG_VERSION" ]; then mv "$PGDATA" "$PGDATA.before-$(date -u +%Y%m%dT%H%M%SZ)"; fi
mkdir -p "$PGDATA"
chmod 700 "$PGDATA"
tar -xzf "$BACKUPS/base/$chosen/base.tar.gz" -C "$PGDATA"
cat >>"$PGDATA/postgresql.auto.conf" <<CONF
restore_command = 'cp "$BACKUPS/wal/%f" "%p"'
recovery_target_time = '$second'
recovery_target_action = 'promote'
CONF
touch "$PGDATA/recovery.signal"
if [ "$(id -u)" = 0 ]; then chown -R postgres:postgres "$PGDATA"; fi
echo "Restored $chosen; the next start goes on to $second."
