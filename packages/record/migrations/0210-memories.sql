-- What agents keep between runs, with the label it was written with. Found by words that the application makes, since
-- the parser of a text search configuration hangs on the server's locale; so both stores find the same.
create table memory_item (
  workspace text not null,
  id text not null,
  person text not null,
  agent text not null,
  -- Null once it was erased.
  text text,
  words tsvector not null,
  label jsonb not null,
  tainted boolean not null,
  run text,
  call text,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at <= created_at + interval '8760 hours'),
  supersedes text,
  status text not null check (status in ('active', 'waiting', 'rejected', 'forgotten', 'rolled-back')),
  before text check (before in ('active', 'waiting', 'rejected', 'forgotten')),
  rollback text,
  changed_at timestamptz,
  changed_by text,
  reviewed_by text,
  reviewed_at timestamptz,
  -- When the text goes: at its expiry, or a while after it was taken away.
  erase_at timestamptz not null check (erase_at <= expires_at),
  primary key (workspace, id),
  foreign key (workspace, supersedes) references memory_item (workspace, id),
  -- What a stranger could have had a hand in is read as such, or waits, or is gone; it never becomes active by itself.
  check (status <> 'active' or not tainted),
  check ((before is null) = (status in ('active', 'waiting')))
);
create index memory_item_place on memory_item (workspace, person, agent, created_at desc);
create index memory_item_superseded on memory_item (workspace, supersedes) where supersedes is not null;
create index memory_item_due on memory_item (workspace, erase_at) where text is not null;

call make_tenant('memory_item');
-- Whose it is, who wrote it and until when are never changed.
grant select, insert, update (text, words, label, tainted, status, before, rollback, changed_at, changed_by,
  reviewed_by, reviewed_at, erase_at) on memory_item to countersign_app;
