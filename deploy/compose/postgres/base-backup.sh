#!/bin/sh
# Copies the whole server while it works, named after the second from which on it can be restored; then takes away what
# is older than KEEP_DAYS and the WAL that no kept backup needs. The newest stays in every case.
set -eu
base=$BACKUPS/base
rm -rf "$base/unfinished"
pg_basebackup --pgdata="$base/unfinished" --format=tar --gzip --wal-method=fetch --checkpoint=fast --no-password
made=$(date -u +%Y%m%dT%H%M%SZ)
mv "$base/unfinished" "$base/$made"
echo "base backup $made"

find "$base" -mindepth 1 -maxdepth 1 -name '*Z' ! -name "$made" -mtime "+${KEEP_DAYS:-14}" -exec rm -rf {} +
oldest=$(ls "$base" | sort | head -n 1)
first=$(tar -xzOf "$base/$oldest/base.tar.gz" backup_label | sed -n 's/^START WAL LOCATION: .*(file \(.*\))$/\1/p')
pg_archivecleanup "$BACKUPS/wal" "$first"
