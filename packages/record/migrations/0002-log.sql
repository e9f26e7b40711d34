-- The Merkle log (RFC 6962) of each workspace. Its functions belong to countersign_writer, which may append and
-- never change; the server's role may only read, so that a server taken over cannot rewrite what was recorded.
-- Ids are compared by bytes (collation C), everywhere alike.

create table log_head (
  workspace text collate "C" primary key,
  size bigint not null default 0 check (size >= 0),
  -- Element n + 1 is the root of a full subtree of 2^n leaves; it counts where bit n of `size` is set.
  frontier bytea[] not null default '{}'
);

create table log_entry (
  workspace text collate "C" not null,
  index bigint not null check (index >= 0),
  -- Canonical JSON (RFC 8785) of the leaf: the bytes that are hashed.
  leaf text not null,
  leaf_hash bytea not null,
  -- The leaf's run, so that a run's entries can be found.
  run text collate "C",
  salt bytea,
  -- Canonical JSON of the payload. Not jsonb, which cannot hold U+0000 and forgets the bytes that were hashed.
  payload text,
  erased boolean not null default false,
  primary key (workspace, index)
);
create index log_entry_run on log_entry (workspace, run, index) where run is not null;

-- Roots of full subtrees of 256^level leaves, made as they fill up: with them a proof costs a few hundred hashes.
create table log_node (
  workspace text collate "C" not null,
  level integer not null check (level > 0),
  index bigint not null check (index >= 0),
  hash bytea not null,
  primary key (workspace, level, index)
);

create table log_checkpoint (
  workspace text collate "C" not null,
  size bigint not null check (size >= 0),
  root bytea not null,
  -- The signed note (C2SP).
  note text not null,
  primary key (workspace, size)
);

call make_tenant('log_head');
call make_tenant('log_entry');
call make_tenant('log_node');
call make_tenant('log_checkpoint');

grant select on log_head, log_entry, log_node, log_checkpoint to countersign_app, countersign_writer;
grant insert on log_head, log_entry, log_node, log_checkpoint to countersign_writer;
grant update (size, frontier) on log_head to countersign_writer;
grant update (salt, payload, erased) on log_entry to countersign_writer;
