-- API keys. Of the secret only its SHA-256 is kept; it has 256 random bits, so a slow hash would add nothing.
create table api_key (
  workspace text not null,
  id text not null unique,
  name text not null,
  person text not null,
  agent text,
  scopes text[] not null,
  secret_hash text not null check (secret_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (workspace, id)
);

call make_tenant('api_key');
-- A key cannot be given more scopes, another person or a new secret; it can only end.
-- Its hash is not readable in a list: only the look-up below gives it, for one id.
grant insert, update (revoked_at, last_used_at),
  select (workspace, id, name, person, agent, scopes, created_at, created_by, expires_at, revoked_at, last_used_at)
  on api_key to countersign_app;

-- A key says by itself which workspace it is for, so it is looked up before one is set.
create function api_key_by_id(wanted text)
returns table (
  workspace text, id text, name text, person text, agent text, scopes text[], secret_hash text,
  created_at timestamptz, expires_at timestamptz, revoked_at timestamptz, last_used_at timestamptz
)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select k.workspace, k.id, k.name, k.person, k.agent, k.scopes, k.secret_hash,
    k.created_at, k.expires_at, k.revoked_at, k.last_used_at
  from countersign.api_key k
  where k.id = wanted
$$;
revoke all on function api_key_by_id(text) from public;
grant execute on function api_key_by_id(text) to countersign_app;
