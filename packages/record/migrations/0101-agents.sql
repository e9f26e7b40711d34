-- Agents: a draft that is edited, and versions that never change.
create table agent (
  workspace text not null,
  id text not null,
  draft jsonb not null,
  revision integer not null check (revision > 0),
  published_version integer not null default 0 check (published_version >= 0),
  updated_at timestamptz not null,
  updated_by text not null,
  primary key (workspace, id)
);

create table agent_version (
  workspace text not null,
  agent text not null,
  version integer not null check (version > 0),
  snapshot jsonb not null,
  published_at timestamptz not null,
  published_by text not null,
  primary key (workspace, agent, version),
  foreign key (workspace, agent) references agent (workspace, id)
);

call make_tenant('agent');
call make_tenant('agent_version');
grant select, insert, update (draft, revision, published_version, updated_at, updated_by)
  on agent to countersign_app;
-- No update and no delete: what a run was pinned to can always be shown.
grant select, insert on agent_version to countersign_app;
