import type { Origins } from './origins.ts';

/** For answers that are data: nothing of them may run or be framed. */
const DATA_POLICY =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * For our own pages. Scripts come from our files alone: no inline code, no eval, no other host, so text that an
 * outsider wrote cannot become code, and nothing can be sent anywhere else. Styles may be inline: dialogs and
 * toasts set them while they run, and with images, fonts and connections bound to us a style can carry nothing out.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** Puts the headers on an answer that every answer has; a page's own content policy stays. */
export function addSecurityHeaders(answer: Response, origins: Origins, requestId: string): void {
  const headers: Record<string, string> = {
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(origins.secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
  if (!answer.headers.has('content-security-policy')) {
    headers['content-security-policy'] = DATA_POLICY;
  }
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
}
