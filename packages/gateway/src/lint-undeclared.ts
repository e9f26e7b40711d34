import {
  type ActionCheck,
  type ActionDescriptor,
  actionDescriptorSchema,
  isJsonObject,
  type Json,
  type JsonObject,
  mostSpecific,
} from '@countersign/contract';
import { type Finding, lintAction } from './lint.ts';
import { placesIn } from './lint-leaves.ts';

/**
 * Everything that is wrong with a descriptor, or left undeclared, with what it counts as then. The descriptor is
 * whatever somebody brought, and need not be one.
 */
export function checkAction(descriptor: Json): ActionCheck {
  const action = isJsonObject(descriptor) ? descriptor['id'] : null;
  // The linter parses first itself, and says what is not there.
  const findings = lintAction(descriptor as unknown as ActionDescriptor);
  const parsed = actionDescriptorSchema.safeParse(descriptor);
  const all = [...findings, ...(parsed.success ? undeclaredIn(parsed.data) : [])];
  return {
    action: typeof action === 'string' ? action : null,
    findings: all.map(({ at, says, refuses }) => ({
      ...{ at, says, kind: refuses ? 'refused' : 'undeclared' },
    })),
  };
}

/** What of a result, and of how it is referred to, a descriptor leaves open. Classes of arguments are the linter's own. */
function undeclaredIn(descriptor: ActionDescriptor): readonly Finding[] {
  const { input, output, results, records, refers = {}, sinks } = descriptor;
  const places = placesIn(output as JsonObject, []);
  const open = placesIn(output as JsonObject, Object.keys(results));
  const naming = placesIn(input as JsonObject, Object.keys(refers)).filter((pattern) =>
    ['sel', 'dest'].includes(mostSpecific(sinks, pattern) ?? 'auth'),
  );
  return [
    ...open.map((pattern) =>
      note(
        '/results',
        `The result "${pattern}" has no label, so it counts as untrusted, and only the connection's owner may read it.`,
      ),
    ),
    ...(records === undefined && places.length > 0
      ? [
          note(
            '/records',
            'No records are declared, so nothing in the result vouches for a later value: a person is asked about it.',
          ),
        ]
      : []),
    ...naming.map((pattern) =>
      note(
        '/refers',
        `The argument "${pattern}" names no kind of record, so no record vouches for it: in an untrusted context a person is asked, unless the principal named the value.`,
      ),
    ),
  ];
}

function note(at: string, says: string): Finding {
  return { at, says, refuses: false };
}
