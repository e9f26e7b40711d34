-- What people let agents do again without being asked. Calls that one let pass are intents of the log, which name it.
create table permission (
  workspace text not null,
  id text not null,
  agent text not null,
  action text not null,
  connection text,
  -- JSON: where it applies, what it allows and how often. Null once it was erased, which ends it.
  content text,
  question text,
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz not null check (expires_at <= created_at + interval '2160 hours'),
  revoked_at timestamptz,
  revoked_by text,
  primary key (workspace, id),
  check ((revoked_at is null) = (revoked_by is null))
);
call make_tenant('permission');
-- A permission cannot be widened, prolonged or given to another agent; it can end, and not be ended after all.
grant select, insert, update (revoked_at, revoked_by) on permission to countersign_app;
grant select (workspace, id, content), update (content) on permission to countersign_writer;

-- Intents that a permission let pass. The text stands unescaped in a leaf only where it is its structure.
create index log_entry_permitted on log_entry (workspace, index) where leaf like '%"permissions":["prm\_%';

-- Takes away what a permission says once the entry of its making is erased. Called by commit_erase's trigger below.
create function permission_erased()
returns trigger
language plpgsql security definer set search_path = countersign, pg_temp
as $$
begin
  update permission set content = null
    where workspace = new.workspace and id = readable(new.leaf)->'ref'->>'permission';
  return null;
end
$$;
revoke all on function permission_erased() from public;
grant create on schema countersign to countersign_writer;
alter function permission_erased owner to countersign_writer;
revoke create on schema countersign from countersign_writer;
create trigger permission_erased after update of erased on log_entry for each row
  when (new.erased and new.leaf like '%"kind":"permission.changed"%')
  execute function permission_erased();
