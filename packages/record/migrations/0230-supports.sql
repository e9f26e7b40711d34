-- A question may need the yes of several people. All but the last one's are kept with it, and leave it open.

-- List of {by, at}, in order; `at` in milliseconds since 1970.
alter table question add column supports jsonb not null default '[]';

-- Which question may not be closed or supported, or null. One that was supported since it was read is read again first.
create or replace function commit_closed(p_workspace text, p_close jsonb)
returns jsonb
language plpgsql
as $$
declare
  v_question text;
  v_kind text;
begin
  select c.id, case when q.status = 'open' then 'overtaken' else 'closed' end into v_question, v_kind
    from rows from (jsonb_to_recordset(p_close) as (id text, after integer)) with ordinality as c(id, after, ordinality)
    left join lateral (select status, supports from question where workspace = p_workspace and id = c.id offset 0) q on true
    where q.status is distinct from 'open' or c.after <> jsonb_array_length(q.supports)
    order by c.ordinality limit 1;
  return case when found then jsonb_build_object('kind', v_kind, 'question', v_question) end;
end
$$;

-- Opens and closes the questions of an item; one that is closed as `open` got one more yes.
create or replace procedure commit_questions(p_workspace text, p_open jsonb, p_close jsonb, p_time bigint)
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
    update question q set status = x.status, answer = x.answer,
      answered_by = case when x.status <> 'open' then x.by end,
      answered_at = case when x.status <> 'open' then p_time end,
      supports = case when x.status <> 'open' then q.supports
                      else q.supports || jsonb_build_object('by', x.by, 'at', p_time) end
    from jsonb_to_recordset(p_close) as x(id text, status text, by text, answer text)
    where q.workspace = p_workspace and q.id = x.id;
  end if;
end
$$;

-- Refuses an item whose leaves do not say which questions it closes or supports and how, whose limits it sets, or
-- whose content it takes away. The questions are open: commit_closed has looked.
create or replace function commit_evidence(p_workspace text, p_item commit_item, p_leaves text[], p_accounts text[])
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
          when 'open' then c.answer is null and l.leaf->>'kind' = 'question.supported'
            and l.leaf->'ref'->>'question' = c.id and l.leaf->'ref'->>'by' = c.by
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
    select from jsonb_to_recordset(p_item.close) as c(id text, status text, by text)
      join question q on q.workspace = p_workspace and q.id = c.id
      cross join lateral (
        select coalesce((readable(q.question)->>'approvals')::integer, 1) as needed,
               (select count(distinct s->>'by') from jsonb_array_elements(q.supports) as s where s->>'by' <> c.by) as others
      ) as a
      where case when c.status = 'open' then a.needed < 2 or a.others < jsonb_array_length(q.supports)
                 when c.status in ('approved', 'repeated') then a.others < a.needed - 1
                 else false end) then
    raise exception 'a question that needs several people is approved by as many, each once';
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
