import type { Role } from '@countersign/contract';

/** Sign-in as the application sees it. It knows people and sessions, and nothing of workspaces. */
export interface AuthDoor {
  /** The person a request's cookie belongs to, or null. */
  session(headers: Headers): Promise<Session | null>;
  /** Answers a request below `/api/auth`. `address` is the client's, for rate limits. */
  handle(request: Request, address: string): Promise<Response>;
  /** True until the first account exists: it is then made with the set-up code. */
  needsSetup(): Promise<boolean>;
  /** Makes an invitation; its token is in no store and cannot be read again. */
  invite(invitation: Invited): Promise<{ readonly token: string; readonly expiresAt: number }>;
  /** Uses up an invitation for somebody who has an account. Null where it does not fit their e-mail address. */
  accept(token: string, session: Session): Promise<Invited | null>;
  /** Ends the unused invitations to an address of a workspace, and those that a person sent to it. */
  withdraw(of: Withdrawn): Promise<void>;
}

/** Whose invitations are of no use any more. */
export interface Withdrawn {
  readonly workspace: string;
  readonly email: string;
  /** Person id of whoever sent them. */
  readonly by: string;
}

/** A signed-in person. */
export interface Session {
  readonly id: string;
  readonly person: string;
  readonly name: string;
  readonly email: string;
}

/** Who is invited where, as what, by whom. */
export interface Invited {
  readonly workspace: string;
  readonly email: string;
  readonly role: Role;
  readonly by: string;
}
