-- Workspaces and who belongs to them. A workspace is its own tenant: the column is named as in all other tables.
create table workspace (
  workspace text primary key,
  name text not null,
  created_at timestamptz not null
);

create table member (
  workspace text not null references workspace,
  person text not null,
  name text not null,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'builder', 'responder', 'user')),
  primary key (workspace, person)
);
create index member_person on member (person);

call make_tenant('workspace');
call make_tenant('member');
grant select, insert on workspace to countersign_app;
grant select, insert, update (name, email, role) on member to countersign_app;

-- Where a person belongs is asked before a workspace is chosen: the one question about people across workspaces.
create function workspaces_of(wanted text)
returns table (id text, name text, created_at timestamptz, role text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select w.workspace, w.name, w.created_at, m.role
  from countersign.member m join countersign.workspace w on w.workspace = m.workspace
  where m.person = wanted
  order by w.created_at, w.workspace
$$;
revoke all on function workspaces_of(text) from public;
grant execute on function workspaces_of(text) to countersign_app;
