import { join } from 'node:path';
import type { WitnessStorage } from '@countersign/record';
import { z } from 'zod';
import { brokerFault } from '../errors.ts';
import { readPrivate, replacePrivate } from '../keys/private-file.ts';

const fileSchema = z.object({ v: z.literal(1), note: z.string() });

/** The last signed checkpoint of each workspace, a file each: outside the database, so that who shortens a log there is found out. */
export function witnessFiles(folder: string): WitnessStorage {
  return {
    load: async (workspace) => {
      const text = await readPrivate(pathOf(folder, workspace));
      // What is damaged is not nothing: as an empty note it is refused, not begun anew.
      return text === null ? null : noteIn(text);
    },
    store: (workspace, note) =>
      replacePrivate(pathOf(folder, workspace), `${JSON.stringify({ v: 1, note })}\n`),
  };
}

function noteIn(text: string): string {
  try {
    return fileSchema.parse(JSON.parse(text)).note;
  } catch {
    return '';
  }
}

function pathOf(folder: string, workspace: string): string {
  // It becomes a file's name.
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(workspace)) {
    throw brokerFault('BROKER_REQUEST_INVALID', {
      message: 'The id of a workspace is made of letters, digits, hyphens and underscores.',
    });
  }
  return join(folder, `${workspace}.json`);
}
