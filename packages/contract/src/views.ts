import type { Role } from './actor.ts';
import type { Account } from './budget.ts';
import type { SecretState } from './ports/broker.ts';
import type { SecretInfo } from './ports/config.ts';
import type { RunSummary } from './run.ts';

/** Who is asking, and where they belong. */
export interface Me {
  readonly person: { readonly id: string; readonly name: string; readonly email: string };
  readonly via: 'session' | 'key';
  readonly workspaces: readonly {
    readonly id: string;
    readonly name: string;
    readonly role: Role;
  }[];
}

/** A secret as people see it. No view has its value. */
export interface SecretView extends SecretInfo {
  /** The connection that names it, or null where none does any more. */
  readonly connection: string | null;
  /** Whether that connection can use it as it is; null where nobody can tell now. */
  readonly state: SecretState['kind'] | null;
  /** Where it was entered for, where the connection leads elsewhere now. */
  readonly enteredFor: string | null;
}

/** A thread of runs between one person and one agent. Times in milliseconds since 1970. */
export interface ConversationSummary {
  readonly id: string;
  readonly agent: string;
  readonly person: string;
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A conversation with its runs, oldest first; what was said stands in their entries. */
export interface ConversationView {
  readonly conversation: ConversationSummary;
  readonly runs: readonly RunSummary[];
}

/** A mail of a mailbox as a list shows it. Every text in it was written by outsiders. */
export interface MailSummary {
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  /** Milliseconds since 1970 by the mail's own Date header, or null where it has none that can be read. */
  readonly at: number | null;
  readonly snippet: string;
  readonly attachments: number;
}

/**
 * A mail whole, as a person reads it: as text, whatever it was written as. Every text in it was written by
 * outsiders; `null` is a Date header that cannot be read.
 */
export interface MailMessage {
  readonly id: string;
  /** Empty where the mail does not say. */
  readonly from: string;
  readonly replyTo: readonly string[];
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly at: number | null;
  readonly bytes: number;
  readonly text: string;
  /** What the text was made from; HTML is read and never shown. */
  readonly textFrom: 'plain' | 'html' | 'none';
  /** Links of an HTML message: what a person would see, and where it leads. */
  readonly links: readonly { readonly text: string; readonly url: string }[];
  /** What stands in it and nobody would see: how much, hidden how, and how it begins. */
  readonly hidden: {
    readonly characters: number;
    readonly ways: readonly string[];
    readonly text: string;
  };
  readonly attachments: readonly {
    readonly name: string;
    readonly mediaType: string;
    readonly bytes: number;
    readonly inline: boolean;
  }[];
  /** All header fields in their order, decoded. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** What was broken or odd in it, as short codes. */
  readonly problems: readonly string[];
}

/** What has been used, and of how much. An account nobody has drawn on is null. */
export interface UsageView {
  readonly workspace: Account | null;
  readonly person: Account | null;
  readonly agents: readonly { readonly agent: string; readonly account: Account }[];
}

/** The state of one part of the system, in words that hold no secret. */
export interface PartHealth {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** Whether everything that is needed works. `now` is the server's clock, in milliseconds since 1970. */
export interface HealthView {
  readonly ok: boolean;
  readonly version: string;
  readonly now: number;
  readonly parts: readonly PartHealth[];
}
