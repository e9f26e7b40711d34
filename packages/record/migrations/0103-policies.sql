-- Policy texts, each kept for ever: an approval is bound to the version it was given under.
create table policy_version (
  workspace text not null,
  number integer not null check (number > 0),
  version text not null,
  cedar text not null,
  written_at timestamptz not null,
  written_by text not null,
  primary key (workspace, number)
);

-- Limits that people set on accounts; what was spent stands in the accounts themselves.
create table budget_limit (
  workspace text not null,
  account text not null,
  limits jsonb not null,
  updated_at timestamptz not null,
  updated_by text not null,
  primary key (workspace, account)
);

call make_tenant('policy_version');
call make_tenant('budget_limit');
grant select, insert on policy_version to countersign_app;
grant select, insert, update (limits, updated_at, updated_by) on budget_limit to countersign_app;
