-- The commit (ADR 3): judges the items of one workspace in order, each all or nothing, and appends their leaves.

-- One commit, as commit/encode.ts writes it.
create type commit_item as (
  -- Its number of leaves, and the time of all of them.
  n integer,
  "time" bigint,
  -- A new run: {id, worker, agent, person, conversation, dedupe, about, title}.
  "create" jsonb,
  -- A run that goes on: by whom (no epoch: an outsider), and what becomes of it.
  run text,
  epoch bigint,
  "lastIndex" bigint,
  status text,
  "wakeAt" bigint,
  advanced boolean,
  snaps boolean,
  snapshot text,
  result text,
  -- Position among the item's leaves of the last one of that run.
  last integer,
  -- Questions.
  open jsonb,
  close jsonb,
  -- Limits that are set: place, limit, place, limit, ... A place is 7 * account + dimension, counted from 1.
  limits bigint[],
  -- Amounts: place, released, spent, reserved, place, ...
  draws bigint[],
  -- Other runs that get leaves: [{id, last}].
  touched jsonb,
  -- Content that goes.
  erase jsonb,
  -- Position of a leaf that no other commit can have.
  probe integer
);

-- Why a run may not be created, or null.
create function commit_duplicate(p_workspace text, p_create jsonb)
returns jsonb
language plpgsql
as $$
declare
  v_run text;
begin
  select id into v_run from run
    where workspace = p_workspace and (id = p_create->>'id' or dedupe = p_create->>'dedupe')
    order by id <> p_create->>'id' limit 1;
  return case when found then jsonb_build_object('kind', 'duplicate', 'run', v_run) end;
end
$$;

-- Which question may not be closed, or null.
create function commit_closed(p_workspace text, p_close jsonb)
returns jsonb
language plpgsql
as $$
declare
  v_question text;
begin
  select c.id into v_question from rows from (jsonb_to_recordset(p_close) as (id text)) with ordinality as c(id, ordinality)
    where not exists (select from question q
                      where q.workspace = p_workspace and q.id = c.id and q.status = 'open')
    order by c.ordinality limit 1;
  return case when found then jsonb_build_object('kind', 'closed', 'question', v_question) end;
end
$$;

-- Makes the run of an item; gives its epoch. A run that is leased at once has been claimed once.
create function commit_create(p_workspace text, p_create jsonb, p_time bigint)
returns bigint
language plpgsql
as $$
declare
  v_epoch constant bigint := case when p_create->>'worker' is null then 0 else 1 end;
begin
  insert into run (workspace, id, status, epoch, worker, attempts, ready_at, last_index, snapshot_index,
                   agent, person, conversation, dedupe, about, title, started_at)
  select p_workspace, x.id, case v_epoch when 0 then 'runnable' else 'running' end, v_epoch, x.worker, v_epoch,
         p_time, -1, -1, x.agent, x.person, x.conversation, x.dedupe, x.about, x.title, p_time
  from jsonb_to_record(p_create) as x(id text, worker text, agent text, person text, conversation text,
                                      dedupe text, about text, title text);
  return v_epoch;
end
$$;

-- Opens and closes the questions of an item.
create procedure commit_questions(p_workspace text, p_open jsonb, p_close jsonb, p_time bigint)
language plpgsql
as $$
begin
  if p_open is not null then
    insert into question (workspace, id, run, requested_by, status, asked_at, question)
    select p_workspace, x.id, x.run, x."requestedBy", 'open', x."askedAt", x.question
    from jsonb_to_recordset(p_open)
      as x(id text, run text, "requestedBy" text, "askedAt" bigint, question text);
  end if;
  if p_close is not null then
    update question q set status = x.status, answered_by = x.by, answered_at = p_time, answer = x.answer
    from jsonb_to_recordset(p_close) as x(id text, status text, by text, answer text)
    where q.workspace = p_workspace and q.id = x.id;
  end if;
end
$$;

-- The answer to an item that was committed by a call whose answer was lost, or null. Its leaf tells, since a
-- leaf holds the hash of a salted payload.
create function commit_found(p_workspace text, p_leaf text, p_size bigint, p_item commit_item)
returns jsonb
language plpgsql
as $$
declare
  v_first bigint;
  v_epoch bigint;
begin
  select index - p_item.probe into v_first from log_entry
    where workspace = p_workspace and index >= p_size - 100000 and leaf = p_leaf limit 1;
  if not found then return null; end if;
  select epoch into v_epoch from run
    where workspace = p_workspace and id = coalesce(p_item.run, p_item."create"->>'id');
  return jsonb_build_object('kind', 'committed', 'first', v_first, 'last', v_first + p_item.n - 1, 'epoch', v_epoch);
end
$$;

-- Takes away salt and payload of entries, and what the run's row and questions repeat of them; or says why not.
-- Only of runs that have ended: a living run is folded from its payloads.
create function commit_erase(p_workspace text, p_erase jsonb)
returns jsonb
language plpgsql
as $$
declare
  v_indexes constant bigint[] := array(select jsonb_array_elements_text(p_erase->'indexes')::bigint);
begin
  if exists (select from log_entry e join run r on r.workspace = e.workspace and r.id = e.run
             where e.workspace = p_workspace and e.index = any (v_indexes) and r.status <> 'ended') then
    return jsonb_build_object('kind', 'fault', 'code', 'LEDGER_RUN_ACTIVE');
  end if;
  if cardinality(v_indexes) <> (select count(*) from log_entry
                                where workspace = p_workspace and index = any (v_indexes) and payload is not null) then
    return jsonb_build_object('kind', 'fault', 'code', 'LEDGER_NOTHING_TO_ERASE');
  end if;
  update log_entry set salt = null, payload = null, erased = true
    where workspace = p_workspace and index = any (v_indexes);
  update run set title = '""', result = p_erase->>'result'
    where workspace = p_workspace and id = p_erase->>'run';
  update question q set question = x.question, answer = x.answer
    from jsonb_to_recordset(p_erase->'questions') as x(id text, question text, answer text)
    where q.workspace = p_workspace and q.id = x.id;
  return null;
end
$$;
