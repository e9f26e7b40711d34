-- Runs, questions and budgets. Texts that people or outsiders wrote are kept as JSON texts: they may hold U+0000,
-- which no Postgres text can. Only the functions of countersign_writer change these tables.

create table run (
  workspace text collate "C" not null,
  id text collate "C" not null,
  status text not null check (status in ('runnable', 'running', 'parked', 'ended')),
  -- Counts leases: a holder commits with the epoch it was given.
  epoch bigint not null,
  worker text collate "C" check ((worker is not null) = (status = 'running')),
  -- Claims since the run last got on.
  attempts integer not null,
  -- Milliseconds since 1970, by the clock of whoever wrote; so are the other times.
  ready_at bigint not null,
  wake_at bigint,
  -- Index of the run's last entry; -1 for none.
  last_index bigint not null,
  snapshot text,
  snapshot_index bigint not null,
  agent text collate "C" not null,
  person text collate "C" not null,
  conversation text collate "C",
  -- SHA-256 of the trigger's key: the key itself may be anything.
  dedupe text collate "C",
  -- JSON: agentVersion, agentName, trigger.
  about text not null,
  -- JSON text.
  title text not null,
  -- JSON of the RunResult.
  result text,
  started_at bigint not null,
  ended_at bigint,
  primary key (workspace, id)
) with (fillfactor = 80);

create unique index run_dedupe on run (workspace, dedupe) where dedupe is not null;
create index run_newest on run (workspace, started_at desc, id desc);
create index run_of_person on run (workspace, person, started_at desc, id desc);
create index run_of_agent on run (workspace, agent, started_at desc, id desc);
create index run_of_conversation on run (workspace, conversation) where conversation is not null;
create index run_runnable on run (ready_at) where status = 'runnable';
create index run_due on run (wake_at) where status = 'parked' and wake_at is not null;
create index run_leased on run (worker) where status = 'running';

create table question (
  workspace text collate "C" not null,
  id text collate "C" not null,
  run text collate "C" not null,
  requested_by text collate "C" not null,
  status text not null,
  asked_at bigint not null,
  -- JSON of the Question.
  question text not null,
  answered_by text,
  answered_at bigint,
  -- JSON of the Answer.
  answer text,
  primary key (workspace, id)
);
create index question_newest on question (workspace, asked_at desc, id desc);
create index question_open on question (workspace, asked_at desc, id desc) where status = 'open';
create index question_of_run on question (workspace, run);

-- Amounts stand in the order of the contract's DIMENSIONS; a limit that is null does not bind.
create table account (
  workspace text collate "C" not null,
  id text collate "C" not null,
  limits bigint[] not null,
  spent bigint[] not null,
  reserved bigint[] not null,
  primary key (workspace, id)
) with (fillfactor = 80);

call make_tenant('run');
call make_tenant('question');
call make_tenant('account');

grant select on run, question, account to countersign_app;
grant select, insert, update on run, question, account to countersign_writer;

-- Worker processes. Nobody's tenant; reached by functions only.
create table worker (
  id text collate "C" primary key,
  beat_at timestamptz not null
);
