-- What workers do across workspaces. These functions run as the owner, whose policy shows every workspace, and
-- give ids and counts, never content.

-- Leases up to p_limit runs that are runnable, or parked until a time that has come.
create function record_claim(p_worker text, p_limit integer, p_now bigint)
returns table (workspace text, run text, epoch bigint, attempts integer)
language plpgsql
security definer
set search_path = countersign, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    with ready as (
      select workspace, id from run where status = 'runnable'
      order by ready_at limit p_limit for update skip locked
    ), due as (
      select workspace, id from run where status = 'parked' and wake_at <= p_now
      order by wake_at limit p_limit for update skip locked
    ), chosen as (
      select * from ready union all select * from due limit p_limit
    )
    update run r
    set status = 'running', worker = p_worker, epoch = r.epoch + 1, attempts = r.attempts + 1, wake_at = null
    from chosen c where r.workspace = c.workspace and r.id = c.id
    returning r.workspace, r.id, r.epoch, r.attempts;
end
$$;

-- Whether a worker's process is gone: the session that held its lock has ended, or it has been silent for too long
-- by the server's own clock.
create function worker_is_dead(p_worker text)
returns boolean
language sql
as $$
  select pg_try_advisory_xact_lock(hashtextextended('countersign:' || p_worker, 0))
      or not exists (select from worker where id = p_worker and beat_at > now() - interval '20 seconds')
$$;

-- Makes runnable the runs of dead workers. A run whose row is being written at this moment waits for the next time.
create function record_adopt(p_worker text, p_now bigint)
returns integer
language plpgsql
security definer
set search_path = countersign, pg_temp
as $$
declare
  v_dead text[];
  v_adopted integer;
begin
  v_dead := array(
    select w.id from (select worker as id from run where status = 'running' group by worker) w
    where w.id <> p_worker and worker_is_dead(w.id));
  if v_dead = '{}' then return 0; end if;
  update run r set status = 'runnable', worker = null, ready_at = p_now
    from (select workspace, id from run where status = 'running' and worker = any (v_dead) for update skip locked) d
    where r.workspace = d.workspace and r.id = d.id;
  get diagnostics v_adopted = row_count;
  delete from worker where id = any (v_dead) or beat_at < now() - interval '1 day';
  return v_adopted;
end
$$;

-- Gives up one lease of a worker, waiting for a commit that is writing its row.
create function record_release(p_worker text, p_run text, p_now bigint)
returns void
language sql
security definer
set search_path = countersign, pg_temp
as $$
  update run set status = 'runnable', worker = null, ready_at = p_now
    where status = 'running' and worker = p_worker and id = p_run
$$;

-- Gives up all leases of a worker that stops, and gives how many are left: those whose rows are being written.
-- They are not waited for here, since a commit may hold one such row and wait for another.
create function record_retire(p_worker text, p_now bigint)
returns integer
language plpgsql
security definer
set search_path = countersign, pg_temp
as $$
begin
  update run r set status = 'runnable', worker = null, ready_at = p_now
    from (select workspace, id from run where status = 'running' and worker = p_worker for update skip locked) held
    where r.workspace = held.workspace and r.id = held.id;
  delete from worker where id = p_worker;
  return (select count(*)::integer from run where status = 'running' and worker = p_worker);
end
$$;

-- Says that a worker lives. Losing the last beat in a crash of the server costs nothing: it is not waited for.
create function record_heartbeat(p_worker text)
returns void
language plpgsql
security definer
set search_path = countersign, pg_temp
as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into worker (id, beat_at) values (p_worker, now())
    on conflict (id) do update set beat_at = excluded.beat_at;
end
$$;

-- When the earliest parked run wakes by itself, or null.
create function record_next_wake()
returns bigint
language sql
stable
security definer
set search_path = countersign, pg_temp
as $$
  select min(wake_at) from run where status = 'parked' and wake_at is not null
$$;

-- A run and its entries after its snapshot: a first row with the run's columns, then a row for each entry.
-- One round trip, with the rights of the caller.
create function record_load(p_workspace text, p_run text)
returns table (
  status text, epoch bigint, last_index bigint, snapshot text, snapshot_index bigint, attempts integer,
  index bigint, leaf text, leaf_hash bytea, salt bytea, payload text, erased boolean)
language plpgsql
set search_path = countersign, pg_temp
as $$
#variable_conflict use_column
begin
  perform set_config('app.workspace', p_workspace, true);
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

grant execute on function
  record_claim, record_adopt, record_release, record_retire, record_heartbeat, record_next_wake, record_load
  to countersign_app;
