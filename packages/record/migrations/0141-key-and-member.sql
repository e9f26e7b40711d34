-- A key's look-up tells the part its person has in the workspace too: each request with a key asks for both.
-- In PL/pgSQL, which keeps its plan between calls.
drop function api_key_by_id(text);
create function api_key_by_id(wanted text)
returns table (
  workspace text, id text, name text, person text, agent text, scopes text[], secret_hash text,
  created_at timestamptz, expires_at timestamptz, revoked_at timestamptz, last_used_at timestamptz,
  member_name text, member_email text, member_role text
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    select k.workspace, k.id, k.name, k.person, k.agent, k.scopes, k.secret_hash,
      k.created_at, k.expires_at, k.revoked_at, k.last_used_at, m.name, m.email, m.role
    from countersign.api_key k
    left join countersign.member m on m.workspace = k.workspace and m.person = k.person and m.left_at is null
    where k.id = wanted;
end
$$;
revoke all on function api_key_by_id(text) from public;
grant execute on function api_key_by_id(text) to countersign_app;
