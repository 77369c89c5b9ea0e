-- Whether a shard is in use on the node that asks, by the id of its table there. While a shard moves, its copy is filled on the new node
-- before it is in use. So the constraint of a closed month (storage/months/month-tables.ts) accepts the rows of a copy, and no other rows. The
-- number of the shard is in the name of its table. The name is not read from pg_class, where Citus hides shards from clients of a worker.
create function shard_is_in_use(shard oid) returns boolean language plpgsql stable as $$
begin
  -- A node that knows of no shard cannot tell which are in use.
  if not exists (select from pg_catalog.pg_dist_placement) then
    raise exception 'this node has no metadata of Citus: run start_metadata_sync_to_node on the coordinator';
  end if;
  return exists (
    select from pg_catalog.pg_dist_placement p
    join pg_catalog.pg_dist_local_group l on l.groupid = p.groupid
    where p.shardid = substring(shard::pg_catalog.regclass::text from '_([0-9]+)$')::bigint
  );
end $$;
