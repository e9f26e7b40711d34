import { type ChildProcess, spawn } from 'node:child_process';
import { must } from '@countersign/contract';
import type { Ending, Running } from './keep.ts';

/** A program of Node's: a file and what Node must be told before it. */
export interface Program {
  readonly file: string;
  readonly node: readonly string[];
}

/** How a program is run. */
export interface ProgramPlan {
  readonly program: Program;
  /** The whole of its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** All that it prints, as it comes. */
  readonly hear: (text: string) => void;
  /** Milliseconds between asking it to end and ending it. */
  readonly grace: number;
}

/** A started program, which may not do its work yet. */
export interface Started extends Running {
  /** What it tells over the channel that every program has to its launcher. */
  onMessage(listener: (message: unknown) => void): void;
  /** Its last words, for a person who asks why it ended. */
  lastWords(): string;
}

/** Starts a program in a process group of its own, so that a terminal's ^C reaches the launcher alone, which ends things in order. */
export function startProgram(plan: ProgramPlan): Started {
  const child = spawn(process.execPath, [...plan.program.node, plan.program.file], {
    env: plan.env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  let words = '';
  const hear = (chunk: Buffer) => {
    const text = chunk.toString();
    words = (words + text).slice(-4000);
    plan.hear(text);
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  const ended = endOf(child);
  return {
    pid: must(child.pid, 'Node itself can always be started'),
    ended,
    stop: () => stop(child, ended, plan.grace),
    onMessage: (listener) => child.on('message', listener),
    lastWords: () => tellingWords(words),
  };
}

/** The last error's line, or the last lines: a stack does not help who starts a program. */
function tellingWords(words: string): string {
  const lines = words.trim().split('\n');
  const error = lines.findLast((line) => /^\w*(error|fault|bug)\b.*: /i.test(line));
  return error ?? lines.slice(-3).join('\n');
}

function endOf(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }));
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

async function stop(child: ChildProcess, ended: Promise<Ending>, grace: number): Promise<void> {
  child.kill('SIGTERM');
  const hard = setTimeout(() => child.kill('SIGKILL'), grace);
  await ended;
  clearTimeout(hard);
}
