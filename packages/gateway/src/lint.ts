import {
  type ActionDescriptor,
  actionDescriptorSchema,
  type JsonObject,
  type Pointer,
} from '@countersign/contract';
import { unboundedIn } from './lint-bounds.ts';
import { placesIn } from './lint-leaves.ts';
import { recordProblems } from './lint-records.ts';
import { placesAt } from './schema-places.ts';
import { templatePlaces } from './sentence.ts';
import { compileProblem } from './shape.ts';

/** Something that a descriptor's author should know; `refuses` where the action cannot be used so. */
export interface Finding {
  /** Where in the descriptor, as a JSON pointer. */
  readonly at: Pointer;
  readonly says: string;
  readonly refuses: boolean;
}

/**
 * The one action that no agent has as a tool: the engine makes its arguments from the context, whose size is
 * bounded as a whole, so its parts need no bounds.
 */
export const MODEL_ACTION = 'model.generate';

/** What is wrong with a descriptor, or worth knowing. Pure; refuses nothing by itself. */
export function lintAction(descriptor: ActionDescriptor): readonly Finding[] {
  const parsed = actionDescriptorSchema.safeParse(descriptor);
  if (!parsed.success)
    return parsed.error.issues.map((issue) =>
      refusal(issue.path.map((part) => `/${String(part)}`).join(''), issue.message),
    );
  return [
    ...lintSchemas(descriptor),
    ...lintSinks(descriptor),
    ...lintResults(descriptor),
    ...recordProblems(descriptor).map(({ at, says }) => refusal(at, says)),
    ...lintTraits(descriptor),
    ...lintSentence(descriptor),
  ];
}

function lintSchemas(descriptor: ActionDescriptor): readonly Finding[] {
  const input = descriptor.input as JsonObject;
  const output = descriptor.output as JsonObject;
  const unbounded = descriptor.id === MODEL_ACTION ? [] : unboundedIn(input);
  return [
    ...unbounded.map(({ at, says }) => refusal(`/input${at}`, says)),
    ...compileFindings('/input', input),
    ...compileFindings('/output', output),
  ];
}

function compileFindings(at: Pointer, schema: JsonObject): readonly Finding[] {
  const problem = compileProblem(schema);
  return problem === null ? [] : [refusal(at, `The schema cannot be used: ${problem}.`)];
}

function lintSinks(descriptor: ActionDescriptor): readonly Finding[] {
  const input = descriptor.input as JsonObject;
  const lost = Object.keys(descriptor.sinks)
    .filter((pattern) => placesAt(input, pattern).length === 0)
    .map((pattern) => refusal('/sinks', `No argument stands at "${pattern}".`));
  const undeclared = placesIn(input, Object.keys(descriptor.sinks)).map((pattern) =>
    note(
      '/sinks',
      `The argument "${pattern}" has no sink class, so it counts as "auth": a person is asked whenever it is given in an untrusted context.`,
    ),
  );
  return [...lost, ...undeclared];
}

function lintResults(descriptor: ActionDescriptor): readonly Finding[] {
  const output = descriptor.output as JsonObject;
  return Object.entries(descriptor.results).flatMap(([pattern, { integrity, because }]) => {
    const raised = integrity === 'system' || integrity === 'principal';
    return [
      ...(placesAt(output, pattern).length === 0
        ? [refusal('/results', `No result stands at "${pattern}".`)]
        : []),
      ...(raised && because === undefined
        ? [
            refusal(
              '/results',
              `The result "${pattern}" is raised to "${integrity}" and does not say why nobody outside can write it ("because").`,
            ),
          ]
        : []),
    ];
  });
}

/** An effect that hangs on an argument must hang on a closed one, or a caller could name what nobody listed. */
function lintTraits(descriptor: ActionDescriptor): readonly Finding[] {
  const input = descriptor.input as JsonObject;
  return (['effect', 'repeat'] as const).flatMap((trait) => {
    const value = descriptor[trait];
    if (typeof value === 'string') return [];
    const places = placesAt(input, value.by);
    const closed = places.some((place) => Array.isArray(place['enum']) || 'const' in place);
    if (closed) return [];
    return [refusal(`/${trait}/by`, `"${value.by}" must be an argument with an "enum".`)];
  });
}

function lintSentence(descriptor: ActionDescriptor): readonly Finding[] {
  const input = descriptor.input as JsonObject;
  return templatePlaces(descriptor.sentence)
    .filter((pointer) => placesAt(input, pointer).length === 0)
    .map((pointer) => refusal('/sentence', `No argument stands at "${pointer}".`));
}

function refusal(at: Pointer, says: string): Finding {
  return { at, says, refuses: true };
}

function note(at: Pointer, says: string): Finding {
  return { at, says, refuses: false };
}
