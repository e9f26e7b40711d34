-- Row-level security for a table with a `workspace` column: a transaction sees the rows of the workspace it
-- carries in `app.workspace`, and none where it carries none. It holds for the table's owner too (FORCE); the
-- owner has a policy of its own, so that functions which run as the owner can hand out ids across workspaces.
create procedure make_tenant(tenant_table regclass)
language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('alter table %s force row level security', tenant_table);
  execute format(
    'create policy tenant on %s to countersign_app, countersign_broker, countersign_writer
       using (workspace = current_setting(''app.workspace'', true))
       with check (workspace = current_setting(''app.workspace'', true))', tenant_table);
  execute format(
    'create policy owner on %s to countersign_owner using (true) with check (true)', tenant_table);
  -- A setting that a transaction had is the empty text afterwards, not null.
  execute format('alter table %s add constraint workspace_named check (workspace <> '''')', tenant_table);
end
$$;
revoke execute on procedure make_tenant from public;
