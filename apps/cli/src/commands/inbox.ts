import { COMMON, command, type Finish } from '../command.ts';
import { clientFor } from '../config.ts';
import { EXIT } from '../exit-codes.ts';
import type { Powers } from '../powers.ts';
import { oneLine } from '../printable.ts';
import { showQuestion } from '../show-question.ts';
import { span, terminalOf } from '../terminal.ts';

/** Lists what waits for a person, or shows one question whole. */
export function inbox(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'inbox',
    description: 'List what waits for an answer, or show one question whole.',
    args: {
      ...COMMON,
      question: { type: 'positional', required: false, description: 'Id of one question.' },
      run: { type: 'string', description: 'Only questions of this run.' },
    },
    async run(args) {
      const client = await clientFor(powers, args);
      const terminal = terminalOf(powers);
      if (args.question !== undefined) {
        const question = await client.questions.get(args.question);
        if (args.json) powers.out(`${JSON.stringify(question, null, 2)}\n`);
        else showQuestion(terminal, question, powers.now());
        return EXIT.ok;
      }
      const { items: open, next } = await client.questions.list({
        status: 'open',
        limit: 200,
        ...(args.run === undefined ? {} : { run: args.run }),
      });
      if (args.json) {
        powers.out(`${JSON.stringify(open, null, 2)}\n`);
        return EXIT.ok;
      }
      if (open.length === 0) terminal.line('Nothing waits for an answer.');
      terminal.table(
        open.map((one) => [one.id, span(one.expiresAt - powers.now()), oneLine(one.sentence)]),
        (cell, column) => (column === 2 ? cell : terminal.dim(cell)),
      );
      if (next !== null)
        terminal.line('There are more; answer some of these first, or name a run.');
      if (open.length > 0) terminal.line(terminal.dim('\ncountersign approve ID …, or deny ID …'));
      return EXIT.ok;
    },
  });
}
