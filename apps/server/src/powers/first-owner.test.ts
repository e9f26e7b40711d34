import type { Member } from '@countersign/contract';
import { expect, test } from 'vitest';
import { createJoin, type JoinParts } from './first-owner.ts';

test('somebody new joins by an invitation only while its sender could still give it', async () => {
  const members = new Map<string, Member>();
  const config = {
    member: async (_workspace: string, person: string) => members.get(person) ?? null,
    putMember: async (_workspace: string, member: Member) =>
      void members.set(member.person, member),
  };
  // Only what an invited person's way in uses.
  const join = createJoin({ stores: { config } } as unknown as JoinParts);
  const ann = { person: 'usr_ann', name: 'Ann', email: 'ann@example.com' };
  const bob = { id: 'usr_bob', name: 'Bob', email: 'bob@example.com' };
  const invited = { workspace: 'ws_a', email: bob.email, role: 'admin', by: ann.person } as const;
  const refused = { code: 'HTTP_INVITATION' };

  await expect(join(bob, invited)).rejects.toMatchObject(refused);
  members.set(ann.person, { ...ann, role: 'builder' });
  await expect(join(bob, invited)).rejects.toMatchObject(refused);
  expect(members.has(bob.id)).toBe(false);
  members.set(ann.person, { ...ann, role: 'admin' });
  await join(bob, invited);
  expect(members.get(bob.id)).toMatchObject({ role: 'admin', email: bob.email });
});
