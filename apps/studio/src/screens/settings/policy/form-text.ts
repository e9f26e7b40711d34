import {
  MOST_APPROVALS,
  type PolicyAnswerKind,
  placedPolicies,
  ROLES,
  type Role,
} from '@countersign/contract';

/** What the form is about: an effect, or `generate` to ask a model. */
export const FORM_ACTS = ['read', 'write', 'send', 'destroy', 'generate'] as const;
export type FormAct = (typeof FORM_ACTS)[number];

/** What a field can say, from the least to the most; `ask 2` asks two people. */
export const FORM_ANSWERS = [
  'deny',
  ...Array.from({ length: MOST_APPROVALS - 1 }, (_, at) => `ask ${MOST_APPROVALS - at}` as const),
  'ask',
  'allow',
] as const;
export type FormAnswer = PolicyAnswerKind | `ask ${number}`;

/** Who may do what, for one role or for agents. */
export type FormRow = Readonly<Record<FormAct, FormAnswer>>;

/** Policies as a form shows them. Roles include those below, so a higher role is never denied what a lower one may. */
export interface PolicyForm {
  readonly roles: Readonly<Record<Role, FormRow>>;
  readonly agents: FormRow;
  /** The lowest role that answers questions of its own runs, and of everybody's; null for none. */
  readonly answersOwn: Role | null;
  readonly answersAll: Role | null;
  /** Nobody answers for a send or a deletion of their own. */
  readonly fourEyes: boolean;
}

/** A text as the form shows it; `others` are policies that it cannot show, as they stand in the text. */
export interface ReadForm {
  readonly form: PolicyForm;
  readonly others: readonly string[];
  /** The text does not keep agents from the platform itself; what the form writes always does. */
  readonly addsControl: boolean;
}

const RANKS: readonly FormAnswer[] = FORM_ANSWERS;
const NO_CONTROL =
  'forbid (principal is AgentVersion, action, resource) when { context.sinks.contains("ctl") };';
const FOUR_EYES =
  'forbid (principal, action == Action::"answer", resource) when { context.own && ["send", "destroy"].contains(context.effect) };';
const PERMIT =
  /^((?:@ask\("always"\) |@approvals\("[2-5]"\) )*)permit \(principal (?:in Role::"(\w+)"|is AgentVersion), action (== Action::"\w+"|in \[[^\]]*\]|in Action::"act"), resource\)(?: unless { principal in Role::"(\w+)" })?( when { context\.own })?;$/;

interface Permit {
  readonly role: Role | null;
  readonly unless: Role | null;
  readonly acts: readonly string[];
  /** What it says where it applies. */
  readonly answer: FormAnswer;
  readonly own: boolean;
}

/** Reads a text that Cedar has found valid. */
export function readForm(text: string): ReadForm {
  const permits: Permit[] = [];
  const others: string[] = [];
  let [isControlled, fourEyes] = [false, false];
  for (const { text: policy } of placedPolicies(text)) {
    const plain = plainOf(policy);
    const permit = permitIn(plain);
    if (permit !== null) permits.push(permit);
    else if (plain === NO_CONTROL) isControlled = true;
    else if (plain === FOUR_EYES) fourEyes = true;
    else others.push(policy);
  }
  const rowFor = (applies: (permit: Permit) => boolean): FormRow => {
    const answer = (act: FormAct): FormAnswer => {
      const found = permits.filter((one) => applies(one) && one.acts.includes(act));
      const ranks = found.map((one) => RANKS.indexOf(one.answer));
      return RANKS[Math.min(...ranks)] ?? 'deny';
    };
    return Object.fromEntries(FORM_ACTS.map((act) => [act, answer(act)])) as Record<
      FormAct,
      FormAnswer
    >;
  };
  const answers = permits.filter(({ acts }) => acts.includes('answer'));
  return {
    form: {
      roles: Object.fromEntries(
        ROLES.map((role) => [
          role,
          rowFor(
            (one) =>
              one.role !== null &&
              isIn(role, one.role) &&
              (one.unless === null || !isIn(role, one.unless)),
          ),
        ]),
      ) as Record<Role, FormRow>,
      agents: rowFor(({ role }) => role === null),
      answersOwn: lowestOf(answers.filter(({ own }) => own)),
      answersAll: lowestOf(answers.filter(({ own }) => !own)),
      fourEyes,
    },
    others,
    addsControl: !isControlled,
  };
}

/** Writes policies that a person can read; what the form cannot show stands at the end as it was. */
export function writeForm(
  { roles, agents, ...form }: PolicyForm,
  others: readonly string[],
): string {
  const thresholds = new Map<string, FormAct[]>();
  for (const act of FORM_ACTS) {
    const lowest = RANKS.slice(1).map(
      (_, at) => ROLES.findLast((role) => RANKS.indexOf(roles[role][act]) > at) ?? '',
    );
    const key = lowest.join('/');
    thresholds.set(key, [...(thresholds.get(key) ?? []), act]);
  }
  const people = [...thresholds].flatMap(([key, acts]) => {
    const lowest = key.split('/');
    const name = acts.join('-');
    return RANKS.slice(1).flatMap((answer, at) => {
      const [from = '', above = ''] = lowest.slice(at, at + 2);
      if (from === '' || from === above) return [];
      const unless = above === '' ? '' : `\nunless { principal in Role::"${above}" }`;
      const id = answer === 'allow' ? `may-${name}` : `${answer.replace(' ', '')}-${name}`;
      return [
        `@id("${id}")\n${annotationOf(answer)}permit (principal in Role::"${from}", ${actionOf(acts)}, resource)${unless};`,
      ];
    });
  });
  const agentActs = (answer: FormAnswer) => FORM_ACTS.filter((act) => agents[act] === answer);
  const permit = (id: string, acts: readonly FormAct[], ask: string) =>
    acts.length === 0
      ? []
      : [`@id("${id}")\n${ask}permit (principal is AgentVersion, ${actionOf(acts)}, resource);`];
  const answering = (id: string, role: Role | null, when: string) =>
    role === null
      ? []
      : [
          `@id("${id}")\npermit (principal in Role::"${role}", action == Action::"answer", resource)${when};`,
        ];
  const parts = [
    '// What people may let agents do.',
    ...people,
    '// What agents may do themselves; both must be permitted.',
    ...permit('agents-act', agentActs('allow'), ''),
    ...RANKS.filter((answer) => answer.startsWith('ask')).flatMap((answer) =>
      permit(
        answer === 'ask' ? 'agents-asked' : `agents-${answer.replace(' ', '')}`,
        agentActs(answer),
        annotationOf(answer),
      ),
    ),
    `// No agent changes the platform itself.\n@id("agents-never-control")\n${NO_CONTROL.replace(' when', '\nwhen')}`,
    '// Who answers questions.',
    ...answering('own-questions', form.answersOwn, '\nwhen { context.own }'),
    ...answering('all-questions', form.answersAll, ''),
    ...(form.fourEyes
      ? [
          `// Nobody answers for a send or a deletion of their own.\n@id("four-eyes")\n${FOUR_EYES.replace(' when', '\nwhen')}`,
        ]
      : []),
    ...(others.length === 0 ? [] : ['// Not of the form, kept as it was.', ...others]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The form with one answer changed; roles above are raised with it, and those below lowered. */
export function withAnswer(
  form: PolicyForm,
  who: Role | 'agents',
  act: FormAct,
  answer: FormAnswer,
): PolicyForm {
  if (who === 'agents') return { ...form, agents: { ...form.agents, [act]: answer } };
  const rank = RANKS.indexOf(answer);
  const changed = ROLES.map((role) => {
    const own = RANKS.indexOf(form.roles[role][act]);
    const isAbove = isIn(role, who);
    const next = role === who ? rank : isAbove ? Math.max(own, rank) : Math.min(own, rank);
    return [role, { ...form.roles[role], [act]: RANKS[next] ?? 'deny' }];
  });
  return { ...form, roles: Object.fromEntries(changed) as Record<Role, FormRow> };
}

/** Each role is also in every role after it. */
function isIn(role: Role, other: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(other);
}

function actionOf(acts: readonly string[]): string {
  if (acts.length === FORM_ACTS.length) return 'action in Action::"act"';
  if (acts.length === 1) return `action == Action::"${acts[0]}"`;
  return `action in [${acts.map((act) => `Action::"${act}"`).join(', ')}]`;
}

function permitIn(plain: string): Permit | null {
  const [, asking = '', role, action = '', unless, own] = PERMIT.exec(plain) ?? [];
  if (action === '') return null;
  const acts: readonly string[] = action.endsWith('::"act"')
    ? FORM_ACTS
    : [...action.matchAll(/Action::"(\w+)"/g)].map(([, act = '']) => act);
  const isAnswer = acts.includes('answer');
  const isOdd =
    (isAnswer &&
      (acts.length > 1 || asking !== '' || role === undefined || unless !== undefined)) ||
    (!isAnswer && own !== undefined);
  const [known, except] = [roleOf(role), roleOf(unless)];
  if (isOdd || (role !== undefined && known === null) || (unless !== undefined && except === null))
    return null;
  return { role: known, unless: except, acts, answer: answerOf(asking), own: own !== undefined };
}

/** The annotation that makes a permit say it. */
function annotationOf(answer: FormAnswer): string {
  if (answer === 'ask') return '@ask("always")\n';
  return answer.startsWith('ask ') ? `@approvals("${answer.slice(4)}")\n` : '';
}

function answerOf(annotations: string): FormAnswer {
  const [, needed] = /@approvals\("(\d)"\)/.exec(annotations) ?? [];
  if (needed !== undefined) return `ask ${Number(needed)}`;
  return annotations === '' ? 'allow' : 'ask';
}

function roleOf(name: string | undefined): Role | null {
  return ROLES.find((role) => role === name) ?? null;
}

function lowestOf(permits: readonly Permit[]): Role | null {
  return ROLES.findLast((role) => permits.some((one) => one.role === role)) ?? null;
}

/** A policy without its name, comments and line breaks; a text within it stays as it is unless it looks like a comment. */
function plainOf(policy: string): string {
  return policy
    .replace(/\/\/[^\n"]*$/gm, '')
    .replace(/@id\("[^"\\]*"\)/, '')
    .replace(/\s+/g, ' ')
    .replace(/,? ?\)/g, ')')
    .replace(/\( /g, '(')
    .trim();
}
