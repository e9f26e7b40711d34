import type { JsonObject } from '@countersign/contract';
import { isJsonObject } from '@countersign/contract';
import { z } from 'zod';
import { readJson } from '../json-body.ts';
import { PASSWORD_LENGTH } from './library.ts';

/** No request of sign-in is larger; passwords are hashed, so long ones cost us time. */
const BODY_LIMITS = { jsonBytes: 16_384, jsonDepth: 6 };

/** E-mail and password. */
export const signInBody = z.strictObject({
  email: z.string().min(1).max(254),
  password: z.string().min(1).max(1024),
  rememberMe: z.boolean().optional(),
});

/** A new account, with what lets its person in. */
export const signUpBody = z.strictObject({
  name: z.string().trim().min(1).max(80),
  email: z.email().max(254),
  password: z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max),
  rememberMe: z.boolean().optional(),
  /** Printed by the server while there is no account. */
  setupCode: z.string().max(200).optional(),
  /** The token of an invitation's link. */
  invitation: z.string().max(200).optional(),
});

/** The body of a request below `/api/auth`; an absent one is an empty object. Forms of other sites send no JSON. */
export async function bodyOf(request: Request): Promise<JsonObject> {
  if (request.method === 'GET' || request.headers.get('content-length') === '0') return {};
  if (request.body === null) return {};
  const body = await readJson(request, BODY_LIMITS);
  return isJsonObject(body) ? body : {};
}
