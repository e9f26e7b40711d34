import { isJsonObject } from '@countersign/contract';
import type { Fetch } from '@countersign/sdk';

/** Changes the password and ends all other sessions; gives what is wrong, or null. */
export async function changePassword(
  fetch: Fetch,
  current: string,
  next: string,
): Promise<string | null> {
  try {
    const answer = await fetch('/api/auth/change-password', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        currentPassword: current,
        newPassword: next,
        revokeOtherSessions: true,
      }),
    });
    if (answer.ok) return null;
    const said: unknown = await answer.json().catch(() => null);
    const error = isJsonObject(said) && isJsonObject(said['error']) ? said['error'] : {};
    return typeof error['message'] === 'string' ? error['message'] : 'It was not changed.';
  } catch {
    return 'The server cannot be reached, so it is not known whether it was changed.';
  }
}
