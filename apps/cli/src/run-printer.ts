import {
  isJsonObject,
  type Json,
  type JsonObject,
  type RunResult,
  type StreamedEntry,
} from '@countersign/contract';
import type { RunEvent } from '@countersign/sdk';
import { oneLine, printable } from './printable.ts';
import type { Terminal } from './terminal.ts';

/** Shows a run's steps on a terminal as they happen. Everything in them may have been written by an outsider. */
export interface RunPrinter {
  print(event: RunEvent): void;
  /** How the run ended, once it has. */
  readonly result: RunResult | null;
}

const MODEL = 'model.generate';
/** A model that writes down what was asked for, and says nothing to anybody. */
const PLANNER = 'the planner';

/** A printer. `write` takes pieces of a line, since a model's words come in pieces. */
export function runPrinter(terminal: Terminal, write: (text: string) => void): RunPrinter {
  const actions = new Map<string, string>();
  let result: RunResult | null = null;
  let spoken = '';
  let lastText = '';

  const endWords = () => {
    if (spoken !== '' && !spoken.endsWith('\n')) write('\n');
    spoken = '';
  };
  const step = (text: string) => {
    endWords();
    terminal.line(text);
  };

  /** The line of an entry, or null for one that a watcher need not see. */
  function lineOf({ kind, call, ref, payload }: StreamedEntry): string | null {
    const body = isJsonObject(payload) ? payload : {};
    const action = actionOf(call, ref);
    switch (kind) {
      case 'call.intent':
        return action === MODEL || action === PLANNER
          ? null
          : `${terminal.dim('→')} ${action} ${terminal.dim(argsOf(body))}`;
      case 'call.outcome': {
        const outcome = memberOf(body, 'outcome');
        if (action === PLANNER) return null;
        return action === MODEL ? wordsNotHeard(outcome) : outcomeLine(terminal, action, outcome);
      }
      case 'intent.missing':
        return terminal.dim(`· no plan: ${textOf(body['reason'])}`);
      case 'call.refused':
        if (action === PLANNER) return null;
        return terminal.bad(`✗ ${action} refused: ${textOf(body['reason'])}`);
      case 'call.held':
        // What is asked is shown by who can look the question up.
        return null;
      case 'question.supported':
        return `${terminal.dim('↩')} one yes of several: ${oneLine(textOf(body['by']), 100)}`;
      case 'question.answered':
        return `${terminal.dim('↩')} answered: ${textOf(memberOf(body, 'answer')['kind'])}`;
      case 'run.cancelled':
        return terminal.warn(`cancelled ${textOf(body['reason'])}`);
      case 'run.ended':
        return ended(memberOf(body, 'result'));
      default:
        return null;
    }
  }

  /** What the model said, where its words did not come live. */
  function wordsNotHeard(outcome: JsonObject): string | null {
    const text = memberOf(memberOf(outcome, 'result'), 'value')['text'];
    const heard = spoken !== '';
    endWords();
    lastText = typeof text === 'string' ? text : '';
    return heard || lastText === '' ? null : printable(lastText);
  }

  function ended(about: JsonObject): string | null {
    endWords();
    // The entry of a run's end holds its result, as the runtime wrote it.
    result = about as unknown as RunResult;
    if (result.kind !== 'answered') {
      return terminal.bad(`${result.kind}: ${oneLine(result.reason, 300)}`);
    }
    return result.text === lastText ? null : printable(result.text);
  }

  /** Intents name their action; what follows names the call alone. */
  function actionOf(call: string | null, ref: JsonObject): string {
    const named = ref['purpose'] === 'plan' ? PLANNER : ref['action'];
    if (call !== null && typeof named === 'string') actions.set(call, named);
    const known = call === null ? undefined : actions.get(call);
    return printable(known ?? (typeof named === 'string' ? named : 'a call'));
  }

  return {
    get result() {
      return result;
    },
    print(event) {
      switch (event.kind) {
        case 'entry': {
          const line = lineOf(event.entry);
          if (line !== null) step(line);
          break;
        }
        case 'delta':
          if (event.delta.kind !== 'text') break;
          spoken += event.delta.text;
          write(printable(event.delta.text));
          break;
        case 'resumed':
          step(terminal.dim('… the connection was lost; going on'));
          break;
        default:
          event satisfies never;
      }
    },
  };
}

function outcomeLine(terminal: Terminal, action: string, outcome: JsonObject): string {
  switch (outcome['kind']) {
    case 'done':
      return `${terminal.good('✓')} ${action}`;
    case 'unknown':
      return terminal.warn(`? ${action}: the answer was lost`);
    default:
      return terminal.bad(`✗ ${action} ${textOf(outcome['code'] ?? outcome['kind'])}`);
  }
}

function memberOf(body: JsonObject, name: string): JsonObject {
  const member = body[name];
  return isJsonObject(member) ? member : {};
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? oneLine(value, 200) : '';
}

function argsOf(body: JsonObject): string {
  const args = memberOf(memberOf(body, 'call'), 'args');
  return oneLine(JSON.stringify(args), 100);
}

/** The question that a held call waits for, or null for another entry. Its id stands in the entry's ref or payload. */
export function heldQuestion({ kind, ref, payload }: StreamedEntry): string | null {
  if (kind !== 'call.held') return null;
  const asked = isJsonObject(payload) ? payload['question'] : undefined;
  const id = ref['question'] ?? (isJsonObject(asked) ? asked['id'] : undefined);
  return typeof id === 'string' ? id : null;
}
