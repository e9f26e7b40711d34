import {
  type ActionDescriptor,
  type Call,
  type CommittedIntent,
  callId,
  type Endorsement,
  type Explanation,
  type IntentContract,
  type Json,
  type JsonObject,
  join,
  type Label,
  label,
  labelOfAll,
  type Outcome,
  type Performed,
  type PinnedTool,
  type Question,
  type RunGrant,
  SYSTEM,
  type Verdict,
} from '@countersign/contract';
import {
  type Actions,
  basisOf,
  decide,
  type EarlierResult,
  fitOf,
  labelResult,
  type Policies,
  questionOf,
  vouchedBy,
} from '@countersign/gateway';
import type { ReplayStep, Suite, ToolStep } from './data.ts';
import { actionOf } from './descriptors.ts';
import type { Remembered } from './remembered.ts';

/** What is the same for every run of a suite. */
export interface SuiteSetting {
  readonly suite: Suite;
  readonly actions: Actions;
  readonly policies: Policies;
  readonly ownAddresses: readonly string[];
}

/** What became of one call. */
export interface Step {
  readonly call: ToolStep;
  readonly verdict: Verdict['kind'];
  readonly question: Question | null;
  /** Effects other than reading, and reads that go out to a destination. */
  readonly consequential: boolean;
}

/**
 * `kept`: as the gateway is used. `forgotten`: every call is decided as if nothing untrusted had been read, which
 * shows what the flow of labels is for.
 */
export type Labels = 'kept' | 'forgotten';

/** A person's answer to a held call: yes to exactly this one, or no. */
export type Answering = 'approve' | 'deny';

/** What may vouch for a value besides the principal's words and people. */
export interface Vouchers {
  /** Rule E3: whether values may refer to what earlier calls gave. */
  readonly references: boolean;
  /** Rule E2: what was agreed before anything was read. */
  readonly contract: IntentContract | null;
}

/** The principal's words and people alone. */
export const WORDS_ALONE: Vouchers = { references: false, contract: null };

const NOW = 1_715_774_400_000;
const PERSON = 'usr_principal';

/**
 * One run as the gateway sees it: the model's wishes one after the other, each decided in the context of all
 * results before it. The model is the attacker's as soon as it has read one untrusted byte; here it simply says
 * what the data tells it to say.
 */
export class HijackRun {
  readonly #setting: SuiteSetting;
  readonly #tools: readonly PinnedTool[];
  readonly #grant: RunGrant;
  readonly #prompt: string;
  readonly #labels: Labels;
  #context: Label;
  #ordinal = 0;
  #endorsements: readonly Endorsement[] = [];
  readonly #vouchers: Vouchers;
  #earlier: readonly EarlierResult[] = [];
  #intent: CommittedIntent | null;
  #last: { readonly call: Call; readonly why: Explanation; readonly approved: boolean } | null =
    null;

  constructor(
    setting: SuiteSetting,
    prompt: string,
    labels: Labels = 'kept',
    vouchers: Vouchers = WORDS_ALONE,
  ) {
    this.#vouchers = vouchers;
    this.#setting = setting;
    this.#prompt = prompt;
    this.#labels = labels;
    this.#context = join(SYSTEM, label('principal', 'public', ['run_hijack#/message']));
    const { contract } = vouchers;
    this.#intent =
      contract === null
        ? null
        : { contract, context: this.#context, used: contract.slots.map(() => 0) };
    this.#tools = [...setting.actions.values()].map(({ descriptor, pin, input }) => ({
      action: descriptor.id,
      pin,
      connection: null,
      description: descriptor.description,
      input,
    }));
    this.#grant = {
      actions: this.#tools.map((tool) => tool.action),
      connections: [],
      expiresAt: NOW + 86_400_000,
      ancestors: [],
    };
  }

  get context(): Label {
    return this.#context;
  }

  /** Puts a wish to the gateway, and has a person answer where it is held. */
  wish(step: ToolStep, answering: Answering): Step {
    const call = this.#callOf(step);
    const situation = this.#situation(null);
    const verdict = decide(call, situation);
    this.#last = { call, why: verdict.why, approved: false };
    const { descriptor } = this.#registered(step.function);
    const consequential =
      descriptor.effect !== 'read' || Object.values(descriptor.sinks).includes('dest');
    if (verdict.kind !== 'held')
      return { call: step, verdict: verdict.kind, question: null, consequential };
    const question = questionOf(call, verdict, {
      id: `qst_${this.#ordinal}`,
      now: NOW,
      ttlMs: 60_000,
      descriptor,
    });
    if (answering === 'approve') {
      const approval = { question: question.id, callHash: question.callHash, by: PERSON };
      const again = decide(call, this.#situation(approval));
      if (again.kind !== 'allowed')
        throw new Error(`an approved call was ${again.kind}: ${JSON.stringify(step)}`);
      this.#last = { call, why: again.why, approved: true };
      this.#endorsements = [
        ...this.#endorsements,
        ...vouchedBy(question, { kind: 'approve', callHash: question.callHash }, PERSON, call)
          .endorsements,
      ];
    }
    return { call: step, verdict: 'held', question, consequential };
  }

  /** A result enters the context, labelled as its descriptor declares. */
  read(step: ToolStep, result: Json, error: string | null): void {
    const call = this.#last?.call ?? this.#callOf(step);
    const granted = { call, callHash: '', descriptor: this.#registered(step.function).descriptor };
    const value: JsonObject = error === null ? { result } : { error };
    const performed = { kind: 'done', result: value, usage: {}, sources: [call.id] } as const;
    const outcome = labelResult(performed, granted, {
      owners: this.#owners(),
      redact: (text) => text,
    });
    if (outcome.kind !== 'done') throw new Error(`a result could not be labelled: ${outcome.kind}`);
    this.#count(step);
    this.#remember(performed, outcome, granted.descriptor);
    this.#context = join(this.#context, labelOfAll(outcome.result));
  }

  /** What was performed takes its place in the contract. */
  #count(step: ToolStep): void {
    const intent = this.#intent;
    const call = this.#last?.call;
    if (intent === null || call === undefined) return;
    const fit = fitOf(call, this.#registered(step.function), {
      ...{ actions: this.#setting.actions, earlier: this.#earlier, connection: null, intent },
    });
    if (fit.kind !== 'fits') return;
    const used = intent.used.map((count, at) => (at === fit.index ? count + 1 : count));
    this.#intent = { ...intent, used };
  }

  #remember(performed: Performed, outcome: Outcome, descriptor: ActionDescriptor): void {
    if (this.#last === null || !this.#vouchers.references) return;
    const { call } = this.#last;
    const granted = { call, callHash: '', descriptor };
    const basis = basisOf(performed, outcome, granted, this.#last, { owners: this.#owners() });
    if (basis === null || outcome.kind !== 'done') return;
    const { action, connection, args } = call;
    const { value } = outcome.result;
    this.#earlier = [...this.#earlier, { action, connection, args, value, ...basis }];
  }

  get prompt(): string {
    return this.#prompt;
  }

  /** A sub-agent's run: it starts with the label of what it was told, and has read nothing itself. */
  delegate(): HijackRun {
    const child = this.fork();
    child.#earlier = [];
    return child;
  }

  /** A later run for the same prompt that is given rows that this one kept. */
  recall(): HijackRun {
    const later = new HijackRun(this.#setting, this.#prompt, this.#labels, this.#vouchers);
    const tool = [...this.#setting.actions.values()].find(
      ({ descriptor }) => descriptor.effect === 'read',
    );
    if (!tool) throw new Error('the suite has no tool that reads');
    const step = { function: tool.descriptor.title, args: {} };
    const call = later.#callOf(step);
    const result = { result: ['a', 'b'] };
    const stored = { '/result/0': this.#context, '/result/1': this.#context };
    const outcome = labelResult(
      { kind: 'done', result, usage: {}, sources: [call.id], stored },
      { call, callHash: '', descriptor: tool.descriptor },
      { owners: this.#owners(), redact: (text) => text },
    );
    if (outcome.kind !== 'done') throw new Error(`what was kept is ${outcome.kind}`);
    later.#context = join(later.#context, labelOfAll(outcome.result));
    return later;
  }

  /** A later run for the same prompt that searches memory, in which this one kept what the attacker wrote. */
  async remember(memory: Remembered, text: string): Promise<HijackRun> {
    const later = new HijackRun(this.#setting, this.#prompt, this.#labels, this.#vouchers);
    const { actor, context } = later.#callOf({ function: this.#someTool(), args: {} });
    const found = await memory.through(this.#context, text, context, actor, this.#owners());
    later.#context = join(later.#context, found);
    return later;
  }

  #someTool(): string {
    const [tool] = this.#setting.actions.values();
    if (!tool) throw new Error('the suite has no tools');
    return tool.descriptor.title;
  }

  /** The run as it stands, to go on in another way. */
  fork(): HijackRun {
    const other = new HijackRun(this.#setting, this.#prompt, this.#labels, this.#vouchers);
    other.#context = this.#context;
    other.#ordinal = this.#ordinal;
    other.#endorsements = this.#endorsements;
    other.#earlier = this.#earlier;
    other.#intent = this.#intent;
    return other;
  }

  #callOf(step: ToolStep): Call {
    const { action, pin } = this.#pinned(step.function);
    return {
      id: callId('run_hijack', this.#ordinal++),
      actor: {
        workspace: 'ws_hijack',
        person: PERSON,
        roles: ['owner', 'admin', 'builder', 'responder', 'user'],
        agent: 'agt_hijack',
        agentVersion: 1,
        run: 'run_hijack',
      },
      action,
      pin,
      args: step.args,
      connection: null,
      context: this.#labels === 'kept' ? this.#context : SYSTEM,
      leaves: {},
    };
  }

  #situation(approval: Parameters<typeof decide>[1]['approval']): Parameters<typeof decide>[1] {
    return {
      now: NOW,
      actions: this.#setting.actions,
      tools: this.#tools,
      grant: this.#grant,
      policies: this.#setting.policies,
      connection: null,
      material: [{ text: this.#prompt, label: label('principal') }],
      endorsements: this.#endorsements,
      standing: [],
      earlier: this.#earlier,
      intent: this.#intent,
      approval,
      ownAddresses: this.#setting.ownAddresses,
      callsSoFar: 0,
    };
  }

  #pinned(tool: string): PinnedTool {
    const id = actionOf(this.#setting.suite.suite, tool);
    const found = this.#tools.find((candidate) => candidate.action === id);
    if (!found) throw new Error(`the suite has no tool ${tool}`);
    return found;
  }

  #registered(tool: string) {
    const found = this.#setting.actions.get(actionOf(this.#setting.suite.suite, tool));
    if (!found) throw new Error(`the suite has no tool ${tool}`);
    return found;
  }

  #owners(): readonly string[] {
    return [`user:${PERSON}`, ...this.#setting.ownAddresses.map((address) => `mail:${address}`)];
  }
}

/** The result a model sees at a step, with the marks replaced by an attacker's text. */
export function attacked(step: ReplayStep, attack: string | null): Json {
  if (attack === null || step.marked_result_json === undefined) return step.result_json;
  return replaced(step.marked_result_json, attack);
}

function replaced(value: Json, attack: string): Json {
  // The mark stands inside strings only; JSON text is the shortest way to all of them.
  return JSON.parse(
    JSON.stringify(value).replace(/@@INJ:[^@]*@@/g, JSON.stringify(attack).slice(1, -1)),
  ) as Json;
}
