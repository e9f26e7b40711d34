import { recordFault } from '../errors.ts';

const LONGEST = 200;

/**
 * A text that may stand in an id's column: 1 to 200 characters, none of them a control character. Texts that
 * people wrote go elsewhere, as JSON.
 *
 * @throws fault `RECORD_NAME_INVALID` that says which.
 */
export function checkedName(text: string, what: string): string {
  const fits = text.length > 0 && text.length <= LONGEST && text.isWellFormed();
  if (fits && !/\p{Cc}/u.test(text)) return text;
  throw recordFault('RECORD_NAME_INVALID', {
    message: `The id of ${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what} is 1 to ${LONGEST} characters long, without control characters.`,
    details: { what },
  });
}
