-- Whether a change of the policies needs two persons, and whether nothing in the workspace is real.
alter table workspace
  add column policy_two_persons boolean not null default false,
  add column sandbox boolean not null default false;
grant update (policy_two_persons, sandbox) on workspace to countersign_app;
