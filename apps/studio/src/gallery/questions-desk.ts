import {
  type Answer,
  type AnswerGiven,
  type QuestionRecord,
  type QuestionView,
  STATUS_BY_ANSWER,
} from '@countersign/contract';
import { error, json } from './answers.ts';
import { INES, NOW, ROBIN } from './fixtures/people.ts';
import { DELETE, DENIED, HOSTILE, LOST, SEND } from './fixtures/questions.ts';
import type { GalleryRoute } from './route-table.ts';
import type { Scene } from './scenes.ts';

/** Questions of a scene, which remember what they were answered. */
export function questionRoutes(scene: Scene): readonly GalleryRoute[] {
  let questions = (scene.has ?? 'example') === 'example' ? [...openOf(scene), DENIED] : [];
  const put = (changed: QuestionRecord) => {
    questions = questions.map((one) => (one.id === changed.id ? changed : one));
    return changed;
  };
  const answer = (id: string, given: Answer): Response | null => {
    const known = questions.find((one) => one.id === id);
    if (!known) return null;
    const isOpen = known.status === 'open';
    if (isOpen && !scene.race) return json(viewed(put(closed(known, given, ROBIN.person))));
    if (isOpen) put(closed(known, { kind: 'deny', reason: 'I was faster.' }, INES.person));
    return error(409, 'HTTP_QUESTION_CLOSED', 'The question is closed.');
  };
  const viewed = ({ supports = [], ...question }: QuestionRecord): QuestionView => ({
    ...question,
    ...(supports.length > 0 ? { supports: supports.map((one) => ({ ...one, counts: true })) } : {}),
    barred: scene.asks === 'barred' && question.status === 'open' ? 'own' : null,
  });
  return [
    [
      'GET',
      /^questions$/,
      (_, __, url) => ({
        items: questions
          .filter((one) => isWanted(one.status, url.searchParams.get('status')))
          .filter((one) => isWanted(one.run, url.searchParams.get('run')))
          .map(viewed),
        next: null,
      }),
    ],
    [
      'GET',
      /^questions\/([^/]+)$/,
      ([id]) => questions.filter((one) => one.id === id).map(viewed)[0] ?? null,
    ],
    [
      'POST',
      /^questions\/([^/]+)\/answer$/,
      ([id = ''], init) => answer(id, JSON.parse(String(init?.body)) as Answer),
    ],
    [
      'POST',
      /^questions\/answers$/,
      async (_, init) => {
        const { answers } = JSON.parse(String(init?.body)) as {
          answers: { id: string; answer: Answer }[];
        };
        const items = answers.map(async (one): Promise<AnswerGiven> => {
          const said = await answer(one.id, one.answer)?.json();
          return 'error' in said
            ? { id: one.id, question: null, error: said.error }
            : { id: one.id, question: said, error: null };
        });
        return { items: await Promise.all(items) };
      },
    ],
  ];
}

function openOf(scene: Scene): readonly QuestionRecord[] {
  if (scene.asks === 'hostile') return [HOSTILE, SEND];
  return scene.asks === 'lost' ? [LOST] : [SEND, DELETE];
}

function isWanted(status: string, wanted: string | null): boolean {
  return wanted === null || wanted.split(',').includes(status);
}

function closed(question: QuestionRecord, answer: Answer, by: string): QuestionRecord {
  return {
    ...question,
    status: STATUS_BY_ANSWER[answer.kind],
    answer,
    answeredBy: by,
    answeredAt: NOW,
  };
}
