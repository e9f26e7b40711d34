import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Asks a person for one line; null where the input ended. A hidden answer is not shown while it is typed. */
export function askOn(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): (question: string, hidden?: boolean) => Promise<string | null> {
  return (question, hidden = false) => {
    output.write(question);
    const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
    const isTerminal = input.isTTY === true;
    const lines = createInterface({ input, output: hidden ? sink : output, terminal: isTerminal });
    return new Promise((resolve) => {
      lines.once('line', (line) => {
        resolve(line);
        lines.close();
      });
      lines.once('close', () => {
        if (hidden) output.write('\n');
        resolve(null);
      });
    });
  };
}
