-- The server's process may have been taken over, so what people decide is changed only beside the leaf that says
-- so, and amounts are what amounts can be.

-- What a number of JavaScript holds exactly. An element that is null has no answer and passes; only limits may.
alter table account
  add constraint limits_whole check (
    cardinality(limits) = 7 and 0 <= all (limits) and 9007199254740991 >= all (limits)),
  add constraint spent_whole check (
    cardinality(spent) = 7 and array_position(spent, null) is null
    and 0 <= all (spent) and 9007199254740991 >= all (spent)),
  add constraint reserved_whole check (
    cardinality(reserved) = 7 and array_position(reserved, null) is null
    and 0 <= all (reserved) and 9007199254740991 >= all (reserved));

-- JSON for looking into. U+0000 stands escaped in a text and cannot stand in a jsonb: it is shown as U+FFFD.
create function readable(p_json text)
returns jsonb
language sql immutable
as $$
  select replace(p_json, '\u0000', '\ufffd')::jsonb
$$;

-- Refuses an item whose leaves do not say which questions it closes and how, whose limits it sets, or whose
-- content it takes away. The questions are open: commit_closed has looked.
create function commit_evidence(p_workspace text, p_item commit_item, p_leaves text[], p_accounts text[])
returns void
language plpgsql
as $$
declare
  v_limited constant text[] := array(
    select distinct p_accounts[(p_item.limits[at] - 1) / 7 + 1]
    from generate_series(1, coalesce(cardinality(p_item.limits), 0), 2) as at);
  v_own constant text := 'run:' || (p_item."create"->>'id');
  v_leaves jsonb[];
begin
  -- A run that is made brings its own limits, and the leaf of its start.
  if p_item.close is null and p_item.erase is null and v_limited = array[v_own] then return; end if;
  v_leaves := array(
    select l.leaf from unnest(p_leaves) as t(text) cross join lateral readable(t.text) as l(leaf)
    where l.leaf->>'workspace' = p_workspace);
  if exists (
    select from jsonb_to_recordset(p_item.close) as c(id text, status text, by text, answer text)
      join question q on q.workspace = p_workspace and q.id = c.id
      where not exists (
        select from unnest(v_leaves) as l(leaf)
        where l.leaf->>'run' = q.run and case c.status
          when 'withdrawn' then c.answer is null and l.leaf->>'kind' in ('run.cancelled', 'run.failed', 'run.ended')
          else l.leaf->>'kind' = 'question.answered' and l.leaf->'ref'->>'question' = c.id
            and l.leaf->'ref'->>'by' = c.by and l.leaf->'ref'->>'answer' = readable(c.answer)->>'kind'
            and c.status = case l.leaf->'ref'->>'answer'
              when 'approve' then 'approved' when 'edit' then 'edited' when 'deny' then 'denied'
              when 'happened' then 'happened' when 'repeat' then 'repeated' when 'expired' then 'expired' end
          end)) then
    raise exception 'a question is closed by the entry that says how';
  end if;
  if exists (
    select from unnest(v_limited) as account
      where account is distinct from v_own and not exists (
        select from unnest(v_leaves) as l(leaf)
        where l.leaf->>'kind' = 'budget.changed' and l.leaf->'ref'->>'account' = account)) then
    raise exception 'limits are set by the entry that names the account';
  end if;
  -- What else may refuse an item is judged after its erasure was made.
  if p_item.erase is not null and (
    coalesce(p_item."create", p_item.close, to_jsonb(p_item.run), to_jsonb(p_item.limits), to_jsonb(p_item.draws)) is not null
    or array(select i::bigint from jsonb_array_elements_text(p_item.erase->'indexes') as i order by 1)
      <> array(select i::bigint from unnest(v_leaves) as l(leaf), jsonb_array_elements_text(l.leaf->'ref'->'entries') as i
               where l.leaf->>'kind' = 'payload.erased' order by 1)
    or p_item.erase->>'run' is not null and not exists (
      select from unnest(v_leaves) as l(leaf)
      where l.leaf->>'kind' = 'payload.erased' and l.leaf->>'run' = p_item.erase->>'run')) then
    raise exception 'content is erased alone, by the entries that name it';
  end if;
end
$$;

-- Takes away salt and payload of entries, and what a run's row and questions repeat of them; or says why not.
-- Only of runs that have ended: a living run is folded from its payloads. What stays of a row is made here.
create or replace function commit_erase(p_workspace text, p_erase jsonb)
returns jsonb
language plpgsql
as $$
declare
  v_indexes constant bigint[] := array(select jsonb_array_elements_text(p_erase->'indexes')::bigint);
begin
  if exists (select from run r where r.workspace = p_workspace and r.status <> 'ended' and (
               r.id = p_erase->>'run'
               or r.id in (select e.run from log_entry e where e.workspace = p_workspace and e.index = any (v_indexes)))) then
    return jsonb_build_object('kind', 'fault', 'code', 'LEDGER_RUN_ACTIVE');
  end if;
  if v_indexes = '{}' or cardinality(v_indexes) <> (
       select count(*) from log_entry
       where workspace = p_workspace and index = any (v_indexes) and payload is not null) then
    return jsonb_build_object('kind', 'fault', 'code', 'LEDGER_NOTHING_TO_ERASE');
  end if;
  update log_entry set salt = null, payload = null, erased = true
    where workspace = p_workspace and index = any (v_indexes);
  update run set title = '""', result = readable(result) ||
      case readable(result)->>'kind' when 'answered' then '{"text": ""}'::jsonb else '{"reason": ""}' end
    where workspace = p_workspace and id = p_erase->>'run';
  update question
    set question = readable(question) || '{"sentence": "", "args": {}, "missing": []}'::jsonb,
        answer = readable(answer) || case readable(answer)->>'kind'
          when 'edit' then '{"args": {}}'::jsonb when 'deny' then '{"reason": ""}' else '{}' end
    where workspace = p_workspace and run = p_erase->>'run';
  return null;
end
$$;

grant create on schema countersign to countersign_writer;
alter function readable owner to countersign_writer;
alter function commit_evidence owner to countersign_writer;
revoke create on schema countersign from countersign_writer;
