-- Whether a shard is in use on the node that asks, by the id of its table there. While a shard moves, its copy is filled on the new node
-- before it is in use. So the constraint of a closed month (storage/months/month-tables.ts) lets a copy in, and nobody else.
create function shard_is_in_use(shard oid) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from pg_catalog.pg_dist_placement p
    join pg_catalog.pg_dist_local_group l on l.groupid = p.groupid
    where p.shardid = (select substring(c.relname from '_([0-9]+)$')::bigint from pg_catalog.pg_class c where c.oid = shard)
  );
end $$;
