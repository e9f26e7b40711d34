-- Mails that the example's sink took. They are shown to people and are in no action's path.
create table outbox_mail (
  workspace text not null,
  id text not null,
  position bigint generated always as identity,
  taken_at timestamptz not null,
  sender text not null,
  recipients jsonb not null,
  subject text not null,
  text text not null,
  raw bytea not null,
  primary key (workspace, id)
);
create index outbox_mail_order on outbox_mail (workspace, position);
call make_tenant('outbox_mail');
grant select, insert on outbox_mail to countersign_app;
