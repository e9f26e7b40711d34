-- The tests beside a policy text, what a change was for, and who accepted it where two persons are needed.
alter table policy_version
  add column tests text not null default '[]',
  add column note text not null default '',
  add column accepted_by text,
  -- Nobody is their own second person, whatever the server says.
  add check (accepted_by <> written_by);

-- Changes of the policies that wait for a second person.
create table policy_proposal (
  workspace text not null,
  id text not null,
  base integer not null check (base >= 0),
  version text not null,
  cedar text not null,
  tests text not null,
  note text not null,
  proposed_at timestamptz not null,
  proposed_by text not null,
  expires_at timestamptz not null,
  closed_as text check (closed_as in ('accepted', 'rejected', 'withdrawn')),
  closed_at timestamptz,
  closed_by text,
  primary key (workspace, id),
  check ((closed_as is null) = (closed_at is null) and (closed_as is null) = (closed_by is null)),
  check (closed_as is null or (closed_as = 'withdrawn') = (closed_by = proposed_by))
);
call make_tenant('policy_proposal');
-- What was proposed cannot be changed; it can only be closed.
grant select, insert, update (closed_as, closed_at, closed_by) on policy_proposal to countersign_app;
