-- What keyed writes answered: the same key writes once and is answered as it was.
create table keyed_write (
  workspace text not null,
  key text not null,
  request text not null,
  answer jsonb,
  primary key (workspace, key)
);
call make_tenant('keyed_write');
grant select, insert, update (answer) on keyed_write to countersign_app;
