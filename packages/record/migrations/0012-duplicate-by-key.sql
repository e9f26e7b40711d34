-- Why a run may not be created, or null.
create or replace function commit_duplicate(p_workspace text, p_create jsonb)
returns jsonb
language plpgsql
as $$
declare
  v_run text;
begin
  select id into v_run from run where workspace = p_workspace and id = p_create->>'id';
  if not found and p_create->>'dedupe' is not null then
    select id into v_run from run where workspace = p_workspace and dedupe = p_create->>'dedupe';
  end if;
  return case when found then jsonb_build_object('kind', 'duplicate', 'run', v_run) end;
end
$$;
