-- Keeps a signed checkpoint of a workspace. One that is stored is never changed.
create function record_checkpoint(p_workspace text, p_size bigint, p_root bytea, p_note text)
returns void
language plpgsql
security definer
set search_path = countersign, pg_temp
as $$
begin
  perform set_config('app.workspace', p_workspace, true);
  insert into log_checkpoint (workspace, size, root, note) values (p_workspace, p_size, p_root, p_note)
    on conflict (workspace, size) do nothing;
end
$$;

grant execute on function record_checkpoint to countersign_app;
grant create on schema countersign to countersign_writer;
alter function record_checkpoint owner to countersign_writer;
revoke create on schema countersign from countersign_writer;
