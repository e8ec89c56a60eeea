#!/bin/sh
# Run by Patroni once, on the first primary, with the address of the new database server.
# A pooler in transaction mode drops time limits from the start of a connection, so the role has them.
set -eu
psql "$1" --no-psqlrc --set ON_ERROR_STOP=1 <<'SQL'
create role parts_house login password 'CHANGE-ME';
alter role parts_house set statement_timeout = '7s';
alter role parts_house set idle_in_transaction_session_timeout = '20s';
create database parts_house owner parts_house;
SQL
