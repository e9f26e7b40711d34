-- Whether somebody other than the person a run acts for must answer its questions.
alter table workspace add column separate_duties boolean not null default false;
grant update (separate_duties) on workspace to countersign_app;
