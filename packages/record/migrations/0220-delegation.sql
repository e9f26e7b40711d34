-- Runs that others delegate to. A child is created in the commit that its parent goes on with, and the commit that ends it
-- tells its parent: of each there is both or neither.

alter table run add column parent text collate "C";
create index run_of_parent on run (workspace, parent, started_at desc, id desc) where parent is not null;

-- A run that gets entries of the item besides, and is woken.
alter type commit_item add attribute tell text;

create or replace function commit_create(p_workspace text, p_create jsonb, p_time bigint)
returns bigint
language plpgsql
as $$
declare
  v_epoch constant bigint := case when p_create->>'worker' is null then 0 else 1 end;
begin
  insert into run (workspace, id, status, epoch, worker, attempts, ready_at, last_index, snapshot_index,
                   agent, person, conversation, dedupe, about, title, started_at, parent)
  select p_workspace, x.id, case v_epoch when 0 then 'runnable' else 'running' end, v_epoch, x.worker, v_epoch,
         p_time, -1, -1, x.agent, x.person, x.conversation, x.dedupe, x.about, x.title, p_time, x.parent
  from jsonb_to_record(p_create) as x(id text, worker text, agent text, person text, conversation text,
                                      dedupe text, about text, title text, parent text);
  return v_epoch;
end
$$;

-- Commits items of one workspace and answers each, in order. One call is one transaction, unless it is part of one.
--   p_items     commit_item[]
--   p_leaves    canonical JSON of all items' leaves, one after the other; payloads, salts and runs stand beside it
--   p_accounts  ids of the accounts that the items change
--   p_again     an earlier call with the same lost its answer: an item whose leaf is in the log is answered as it was
-- What items say of places, amounts and runs is checked: the caller's process may have been taken over.
create or replace function record_commit(
  p_workspace text, p_items jsonb, p_leaves text[], p_payloads text[], p_salts text[], p_runs text[],
  p_accounts text[], p_again boolean)
returns jsonb
language plpgsql
security definer
set search_path = countersign, pg_temp
-- Otherwise the statements on short arrays are planned anew at each call, which costs more than they do.
set plan_cache_mode = force_generic_plan
as $$
declare
  c_dimensions constant text[] := '{steps,calls,tokens,moneyMicros,wallMs,bytesOut,questions}';
  c_most constant bigint := 9007199254740991;
  c_places constant integer := 7 * cardinality(p_accounts);
  v_size bigint;
  v_start bigint;
  v_frontier bytea[];
  v_item commit_item;
  v_at integer := 0;
  v_first bigint;
  v_refusal jsonb;
  v_answers jsonb[] := '{}';
  -- Beside p_leaves; null where the item was refused.
  v_index bigint[] := array_fill(null::bigint, array[cardinality(p_leaves)]);
  v_hash bytea[] := array_fill(null::bytea, array[cardinality(p_leaves)]);
  -- Seven places for each of p_accounts.
  v_limits bigint[];
  v_spent bigint[];
  v_reserved bigint[];
  v_old_limits bigint[];
  v_drawn boolean[] := array_fill(false, array[cardinality(p_accounts)]);
  v_place integer;
  v_used bigint;
  v_status text;
  v_new_status text;
  v_epoch bigint;
  v_last bigint;
  v_run text;
  v_h bytea;
  v_level integer;
  v_bits bigint;
begin
  perform enter_workspace(p_workspace);
  -- Each statement must see what was committed while the head was waited for.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'a commit is made in a READ COMMITTED transaction';
  end if;
  -- The lock that puts the commits of a workspace in order. Nobody else writes its log or its accounts.
  select size, frontier into v_size, v_frontier from log_head where workspace = p_workspace for update;
  if not found then
    insert into log_head (workspace) values (p_workspace) on conflict do nothing;
    select size, frontier into v_size, v_frontier from log_head where workspace = p_workspace for update;
  end if;
  v_start := v_size;
  if cardinality(p_accounts) = 1 then
    -- What most commits want, at half the price of the general case.
    select limits, spent, reserved into v_limits, v_spent, v_reserved
      from account where workspace = p_workspace and id = p_accounts[1];
    if not found then
      v_limits := '{null,null,null,null,null,null,null}';
      v_spent := '{0,0,0,0,0,0,0}';
      v_reserved := '{0,0,0,0,0,0,0}';
    end if;
  elsif p_accounts <> '{}' then
    select array_agg(u.l order by p.slot, u.d), array_agg(u.s order by p.slot, u.d), array_agg(u.r order by p.slot, u.d)
      into v_limits, v_spent, v_reserved
      from unnest(p_accounts) with ordinality as p(id, slot)
      -- Each by its key, however few accounts there were when this was planned.
      left join lateral (select * from account where workspace = p_workspace and id = p.id offset 0) a on true
      cross join lateral unnest(coalesce(a.limits, '{null,null,null,null,null,null,null}'),
        coalesce(a.spent, '{0,0,0,0,0,0,0}'), coalesce(a.reserved, '{0,0,0,0,0,0,0}')) with ordinality as u(l, s, r, d);
  end if;

  <<items>>
  for v_item in select * from jsonb_populate_recordset(null::commit_item, p_items) loop
    v_first := v_size;
    if v_item.n is null or v_item.n < 0 then raise exception 'an item has a number of leaves'; end if;
    v_at := v_at + v_item.n;
    v_epoch := null;

    -- Judge.
    v_refusal := null;
    if p_again and v_item.probe is not null then
      v_refusal := commit_found(p_workspace, p_leaves[v_at - v_item.n + 1 + v_item.probe], v_size, v_item);
    end if;
    if v_refusal is null and v_item."create" is not null then
      v_refusal := commit_duplicate(p_workspace, v_item."create");
    end if;
    if v_refusal is null and v_item.run is not null then
      select status, epoch, last_index into v_status, v_epoch, v_last from run
        where workspace = p_workspace and id = v_item.run for update;
      v_refusal := case
        when v_status is null then '{"kind": "fault", "code": "RECORD_RUN_UNKNOWN"}'
        when v_item.epoch <> v_epoch then '{"kind": "fenced"}'
        when v_status = 'ended' then '{"kind": "ended"}'
        when v_item.epoch is not null and v_status <> 'running' then '{"kind": "fenced"}'
        when v_item.epoch is not null and v_last > v_item."lastIndex"
          then jsonb_build_object('kind', 'stale', 'lastIndex', v_last)
      end;
    end if;
    if v_refusal is null and v_item.tell is not null then
      perform from run where workspace = p_workspace and id = v_item.tell and status <> 'ended' for update;
      if not found then v_refusal := jsonb_build_object('kind', 'deaf', 'run', v_item.tell); end if;
    end if;
    if v_refusal is null and v_item.close is not null then
      v_refusal := commit_closed(p_workspace, v_item.close);
    end if;
    if v_refusal is null and (v_item.close is not null or v_item.erase is not null or v_item.limits is not null) then
      perform commit_evidence(p_workspace, v_item, p_leaves[v_at - v_item.n + 1 : v_at], p_accounts);
    end if;
    if v_refusal is null and v_item.erase is not null then
      v_refusal := commit_erase(p_workspace, v_item.erase);
    end if;
    if v_refusal is null and v_item.limits is not null then
      v_old_limits := v_limits;
      for i in 1 .. cardinality(v_item.limits) by 2 loop
        if v_item.limits[i] not between 1 and c_places then raise exception 'a limit is of a named account'; end if;
        v_limits[v_item.limits[i]] := v_item.limits[i + 1];
      end loop;
    end if;
    if v_refusal is null and v_item.draws is not null then
      for i in 1 .. cardinality(v_item.draws) by 4 loop
        v_place := v_item.draws[i];
        if (v_place between 1 and c_places and v_item.draws[i + 1] between 0 and c_most
            and v_item.draws[i + 2] between 0 and c_most and v_item.draws[i + 3] between 0 and c_most) is not true then
          raise exception 'an amount is from 0 to 2^53 - 1, of a named account';
        end if;
        v_used := greatest(0, v_reserved[v_place] - v_item.draws[i + 1]) + v_spent[v_place] + v_item.draws[i + 2];
        if v_item.draws[i + 3] > 0 and v_used + v_item.draws[i + 3] > v_limits[v_place] then
          v_refusal := jsonb_build_object('kind', 'exhausted', 'exhausted', jsonb_build_object(
            'account', p_accounts[(v_place - 1) / 7 + 1], 'dimension', c_dimensions[(v_place - 1) % 7 + 1],
            'limit', v_limits[v_place], 'used', v_used, 'wanted', v_item.draws[i + 3]));
          if v_item.limits is not null then v_limits := v_old_limits; end if;
          exit;
        end if;
      end loop;
    end if;
    if v_refusal is not null then
      v_answers := v_answers || v_refusal;
      continue items;
    end if;
    if v_item.last is not null and p_runs[v_at - v_item.n + 1 + v_item.last] is distinct from v_item.run
        or v_item.last not between 0 and v_item.n - 1 then
      raise exception 'the last entry of a run is one of its own';
    end if;

    -- Append: a leaf joins the full subtrees to its left for as long as they are of its size.
    for k in v_at - v_item.n + 1 .. v_at loop
      v_h := sha256('\x00'::bytea || convert_to(p_leaves[k], 'UTF8'));
      v_hash[k] := v_h;
      v_index[k] := v_size;
      v_level := 0;
      v_bits := v_size;
      while v_bits & 1 = 1 loop
        v_level := v_level + 1;
        v_bits := v_bits >> 1;
        v_h := sha256('\x01'::bytea || v_frontier[v_level] || v_h);
        if v_level % 8 = 0 then
          insert into log_node (workspace, level, index, hash) values (p_workspace, v_level / 8, v_bits, v_h);
        end if;
      end loop;
      v_frontier[v_level + 1] := v_h;
      v_size := v_size + 1;
    end loop;

    -- Apply.
    if v_item."create" is not null then
      -- A run that starts another one keeps its own epoch.
      if v_item.run is null then
        v_epoch := commit_create(p_workspace, v_item."create", v_item."time");
      else
        perform commit_create(p_workspace, v_item."create", v_item."time");
      end if;
    end if;
    if v_item.run is not null then
      v_new_status := coalesce(v_item.status, case v_status when 'parked' then 'runnable' else v_status end);
      -- An outsider who takes a run from its holder fences it.
      if v_item.epoch is null and v_status = 'running' and v_new_status <> 'running' then v_epoch := v_epoch + 1; end if;
      v_last := greatest(v_last, v_first + v_item.last);
      if v_item.epoch is not null and v_new_status = 'running' and not v_item.snaps and v_item.result is null then
        -- A holder that goes on: what most commits are, said in fewer words, which are prepared anew each time.
        update run
          set last_index = v_last, wake_at = v_item."wakeAt", attempts = case when v_item.advanced then 0 else attempts end
          where workspace = p_workspace and id = v_item.run;
      else
        update run
          set status = v_new_status, epoch = v_epoch, last_index = v_last,
              worker = case when v_new_status = 'running' then worker end,
              attempts = case when v_item.advanced then 0 else attempts end,
              ready_at = case when v_new_status = 'runnable' and v_status <> 'runnable' then v_item."time" else ready_at end,
              wake_at = v_item."wakeAt",
              snapshot = case when v_item.snaps then v_item.snapshot else snapshot end,
              snapshot_index = case when not v_item.snaps then snapshot_index
                                    when v_item.snapshot is null then -1 else v_last end,
              result = coalesce(v_item.result, result),
              ended_at = case when v_new_status = 'ended' then v_item."time" end
          where workspace = p_workspace and id = v_item.run;
      end if;
    end if;
    if v_item.open is not null or v_item.close is not null then
      call commit_questions(p_workspace, v_item.open, v_item.close, v_item."time");
    end if;
    if v_item.touched is not null then
      if exists (select from jsonb_to_recordset(v_item.touched) as x(id text, last integer)
                 where x.last not between 0 and v_item.n - 1
                   or p_runs[v_at - v_item.n + 1 + x.last] is distinct from x.id) then
        raise exception 'the last entry of a run is one of its own';
      end if;
      -- One after the other, each by its key: as one statement it was planned as a join, which read them all.
      for v_run, v_last in select x.id, x.last from jsonb_to_recordset(v_item.touched) as x(id text, last integer) loop
        update run set last_index = v_first + v_last where workspace = p_workspace and id = v_run;
      end loop;
    end if;
    if v_item.tell is not null then
      update run set status = 'runnable', ready_at = v_item."time", wake_at = null
        where workspace = p_workspace and id = v_item.tell and status = 'parked';
    end if;
    if v_item.limits is not null then
      for i in 1 .. cardinality(v_item.limits) by 2 loop
        v_drawn[(v_item.limits[i] - 1) / 7 + 1] := true;
      end loop;
    end if;
    if v_item.draws is not null then
      for i in 1 .. cardinality(v_item.draws) by 4 loop
        v_place := v_item.draws[i];
        v_spent[v_place] := least(c_most, v_spent[v_place] + v_item.draws[i + 2]);
        v_reserved[v_place] :=
          least(c_most, greatest(0, v_reserved[v_place] - v_item.draws[i + 1]) + v_item.draws[i + 3]);
        v_drawn[(v_place - 1) / 7 + 1] := true;
      end loop;
    end if;
    v_answers := v_answers || jsonb_build_object(
      'kind', 'committed', 'first', v_first, 'last', v_size - 1, 'epoch', v_epoch);
  end loop;

  if array[v_at, v_at, v_at, v_at] <>
      array[cardinality(p_leaves), cardinality(p_payloads), cardinality(p_salts), cardinality(p_runs)] then
    raise exception 'each leaf belongs to an item';
  end if;
  insert into log_entry (workspace, index, leaf, leaf_hash, run, salt, payload)
    select p_workspace, u.index, u.leaf, u.hash, u.run, decode(u.salt, 'hex'), u.payload
    from unnest(v_index, p_leaves, v_hash, p_runs, p_salts, p_payloads) as u(index, leaf, hash, run, salt, payload)
    where u.index is not null;
  if v_size > v_start then
    update log_head set size = v_size, frontier = v_frontier where workspace = p_workspace;
  end if;
  if v_drawn = '{t}' then
    update account set limits = v_limits, spent = v_spent, reserved = v_reserved
      where workspace = p_workspace and id = p_accounts[1];
    v_drawn[1] := not found;
  end if;
  if true = any (v_drawn) then
    insert into account as a (workspace, id, limits, spent, reserved)
      select p_workspace, p.id, v_limits[p.slot * 7 - 6 : p.slot * 7], v_spent[p.slot * 7 - 6 : p.slot * 7],
             v_reserved[p.slot * 7 - 6 : p.slot * 7]
      from unnest(p_accounts) with ordinality as p(id, slot) where v_drawn[p.slot]
      on conflict (workspace, id) do update
        set limits = excluded.limits, spent = excluded.spent, reserved = excluded.reserved;
  end if;
  return to_jsonb(v_answers);
end
$$;
