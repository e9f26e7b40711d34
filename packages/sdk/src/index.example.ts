import { ApiError, type ClientOptions, createClient } from './index.ts';

/**
 * Starts a run, prints the model's words as they come, and lets happen what waits for a person.
 *
 * @param options such as `{ baseUrl: 'http://localhost:7400', apiKey: 'cs_...' }`.
 */
export async function example(
  options: ClientOptions,
  print: (text: string) => void,
): Promise<void> {
  const client = createClient(options);

  const { run } = await client.runs.start({
    agent: 'agt_triage',
    message: { text: 'Sort my new mail.' },
    dedupe: 'morning-of-5-january',
  });

  for await (const event of client.runs.stream(run)) {
    if (event.kind === 'delta' && event.delta.kind === 'text') print(event.delta.text);
    if (event.kind === 'entry' && event.entry.kind === 'call.held') break;
  }

  const [question] = (await client.questions.list({ status: 'open', run })).items;
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
