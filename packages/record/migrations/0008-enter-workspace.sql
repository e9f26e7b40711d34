-- Makes a call's workspace the transaction's. A transaction that has one already keeps it.
create function enter_workspace(p_workspace text)
returns void
language plpgsql
as $$
begin
  if coalesce(current_setting('app.workspace', true), '') not in ('', p_workspace) then
    raise exception 'the transaction is of another workspace';
  end if;
  perform set_config('app.workspace', p_workspace, true);
end
$$;
grant execute on function enter_workspace to countersign_app, countersign_writer;

-- A run and its entries after its snapshot: a first row with the run's columns, then a row for each entry.
-- One round trip, with the rights of the caller.
create or replace function record_load(p_workspace text, p_run text)
returns table (
  status text, epoch bigint, last_index bigint, snapshot text, snapshot_index bigint, attempts integer,
  index bigint, leaf text, leaf_hash bytea, salt bytea, payload text, erased boolean)
language plpgsql
set search_path = countersign, pg_temp
as $$
#variable_conflict use_column
begin
  perform enter_workspace(p_workspace);
  -- One statement, so that row and entries are of one moment.
  return query
    select status, epoch, last_index, snapshot, snapshot_index, attempts,
           null::bigint, null::text, null::bytea, null::bytea, null::text, null::boolean
    from run where workspace = p_workspace and id = p_run
    union all
    select null, null, null, null, null, null, e.index, e.leaf, e.leaf_hash, e.salt, e.payload, e.erased
    from run r join log_entry e on e.workspace = r.workspace and e.run = r.id and e.index > r.snapshot_index
    where r.workspace = p_workspace and r.id = p_run
    order by 7 nulls first;
end
$$;
