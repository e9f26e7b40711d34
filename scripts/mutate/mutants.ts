import ts from 'typescript';
import { isPolicyText, policyMutants } from './policy-mutants.ts';

/** One small change of a file that a test must notice. */
export interface Mutant {
  /** Unique among all files that are tried together, from 1; 0 is the code as it is. */
  readonly id: number;
  readonly path: string;
  readonly line: number;
  /** What stands there, and what stands there instead. */
  readonly from: string;
  readonly to: string;
}

/** A file that holds all of its mutants: each is switched on by its number. */
export interface Mutated {
  readonly text: string;
  readonly mutants: readonly Mutant[];
}

/** The name of the switch in mutated code: true for the mutant that is on. */
export const SWITCH = '__mutant';

const FLIPPED: Readonly<Partial<Record<ts.SyntaxKind, readonly string[]>>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: ['!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: ['==='],
  [ts.SyntaxKind.LessThanToken]: ['<=', '>='],
  [ts.SyntaxKind.LessThanEqualsToken]: ['<', '>'],
  [ts.SyntaxKind.GreaterThanToken]: ['>=', '<='],
  [ts.SyntaxKind.GreaterThanEqualsToken]: ['>', '<'],
  [ts.SyntaxKind.AmpersandAmpersandToken]: ['||'],
  [ts.SyntaxKind.BarBarToken]: ['&&'],
  [ts.SyntaxKind.QuestionQuestionToken]: ['&&'],
  [ts.SyntaxKind.PlusToken]: ['-'],
  [ts.SyntaxKind.MinusToken]: ['+'],
  [ts.SyntaxKind.AsteriskToken]: ['/'],
  [ts.SyntaxKind.SlashToken]: ['*'],
};

const SWAPPED: Readonly<Record<string, string>> = {
  ...{ some: 'every', every: 'some', min: 'max', max: 'min' },
  ...{ startsWith: 'endsWith', endsWith: 'startsWith' },
};

/** Calls of these on a value leave the value as it is. */
const DROPPED = ['filter', 'sort', 'reverse', 'trim', 'slice', 'normalize', 'toLowerCase'];

/** Makes a file's mutants, numbered after those `before` it. Types, imports, prose and the text of comments are left alone. */
export function mutate(path: string, text: string, before = 0): Mutated {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];

  function add(node: ts.Node, to: string, shown = to): string {
    const id = before + mutants.length + 1;
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    mutants.push({ id, path, line, from: brief(node.getText()), to: brief(shown) });
    return `${SWITCH}(${id}) ? ${to} : `;
  }

  /** The text of a node in which every part can be switched to its mutants. */
  function render(node: ts.Node): string {
    if (isLeftAlone(node)) return node.getFullText();
    const lead = node.getFullText().slice(0, node.getLeadingTriviaWidth());
    const switches = ts.isExpression(node) && mayStandIn(node) ? alternatives(node) : '';
    const own = rendered(node);
    if (switches !== '') return `${lead}(${switches}${own})`;
    return lead + guarded(node, own);
  }

  function rendered(node: ts.Node): string {
    const start = node.getStart();
    let at = start;
    let out = '';
    node.forEachChild((child) => {
      out += text.slice(at, child.getFullStart()) + render(child);
      at = child.getEnd();
    });
    return out + text.slice(at, node.getEnd());
  }

  /** A call that is made for what it does can be left out. */
  function guarded(node: ts.Node, own: string): string {
    if (!ts.isExpressionStatement(node) || !ts.isCallExpression(node.expression)) return own;
    const id = before + mutants.length + 1;
    add(node, '', '(nothing)');
    return `if (!${SWITCH}(${id})) ${own}`;
  }

  function alternatives(node: ts.Expression): string {
    const own = node.getText();
    let out = '';
    if (isCondition(node)) {
      out += add(node, '(true)', 'true');
      out += add(node, '(false)', 'false');
    }
    if (ts.isBinaryExpression(node)) {
      const { left, operatorToken, right } = node;
      for (const flipped of FLIPPED[operatorToken.kind] ?? []) {
        // `a ?? b` gives b where there is no a, and the mutant nothing.
        out += add(node, `((${left.getText()}) ${flipped} (${right.getText()}))`);
      }
      if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
        out += add(node, `(${left.getText()})`);
    }
    if (ts.isPrefixUnaryExpression(node)) {
      const isSign = node.operator === ts.SyntaxKind.MinusToken;
      if (node.operator === ts.SyntaxKind.ExclamationToken || isSign)
        out += add(node, `(${node.operand.getText()})`);
    }
    if (node.kind === ts.SyntaxKind.TrueKeyword) out += add(node, 'false');
    if (node.kind === ts.SyntaxKind.FalseKeyword) out += add(node, 'true');
    if (ts.isNumericLiteral(node)) out += add(node, `(${own} + 1)`);
    if (ts.isStringLiteral(node) && isWord(node.text)) out += add(node, "''");
    if (ts.isArrayLiteralExpression(node) && node.elements.length > 0) out += add(node, '[]');
    if (ts.isRegularExpressionLiteral(node))
      for (const loose of loosened(own)) out += add(node, loose);
    if (ts.isNoSubstitutionTemplateLiteral(node) && isPolicyText(node.text))
      for (const { to, shown } of policyMutants(node.text))
        out += add(node, JSON.stringify(to), shown);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression, name } = node.expression;
      const swapped = SWAPPED[name.text];
      const args = node.arguments.map((one) => one.getText()).join(', ');
      const dot = node.expression.questionDotToken === undefined ? '.' : '?.';
      if (swapped !== undefined)
        out += add(node, `${expression.getText()}${dot}${swapped}(${args})`);
      if (DROPPED.includes(name.text)) out += add(node, `(${expression.getText()})`);
    }
    if (ts.isPropertyAccessExpression(node) && node.questionDotToken !== undefined)
      out += add(node, `(${node.expression.getText()}).${node.name.text}`);
    return out;
  }

  const out = render(source);
  return { text: out, mutants };
}

function isLeftAlone(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    (ts.isPropertyName(node) === true && isNameOf(node))
  );
}

/** Whether a node names a property or a member, and is no value. */
function isNameOf(node: ts.Node): boolean {
  const { parent } = node;
  return 'name' in parent && parent.name === node;
}

/** Whether an expression may be put into brackets with a condition before it. */
function mayStandIn(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isExpressionStatement(parent) || ts.isExpressionWithTypeArguments(parent)) return false;
  // What is assigned to, and what is called as a member, must stay what it is.
  if (ts.isBinaryExpression(parent) && parent.left === node && isAssignment(parent)) return false;
  if (ts.isPropertyAccessExpression(node) && ts.isCallExpression(parent))
    return parent.expression !== node;
  if (ts.isDeleteExpression(parent) || ts.isPostfixUnaryExpression(parent)) return false;
  return !isNameOf(node);
}

function isAssignment({ operatorToken }: ts.BinaryExpression): boolean {
  const { kind } = operatorToken;
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function isCondition(node: ts.Expression): boolean {
  const { parent } = node;
  const isLiteral =
    node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword;
  return (
    !isLiteral &&
    ((ts.isIfStatement(parent) && parent.expression === node) ||
      (ts.isConditionalExpression(parent) && parent.condition === node))
  );
}

/** A text that means something to the code: prose for people has spaces or ends a sentence. */
function isWord(text: string): boolean {
  return text !== '' && !/[\s.]/.test(text.replace(/^\w+(\.\w+)+$/, ''));
}

/** Regular expressions that say less: without an anchor. */
function loosened(own: string): readonly string[] {
  const end = own.lastIndexOf('/');
  const [body, flags] = [own.slice(1, end), own.slice(end)];
  return [
    ...(body.startsWith('^') && body.length > 1 ? [`/${body.slice(1)}${flags}`] : []),
    ...(body.endsWith('$') && !body.endsWith('\\$') && body.length > 1
      ? [`/${body.slice(0, -1)}${flags}`]
      : []),
  ];
}

function brief(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}
