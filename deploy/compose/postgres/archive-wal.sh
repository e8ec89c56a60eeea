#!/bin/sh
# archive-wal.sh PATH NAME: keeps a finished segment of WAL, whole or not at all, and never over another one.
set -eu
to=$BACKUPS/wal/$2
if [ -e "$to" ]; then
  exec cmp -s "$1" "$to"
fi
cp "$1" "$to.part"
sync "$to.part"
mv "$to.part" "$to"
