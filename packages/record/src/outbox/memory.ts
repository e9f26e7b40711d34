import { type IdPowers, newId, type OutboxMail } from '@countersign/contract';
import { assertLimit } from '../config/limit.ts';
import type { OutboxStore } from './port.ts';
import { keptMail } from './shape.ts';

/** The outbox in memory, for tests and trials. */
export function createMemoryOutboxStore(powers: IdPowers): OutboxStore {
  const byWorkspace = new Map<string, OutboxMail[]>();
  return {
    async take(workspace, draft) {
      const mail = { ...keptMail(draft), id: newId('mail', powers), at: powers.now() };
      byWorkspace.set(workspace, [mail, ...(byWorkspace.get(workspace) ?? [])]);
      return mail;
    },
    async mails(workspace, limit) {
      assertLimit(limit);
      const mails = byWorkspace.get(workspace) ?? [];
      return mails.slice(0, limit).map(({ raw: _, ...mail }) => mail);
    },
    async mail(workspace, id) {
      return byWorkspace.get(workspace)?.find((mail) => mail.id === id) ?? null;
    },
  };
}
