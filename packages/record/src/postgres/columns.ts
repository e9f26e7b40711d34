/** The columns of an `EntryRow`. */
export const ENTRY_COLUMNS = 'index, leaf, leaf_hash, run, salt, payload, erased';

/** The columns of a `RunRow`. */
export const RUN_COLUMNS = `id, status, agent, person, conversation, about, title, result, started_at, ended_at,
  (select count(*) from question q where q.workspace = run.workspace and q.run = run.id and q.status = 'open')
    as open_questions`;

/** The columns of a `QuestionRow`. */
export const QUESTION_COLUMNS = 'status, question, answered_by, answered_at, answer, supports';
