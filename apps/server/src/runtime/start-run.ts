import {
  type AgentSnapshot,
  type Amounts,
  type ConfigStore,
  DEFAULT_LIMITS,
  type FileRef,
  type IdPowers,
  label,
  limitsOf,
  type Member,
  type Message,
  newId,
  type ObjectStore,
  ROLES,
  type Role,
  type RunCreate,
  type RunEvent,
  type RunStart,
} from '@countersign/contract';
import { fault } from './errors.ts';
import type { StartRequest } from './port.ts';
import type { FindVersion } from './versions.ts';

/** A run that is ready to be made durable. */
export interface Prepared {
  readonly create: RunCreate;
  readonly event: Extract<RunEvent, { kind: 'run.started' }>;
  readonly accounts: readonly { readonly id: string; readonly limits: Amounts }[];
}

/** Looks up and freezes all that a run starts with. `worker` gets its lease; null leaves it to whoever claims it. */
export type Prepare = (request: StartRequest, worker: string | null) => Promise<Prepared>;

export interface PreparePowers extends IdPowers {
  readonly config: Pick<ConfigStore, 'member'>;
  readonly findVersion: FindVersion;
  readonly objects: Pick<ObjectStore, 'get'>;
  /** The user and answer messages of a conversation so far, oldest first. */
  readonly historyOf: (workspace: string, conversation: string) => Promise<readonly Message[]>;
}

/** Makes {@link Prepare}. */
export function createPrepare(powers: PreparePowers): Prepare {
  return async (request, worker) => {
    const { workspace, person, message } = request;
    if (message.text.trim() === '')
      throw fault('RUNTIME_MESSAGE_EMPTY', { details: { field: 'message.text' } });
    const [agent, member, history, files] = await Promise.all([
      powers.findVersion(workspace, request.agent, request.version),
      request.member ?? powers.config.member(workspace, person),
      request.conversation ? powers.historyOf(workspace, request.conversation) : [],
      Promise.all((message.files ?? []).map((object) => fileRef(powers, workspace, object))),
    ]);
    if (member?.person !== person) throw fault('RUNTIME_NOT_A_MEMBER', { details: { person } });
    const run = newId('run', powers);
    const start = startOf(request, run, agent, member, powers.now());
    return {
      create: {
        id: run,
        start,
        title: titleOf(message.text),
        lease: worker === null ? null : { worker },
      },
      event: { kind: 'run.started', start, history, messages: messagesOf(run, message, files) },
      accounts: [{ id: `run:${run}`, limits: limitsOf(agent.definition) }],
    };
  };
}

function startOf(
  request: StartRequest,
  run: string,
  agent: AgentSnapshot,
  member: Member,
  now: number,
): RunStart {
  const limits = limitsOf(agent.definition);
  return {
    actor: {
      workspace: request.workspace,
      person: member.person,
      roles: rolesOf(member.role),
      agent: agent.id,
      agentVersion: agent.version,
      run,
    },
    grant: {
      actions: agent.tools.map((tool) => tool.action),
      connections: [
        ...new Set([
          agent.definition.model.connection,
          ...agent.tools.flatMap((tool) => tool.connection ?? []),
        ]),
      ],
      // Waiting for people does not use up wall time; the grant still ends some day.
      expiresAt:
        now + (limits.wallMs ?? DEFAULT_LIMITS.wallMs) + 60 * agent.definition.questionTtlMs,
      ancestors: [],
    },
    agent,
    trigger: request.trigger,
    conversation: request.conversation ?? null,
  };
}

/** A role with all it includes. */
function rolesOf(role: Role): readonly Role[] {
  return ROLES.slice(ROLES.indexOf(role));
}

/** The person's own words are theirs; what they pasted or attached, anyone may have written. */
function messagesOf(
  run: string,
  message: StartRequest['message'],
  files: readonly FileRef[],
): readonly Message[] {
  const own: Message = {
    role: 'user',
    text: message.text,
    label: label('principal', 'public', [`${run}#/message`]),
    ...(files.length > 0 ? { files } : {}),
  };
  const pasted = (message.pasted ?? []).map(
    (text, index): Message => ({
      role: 'user',
      text: `[pasted]\n${text}`,
      label: label('untrusted', 'public', [`${run}#/pasted/${index}`]),
    }),
  );
  return [own, ...pasted];
}

async function fileRef(powers: PreparePowers, workspace: string, object: string): Promise<FileRef> {
  const found = await powers.objects.get(workspace, object);
  if (!found) throw fault('RUNTIME_OBJECT_UNKNOWN', { details: { object } });
  return { object, name: found.name, mediaType: found.mediaType, bytes: found.bytes.length };
}

/** What a list shows of a message. */
export function titleOf(text: string): string {
  const line = text.trim().split(/\s*\n/)[0] ?? '';
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
