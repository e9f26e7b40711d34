-- Tables that agents and people keep: typed columns, and rows as checked JSON.
create table data_table (
  workspace text not null,
  id text not null,
  name text not null,
  columns jsonb not null,
  rows integer not null default 0 check (rows >= 0),
  created_at timestamptz not null,
  primary key (workspace, id),
  unique (workspace, name)
);

-- A removed row keeps its place and loses its cells, so that a reader who stands on it can go on.
create table data_row (
  workspace text not null,
  table_id text not null,
  id text not null,
  position bigint generated always as identity,
  cells jsonb not null,
  label jsonb not null,
  removed boolean not null default false,
  primary key (workspace, table_id, id),
  foreign key (workspace, table_id) references data_table (workspace, id)
);
create unique index data_row_order on data_row (workspace, table_id, position);

call make_tenant('data_table');
call make_tenant('data_row');
grant select, insert, update (rows) on data_table to countersign_app;
grant select, insert, update (cells, label, removed) on data_row to countersign_app;
