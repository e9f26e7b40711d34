import { ApiError, createClient } from './index.ts';

/** Starts a run, prints the model's words as they come, and shows what waits for a person. */
export async function example(apiKey: string, print: (text: string) => void): Promise<void> {
  const client = createClient({ baseUrl: 'http://localhost:8080', apiKey });

  const { run } = await client.runs.start({
    agent: 'agt_triage',
    message: { text: 'Sort my new mail.' },
    dedupe: 'morning-of-5-january',
  });

  for await (const event of client.runs.stream(run)) {
    if (event.kind === 'delta' && event.delta.kind === 'text') print(event.delta.text);
    if (event.kind === 'entry' && event.entry.kind === 'call.held') break;
  }

  const [question] = await client.questions.list({ status: 'open', run });
  if (question === undefined) return;
  print(`${question.sentence}\n${JSON.stringify(question.args, null, 2)}`);

  try {
    // The hash says which call is meant: another one, changed by a byte, is not approved by this.
    await client.questions.answer(question.id, { kind: 'approve', callHash: question.callHash });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'HTTP_QUESTION_CLOSED') print('Too late.');
    else throw error;
  }
}
