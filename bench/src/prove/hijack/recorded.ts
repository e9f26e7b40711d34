import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json } from '@countersign/contract';
import { parse } from 'yaml';
import type { ReplayStep, ToolStep } from './data.ts';

/** What real models did with the benign tasks, as the data set's authors recorded it. */
export interface RecordedRun {
  readonly suite: string;
  readonly user_task: string;
  /** Whether the run did what the task asks for. */
  readonly utility: boolean;
  readonly steps: readonly RecordedStep[];
}

interface RecordedStep extends ToolStep {
  readonly result_text: string;
  readonly error: string | null;
}

/** The recorded runs by model; none where the folder has no such file. */
export async function readRecordedRuns(
  folder: string,
): Promise<ReadonlyMap<string, readonly RecordedRun[]>> {
  try {
    const text = await readFile(join(folder, 'recorded_benign_runs.json'), 'utf8');
    // The form is the data set's own; a file of another form fails at its first use.
    const { runs } = JSON.parse(text) as { runs: Readonly<Record<string, readonly RecordedRun[]>> };
    return new Map(Object.entries(runs));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map();
    throw error;
  }
}

/** A recorded step as a replay's. The recordings hold what the model was shown: YAML, of which any text is a document. */
export function replayOf(step: RecordedStep): ReplayStep {
  return { ...step, result_json: structureOf(step.result_text), vectors_in_result: [] };
}

function structureOf(text: string): Json {
  try {
    // Dates stay text, as the tools give them.
    return parse(text, { schema: 'core' }) as Json;
  } catch {
    return text;
  }
}
