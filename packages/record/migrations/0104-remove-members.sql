-- Who left a workspace, and when. The row stays, since the server's role deletes nothing; a new invitation fills it again.
alter table member add column left_at timestamptz;
grant update (left_at) on member to countersign_app;

create or replace function workspaces_of(wanted text)
returns table (id text, name text, created_at timestamptz, role text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select w.workspace, w.name, w.created_at, m.role
  from countersign.member m join countersign.workspace w on w.workspace = m.workspace
  where m.person = wanted and m.left_at is null
  order by w.created_at, w.workspace
$$;
