-- Threads of runs between a person and an agent. What was said stands in the runs' entries.
create table conversation (
  workspace text not null,
  id text not null,
  agent text not null,
  person text not null,
  title text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace, id)
);
create index conversation_newest on conversation (workspace, updated_at desc, id desc);
create index conversation_person on conversation (workspace, person, updated_at desc, id desc);
call make_tenant('conversation');
grant select, insert, update (title, updated_at) on conversation to countersign_app;
