/**
 * The address a request's socket comes from, or `unknown` where there is no socket (an in-process call).
 * Headers such as X-Forwarded-For are not looked at: whoever sends them writes them.
 */
export function addressOf(env: unknown): string {
  const incoming = member(env, 'incoming');
  const address = member(member(incoming, 'socket'), 'remoteAddress');
  return typeof address === 'string' ? address : 'unknown';
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
