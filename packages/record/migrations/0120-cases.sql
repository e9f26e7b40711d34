-- Case records. The counter is a row that each new case locks, so numbers have no gaps.
create table case_counter (
  workspace text primary key,
  last integer not null
);

create table case_record (
  workspace text not null,
  id text not null,
  number integer not null,
  title text not null,
  description text not null,
  status text not null check (status in ('new', 'in_progress', 'resolved', 'closed')),
  priority text not null check (priority in ('low', 'medium', 'high', 'critical')),
  severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
  created_at timestamptz not null,
  created_by text not null,
  label jsonb not null,
  comments integer not null default 0,
  primary key (workspace, id),
  unique (workspace, number)
);

create table case_comment (
  workspace text not null,
  case_id text not null,
  id text not null,
  number integer not null,
  text text not null,
  written_by text not null,
  written_at timestamptz not null,
  label jsonb not null,
  primary key (workspace, case_id, number),
  foreign key (workspace, case_id) references case_record (workspace, id)
);

call make_tenant('case_counter');
call make_tenant('case_record');
call make_tenant('case_comment');
grant select, insert, update (last) on case_counter to countersign_app;
grant select, insert, update (comments) on case_record to countersign_app;
grant select, insert on case_comment to countersign_app;
