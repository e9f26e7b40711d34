/**
 * The normal form of a bare e-mail address: lower case. Null for anything else, also for a display name with
 * an address, since the name would be somebody's free text. (RFC 5321 lets a host tell cases of the local
 * part apart; none in use does.)
 */
export function readMail(value: string): string | null {
  if (value.length > 254) return null;
  return /^[\p{L}\p{N}._%+'-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}]{2,63}$/u.test(
    value,
  )
    ? value.toLowerCase()
    : null;
}
