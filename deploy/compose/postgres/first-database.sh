#!/bin/sh
# Runs once, on an empty volume: the shop's role owns its database and nothing else, and another one may only copy it.
set -eu
psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 --set password="$SHOP_PASSWORD" <<'SQL'
create role parts_house login password :'password';
create role parts_house_backup login replication password :'password';
create database parts_house owner parts_house;
SQL
echo 'host replication parts_house_backup all scram-sha-256' >>"$PGDATA/pg_hba.conf"
