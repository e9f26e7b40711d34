import type {
  Broker,
  CaseStore,
  MemoryStore,
  ObjectStore,
  TableStore,
} from '@countersign/contract';
import type { FindConnection } from './connection.ts';
import { filePerformer } from './file/perform.ts';
import { httpPerformer } from './http/perform.ts';
import { iocPerformer } from './ioc/perform.ts';
import type { Mailboxes } from './mail/mailbox.ts';
import { mailPerformers } from './mail/perform.ts';
import { mailSendPerformer } from './mail/perform-send.ts';
import { chatSpeaker } from './model/chat/speaker.ts';
import { gullibleSpeaker } from './model/gullible/speaker.ts';
import { modelPerformer } from './model/perform.ts';
import { scriptedSpeaker } from './model/scripted.ts';
import type { Pace } from './model/speak-words.ts';
import type { Speaker } from './model/speaker.ts';
import type { Performers } from './performer.ts';
import { casePerformers } from './store/cases.ts';
import { memoryPerformers } from './store/memories.ts';
import { tablePerformers } from './store/tables.ts';

/** All that the built-in actions touch the world with. */
export interface PerformerPowers {
  readonly broker: Pick<Broker, 'fetch' | 'smtp'>;
  readonly tables: TableStore;
  readonly cases: CaseStore;
  readonly memories: MemoryStore;
  readonly objects: Pick<ObjectStore, 'get'>;
  readonly findConnection: FindConnection;
  readonly mailboxes: Mailboxes;
  /** The text of the script that a `scripted` model plays. */
  readonly readScript: (path: string) => Promise<string>;
  /** Waits between the words of a scripted or gullible model, so that people can follow; null for none. */
  readonly pace: Pace | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The performers of all built-in actions, by action id. */
export function builtInPerformers(powers: PerformerPowers): Performers {
  const { broker, findConnection, mailboxes, pace, now } = powers;
  const mail = { findConnection, mailboxes };
  const http = httpPerformer(broker);
  const sdk = loadedWhenAsked(async () => {
    const { sdkSpeaker } = await import('./model/sdk/speaker.ts');
    return sdkSpeaker(broker, now);
  });
  return new Map([
    ['http.request', http],
    ['http.fetch', http],
    ['ioc.extract', iocPerformer],
    ['mail.send', mailSendPerformer({ findConnection, broker, now })],
    ['file.read', filePerformer({ ...mail, objects: powers.objects })],
    [
      'model.generate',
      modelPerformer({
        findConnection,
        speakers: {
          'openai-compatible': chatSpeaker(broker, now),
          openai: sdk,
          anthropic: sdk,
          google: sdk,
          scripted: scriptedSpeaker({ readScript: powers.readScript, pace }),
          gullible: gullibleSpeaker({ pace }),
        },
      }),
    ],
    ...mailPerformers(mail),
    ...tablePerformers(powers.tables),
    ...casePerformers(powers.cases),
    ...memoryPerformers(powers.memories),
  ]);
}

/** The provider packages cost memory that a server whose models are all local should not pay. */
function loadedWhenAsked(load: () => Promise<Speaker>): Speaker {
  let loading: Promise<Speaker> | null = null;
  return async (question, signal, onDelta) => {
    loading ??= load();
    const speaker = await loading;
    return speaker(question, signal, onDelta);
  };
}
