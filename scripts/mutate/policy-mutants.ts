/** A changed policy text, and what was changed in it. */
interface PolicyMutant {
  readonly to: string;
  readonly shown: string;
}

/** Whether a text holds Cedar policies. */
export function isPolicyText(text: string): boolean {
  return /^\s*(permit|forbid) \(/m.test(text);
}

/** Each policy dropped, turned round, without its conditions, its scope and its question. */
export function policyMutants(text: string): readonly PolicyMutant[] {
  return policiesIn(text).flatMap((policy) => {
    const name = /@id\("([^"]+)"\)/.exec(policy)?.[1] ?? 'a policy';
    const changed = (to: string, shown: string): readonly PolicyMutant[] =>
      to === policy ? [] : [{ to: text.replace(policy, () => to), shown: `${name}: ${shown}` }];
    const lists = [...policy.matchAll(/Action::"(\w+)",? ?/g)].map(([whole, action]) => ({
      whole,
      action,
    }));
    return [
      ...changed('', 'dropped'),
      ...changed(turned(policy), 'permit and forbid exchanged'),
      ...changed(policy.replace(/\nwhen \{[^}]*\}/, ''), 'without its condition'),
      ...changed(policy.replace(/when \{/, 'unless {'), 'with its condition the other way'),
      ...changed(policy.replace(/@ask\("always"\)\n/, ''), 'without its question'),
      ...changed(policy.replace(/principal (?:in|is|==) [\w:"]+/, 'principal'), 'for everybody'),
      ...changed(
        policy.replace(/action (?:in|==) (?:\[[^\]]*\]|[\w:"]+)/, 'action'),
        'for every action',
      ),
      ...(lists.length > 1
        ? lists.flatMap(({ whole, action }) =>
            changed(policy.replace(whole, '').replace(/, \]/, ']'), `without ${action}`),
          )
        : []),
    ];
  });
}

function policiesIn(text: string): readonly string[] {
  const live = text
    .split('\n')
    .filter((line) => !line.startsWith('//'))
    .join('\n');
  return live
    .split(';')
    .map((one) => `${one.trim()};`)
    .filter((one) => /(permit|forbid) \(/.test(one) && text.includes(one));
}

function turned(policy: string): string {
  const isPermit = /^permit \(/m.test(policy);
  const other = policy.replace(/^(permit|forbid) \(/m, isPermit ? 'forbid (' : 'permit (');
  // Nobody is asked by what forbids.
  return other.replace(/@ask\("always"\)\n/, '');
}
