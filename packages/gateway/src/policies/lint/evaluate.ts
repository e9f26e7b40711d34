import type {
  Clause,
  EntityUidJson,
  Expr,
  PolicyJson,
  TypeAndId,
} from '@cedar-policy/cedar-wasm/nodejs';

/** One thing that policies can be asked, with all they can know of it. */
export interface Point {
  readonly principal: TypeAndId;
  readonly action: TypeAndId;
  readonly resource: TypeAndId;
  readonly context: Readonly<Record<string, string | boolean | readonly string[]>>;
  /** The groups that the principal, the action or the resource is in, without itself. */
  readonly groups: Readonly<Record<'principal' | 'action' | 'resource', readonly TypeAndId[]>>;
}

/** Whether a policy's scope and conditions hold. */
export type Applies = (point: Point) => boolean;

/** A text, a truth, a number, an entity, or a set of these. */
type Value = string | boolean | number | TypeAndId | readonly Value[];
type Term = (point: Point) => Value;

/**
 * A policy as a function. Cedar takes some 0.4 ms
 * for a question, too long to compare all that can be asked while somebody types; a property test holds this
 * to Cedar's answers.
 *
 * @throws NotUnderstood where the policy uses more of Cedar than is understood here.
 */
export function compilePolicy(policy: PolicyJson): Applies {
  const parts = [
    scopeOf('principal', policy.principal),
    scopeOf('action', policy.action),
    scopeOf('resource', policy.resource),
    ...policy.conditions.map(clauseOf),
  ];
  return (point) => parts.every((part) => part(point));
}

/** Cedar that this does not understand. */
export class NotUnderstood extends Error {}

type Variable = keyof Point['groups'];
type Scope = PolicyJson['principal'] | PolicyJson['action'] | PolicyJson['resource'];

function scopeOf(variable: Variable, scope: Scope): Applies {
  switch (scope.op) {
    case 'All':
      return () => true;
    case '==': {
      const wanted = entityOf(scope);
      return (point) => isSame(point[variable], wanted);
    }
    case 'in': {
      const wanted = 'entities' in scope ? scope.entities.map(uidOf) : [entityOf(scope)];
      return (point) => isWithin(point, variable, wanted);
    }
    case 'is': {
      const group = scope.in === undefined ? null : [entityOf(scope.in)];
      return (point) =>
        point[variable].type === scope.entity_type &&
        (group === null || isWithin(point, variable, group));
    }
  }
}

function clauseOf({ kind, body }: Clause): Applies {
  const holds = termOf(body);
  return (point) => (holds(point) === true) === (kind === 'when');
}

const BINARY: Readonly<Record<string, (left: Value, right: Value) => Value>> = {
  '==': isSame,
  '!=': (left, right) => !isSame(left, right),
  contains: (set, value) => setOf(set).some((one) => isSame(one, value)),
  containsAll: (set, other) => setOf(other).every((value) => has(set, value)),
  containsAny: (set, other) => setOf(other).some((value) => has(set, value)),
};

function termOf(expression: Expr): Term {
  const [[operator, body] = ['', null]] = Object.entries(expression);
  // The typings of Cedar are a union without a tag; what is read of a body is checked as it is read.
  const parts = body as { left: Expr; right: Expr; arg: Expr; attr: string; entity_type: string };
  switch (operator) {
    case 'Value':
      return constant(constantOf(body));
    case 'Set': {
      const members = (body as Expr[]).map(termOf);
      return (point) => members.map((member) => member(point));
    }
    case 'Var': {
      const variable = variableOf(expression);
      return (point) => point[variable];
    }
    case '.': {
      assertContext(parts.left);
      return (point) => attributeOf(point, parts.attr);
    }
    case 'has': {
      assertContext(parts.left);
      if (typeof parts.attr !== 'string') throw new NotUnderstood();
      return (point) => parts.attr in point.context;
    }
    case '!': {
      const inner = termOf(parts.arg);
      return (point) => inner(point) !== true;
    }
    case '&&': {
      const [left, right] = [termOf(parts.left), termOf(parts.right)];
      return (point) => left(point) === true && right(point) === true;
    }
    case '||': {
      const [left, right] = [termOf(parts.left), termOf(parts.right)];
      return (point) => left(point) === true || right(point) === true;
    }
    case 'if-then-else': {
      const branches = body as Record<'if' | 'then' | 'else', Expr>;
      const [test, yes, no] = [termOf(branches.if), termOf(branches.then), termOf(branches.else)];
      return (point) => (test(point) === true ? yes(point) : no(point));
    }
    case 'is': {
      const variable = variableOf(parts.left);
      const group = (body as { in?: Expr }).in;
      const within = group === undefined ? null : termOf(group);
      return (point) =>
        point[variable].type === parts.entity_type &&
        (within === null || isWithin(point, variable, entitiesOf(within(point))));
    }
    case 'in': {
      const variable = variableOf(parts.left);
      const within = termOf(parts.right);
      return (point) => isWithin(point, variable, entitiesOf(within(point)));
    }
    case 'isEmpty': {
      const set = termOf(parts.arg);
      return (point) => setOf(set(point)).length === 0;
    }
    default: {
      const work = BINARY[operator];
      if (work === undefined) throw new NotUnderstood();
      const [left, right] = [termOf(parts.left), termOf(parts.right)];
      return (point) => work(left(point), right(point));
    }
  }
}

function constant(value: Value): Term {
  return () => value;
}

function variableOf(expression: Expr): Variable {
  const variable = 'Var' in expression ? expression.Var : null;
  if (variable === 'principal' || variable === 'action' || variable === 'resource') return variable;
  throw new NotUnderstood();
}

function assertContext(expression: Expr): void {
  if (!('Var' in expression && expression.Var === 'context')) throw new NotUnderstood();
}

/** A valid policy asks for no attribute that its action does not have. */
function attributeOf(point: Point, attribute: string): Value {
  const value = point.context[attribute];
  if (value === undefined) throw new NotUnderstood();
  return value;
}

function constantOf(json: unknown): Value {
  if (typeof json === 'string' || typeof json === 'boolean' || typeof json === 'number')
    return json;
  if (Array.isArray(json)) return json.map(constantOf);
  if (typeof json === 'object' && json !== null && '__entity' in json)
    return json.__entity as TypeAndId;
  throw new NotUnderstood();
}

function entityOf(scope: object): TypeAndId {
  if (!('entity' in scope)) throw new NotUnderstood();
  return uidOf(scope.entity as EntityUidJson);
}

function uidOf(uid: EntityUidJson): TypeAndId {
  return '__entity' in uid ? uid.__entity : uid;
}

function entitiesOf(value: Value): readonly TypeAndId[] {
  const all = Array.isArray(value) ? (value as readonly Value[]) : [value];
  return all.map((one) => {
    if (typeof one !== 'object' || !('type' in one)) throw new NotUnderstood();
    return one;
  });
}

function isWithin(point: Point, variable: Variable, wanted: readonly TypeAndId[]): boolean {
  const own = [point[variable], ...point.groups[variable]];
  return wanted.some((group) => own.some((one) => isSame(one, group)));
}

function setOf(value: Value): readonly Value[] {
  if (!Array.isArray(value)) throw new NotUnderstood();
  return value as readonly Value[];
}

function has(set: Value, value: Value): boolean {
  return setOf(set).some((one) => isSame(one, value));
}

function isSame(left: Value, right: Value): boolean {
  if (Array.isArray(left) || Array.isArray(right)) {
    const [ours, theirs] = [setOf(left), setOf(right)];
    return ours.every((one) => has(theirs, one)) && theirs.every((one) => has(ours, one));
  }
  if (typeof left === 'object' && typeof right === 'object' && 'id' in left && 'id' in right)
    return left.type === right.type && left.id === right.id;
  return left === right;
}
