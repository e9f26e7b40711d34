import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json, JsonObject } from '@countersign/contract';

/** A tool call as the data writes it. */
export interface ToolStep {
  readonly function: string;
  readonly args: JsonObject;
}

/** A step of a replay, with the result a model would see. */
export interface ReplayStep extends ToolStep {
  readonly result_text: string;
  readonly result_json: Json;
  readonly error: string | null;
  readonly vectors_in_result: readonly string[];
  readonly marked_result_json?: Json;
  readonly marked_result_text?: string;
}

export interface Replay {
  readonly user_task: string;
  readonly prompt: string;
  readonly steps: readonly ReplayStep[];
}

export interface SuiteTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonObject;
}

export interface Suite {
  readonly suite: string;
  readonly tools: readonly SuiteTool[];
  readonly environment_benign: JsonObject;
  readonly injection_tasks: readonly { readonly id: string; readonly goal: string }[];
}

export interface Pair {
  readonly suite: string;
  readonly user_task: string;
  readonly injection_task: string;
  readonly inject_after_step: number;
  readonly injection_calls: readonly ToolStep[];
}

/** The data of the hijack proof; see the folder's README for the form. */
export interface HijackData {
  readonly suites: ReadonlyMap<
    string,
    { readonly suite: Suite; readonly replays: ReadonlyMap<string, Replay> }
  >;
  readonly pairs: readonly Pair[];
}

/** Reads a folder of `<suite>.suite.json`, `<suite>.replay.json` and `pairs.json`. */
export async function readHijackData(folder: string): Promise<HijackData> {
  const json = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, name), 'utf8'));
  // The form is the data set's own; a file of another form fails at its first use.
  const { pairs } = (await json('pairs.json')) as { pairs: readonly Pair[] };
  const suites = new Map<string, { suite: Suite; replays: Map<string, Replay> }>();
  for (const name of new Set(pairs.map((pair) => pair.suite))) {
    const suite = (await json(`${name}.suite.json`)) as Suite;
    const { replays } = (await json(`${name}.replay.json`)) as { replays: readonly Replay[] };
    suites.set(name, {
      suite,
      replays: new Map(replays.map((replay) => [replay.user_task, replay])),
    });
  }
  return { suites, pairs };
}
