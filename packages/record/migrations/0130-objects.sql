-- Bytes that are too large for an entry, in parts, so that nobody has to hold a whole row of them twice.
create table object (
  workspace text not null,
  id text not null,
  name text not null,
  media_type text not null,
  bytes integer not null,
  label jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (workspace, id)
);

create table object_part (
  workspace text not null,
  object text not null,
  part integer not null,
  bytes bytea not null,
  primary key (workspace, object, part),
  foreign key (workspace, object) references object (workspace, id)
);
-- Uploads are mostly packed already; trying to pack them again costs time and saves nothing.
alter table object_part alter column bytes set storage external;

call make_tenant('object');
call make_tenant('object_part');
-- No update: an object under an id is always the same bytes.
grant select, insert on object, object_part to countersign_app;
