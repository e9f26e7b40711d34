-- Where actions reach, and the sealed secrets they reach with.
create table connection (
  workspace text not null,
  id text not null,
  name text not null,
  config jsonb not null,
  updated_at timestamptz not null,
  primary key (workspace, id)
);

create table secret (
  workspace text not null,
  name text not null,
  version integer not null check (version > 0),
  sealed jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (workspace, name, version)
);

call make_tenant('connection');
call make_tenant('secret');
create policy broker on connection for select to countersign_broker using (true);
create policy broker on secret for select to countersign_broker using (true);

grant select, insert, update (name, config, updated_at) on connection to countersign_app;
-- The sealed text goes in and never comes back to the role that writes it; a version is never rewritten.
grant insert, select (workspace, name, version, created_at, created_by)
  on secret to countersign_app;
grant select on connection, secret to countersign_broker;
