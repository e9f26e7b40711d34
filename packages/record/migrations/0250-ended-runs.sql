-- A run that has ended asks nothing more: what it still asked is withdrawn with it, in its own transaction. Whoever ends a
-- run closes what they know of; this is for a question that was opened at the very moment somebody cancelled.
create function withdraw_questions()
returns trigger
language plpgsql
as $$
begin
  update question set status = 'withdrawn', answered_by = 'system', answered_at = new.ended_at
    where workspace = new.workspace and run = new.id and status = 'open';
  return null;
end
$$;
create trigger run_ended after update of status on run
  for each row when (new.status = 'ended' and old.status <> 'ended')
  execute function withdraw_questions();

-- Those that were left open before.
update question q set status = 'withdrawn', answered_by = 'system', answered_at = r.ended_at
  from run r where r.workspace = q.workspace and r.id = q.run and r.status = 'ended' and q.status = 'open';
