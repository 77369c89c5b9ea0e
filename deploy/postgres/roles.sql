-- The two users of an installation: tollgate_owner owns the tables and migrates, tollgate_app is the gateway
-- (docs/OPERATIONS.md, Two users). Run it once, as a superuser of the server. The passwords are psql variables:
--   psql
--   \set owner_password `cat owner-password`
--   \set app_password `cat app-password`
--   \i roles.sql
-- `tollgate migrate --grant-app-role` grants the gateway's rights on the tables at each migration.
\set ON_ERROR_STOP on
create role tollgate_owner login password :'owner_password';
create role tollgate_app login password :'app_password';
create database tollgate owner tollgate_owner;
revoke all on database tollgate from public;
grant connect on database tollgate to tollgate_app;
