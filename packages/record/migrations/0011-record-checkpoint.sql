-- Keeps a signed checkpoint of a workspace. One that is stored is never changed, and none comes after a larger one.
-- The form is checked here and the signature by every audit: Postgres knows no Ed25519.
create or replace function record_checkpoint(p_workspace text, p_size bigint, p_root bytea, p_note text)
returns void
language plpgsql
security definer
set search_path = countersign, pg_temp
as $$
declare
  v_origin constant text := 'countersign/' || p_workspace;
  v_text constant text := concat(v_origin, E'\n', p_size, E'\n', encode(p_root, 'base64'), E'\n\n');
  v_size bigint;
begin
  perform enter_workspace(p_workspace);
  -- Checkpoints of a workspace wait for each other, and for commits.
  select size into v_size from log_head where workspace = p_workspace for update;
  if p_size < 0 or p_size > coalesce(v_size, 0) then
    raise exception 'a checkpoint is of entries that the log has';
  end if;
  if octet_length(p_root) <> 32 or not starts_with(p_note, v_text || '— ' || v_origin || ' ')
      or substr(p_note, length(v_text) + 1) !~ '^(— [^ +\n]+ [A-Za-z0-9+/]{1,200}={0,2}\n){1,16}$' then
    raise exception 'a checkpoint is a signed note of its workspace, size and root';
  end if;
  -- Another process may have had more signed meanwhile.
  if p_size < (select max(size) from log_checkpoint where workspace = p_workspace) then return; end if;
  insert into log_checkpoint (workspace, size, root, note) values (p_workspace, p_size, p_root, p_note)
    on conflict (workspace, size) do nothing;
end
$$;
