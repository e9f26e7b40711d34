import { NO_RULES } from '@countersign/contract';
import { bodyOf, error } from './answers.ts';
import {
  CASES,
  COMMENTS,
  CONNECTIONS,
  KEYS,
  MAIL,
  MAILS,
  OUTBOX,
  ROWS,
  TABLES,
  USAGE,
} from './fixtures/data.ts';
import { INES, NOW, ROBIN, TOMAS } from './fixtures/people.ts';
import { PERMITTED } from './fixtures/permitted.ts';
import {
  POLICY_CHECK,
  POLICY_DIFF,
  POLICY_PROPOSAL,
  POLICY_SIMULATION,
  POLICY_VERSION,
  POLICY_VERSIONS,
} from './fixtures/policy.ts';
import { REMEMBERED } from './fixtures/remembered.ts';
import type { GalleryRoute } from './route-table.ts';
import type { Scene } from './scenes.ts';

/** What a scene's workspace holds, and how it is set up. */
export function settingsRoutes(scene: Scene): readonly GalleryRoute[] {
  const isEmpty = scene.has === 'nothing';
  const isFilled = (scene.has ?? 'example') === 'example';
  const some = <T>(items: readonly T[], isThere: boolean) => ({ items: isThere ? items : [] });
  const admin = { ...INES, person: 'usr_admin', name: 'Aiko Brandt', role: 'admin' };
  const members =
    scene.role === undefined
      ? [ROBIN, INES, TOMAS]
      : [{ ...ROBIN, role: scene.role }, INES, TOMAS, admin];
  return [
    ['GET', /^connections$/, () => some(CONNECTIONS, !isEmpty)],
    [
      'PUT',
      /^connections\/([^/]+)$/,
      ([connection]) => {
        if (connection === 'con_provider') {
          const again = 'The secret was entered for another destination; enter it again.';
          return error(400, 'HTTP_SECRET_AGAIN', again, 'config.baseUrl');
        }
        const message = 'The field `config.folder` names a folder that is not there.';
        return error(400, 'HTTP_INVALID', message, 'config.folder');
      },
    ],
    [
      'GET',
      /^secrets$/,
      () =>
        some(
          [
            {
              ...{ name: 'con_provider', version: 2, connection: 'con_provider', state: 'ready' },
              enteredFor: null,
              ...{ createdAt: NOW - 86_400_000, createdBy: ROBIN.person },
            },
          ],
          !isEmpty,
        ),
    ],
    ['PUT', /^secrets\/([^/]+)$/, ([name]) => ({ name, version: 1 })],
    ['GET', /^permissions$/, () => some([PERMITTED], isFilled)],
    ['GET', /^permissions\/([^/]+)$/, () => ({ permission: PERMITTED, uses: [] })],
    ['GET', /^memories$/, () => ({ items: isFilled ? REMEMBERED : [], next: null })],
    ['POST', /^memories\/rollback$/, () => ({ rollback: null, items: REMEMBERED, untold: [] })],
    ['GET', /^rules$/, () => ({ ...NO_RULES, separateDuties: scene.asks === 'barred' })],
    ['PUT', /^rules$/, (_, init) => bodyOf(init)],
    ['GET', /^policy$/, () => POLICY_VERSION],
    ['POST', /^policy\/check$/, () => POLICY_CHECK],
    ['GET', /^policy\/versions$/, () => ({ items: POLICY_VERSIONS, next: null })],
    ['GET', /^policy\/compare$/, () => ({ cedar: POLICY_DIFF, tests: [] })],
    ['GET', /^policy\/proposals$/, () => ({ items: isEmpty ? [] : [POLICY_PROPOSAL] })],
    ['POST', /^policy\/simulate$/, () => POLICY_SIMULATION],
    [
      'PUT',
      /^policy$/,
      () => {
        const message = 'The policy is not valid Cedar for this schema.';
        const problems = [{ says: 'unexpected token `permitt`', line: 3, column: 1 }];
        return error(400, 'HTTP_POLICY', message, 'cedar', { problems });
      },
    ],
    ['GET', /^members$/, () => ({ items: members })],
    [
      'POST',
      /^members$/,
      (_, init) => ({
        link: `${location.origin}/join#Zk3v0pQ1c8J9x2m7t5w4y6z8a1b3c5d7`,
        ...bodyOf(init),
        expiresAt: NOW + 7 * 86_400_000,
      }),
    ],
    ['PUT', /^members\/([^/]+)$/, () => INES],
    ['DELETE', /^members\/([^/]+)$/, () => new Response(null, { status: 204 })],
    ['GET', /^keys$/, () => some(KEYS, !isEmpty)],
    ['POST', /^keys$/, () => ({ key: KEYS[0], secret: 'cs_7Qm2vX0pTz9LrK4wEj6sYb1nHd8cFu3a' })],
    ['DELETE', /^keys\/([^/]+)$/, () => new Response(null, { status: 204 })],
    ['GET', /^tables$/, () => some(TABLES, isFilled)],
    ['GET', /^tables\/([^/]+)\/rows$/, () => ({ items: ROWS, next: null })],
    ['GET', /^cases$/, () => some(CASES, isFilled)],
    ['GET', /^cases\/([^/]+)$/, () => ({ record: CASES[0], comments: COMMENTS })],
    ['GET', /^outbox$/, () => some(OUTBOX, isFilled)],
    ['GET', /^outbox\/([^/]+)$/, () => OUTBOX[0]],
    ['GET', /^mailbox\/([^/]+)$/, () => some(MAILS, !isEmpty)],
    ['GET', /^mailbox\/([^/]+)\/([^/]+)$/, () => MAIL],
    [
      'POST',
      /^objects$/,
      (_, __, url) => ({
        object: 'obj_1',
        name: url.searchParams.get('name'),
        mediaType: 'text/plain',
        bytes: 10,
      }),
    ],
    ['GET', /^usage$/, () => ({ ...USAGE, agents: isFilled ? USAGE.agents : [] })],
  ];
}
