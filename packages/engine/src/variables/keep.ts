import {
  type AgentSnapshot,
  DELEGATE,
  KEPT_SUFFIX,
  type Keep,
  type PinnedTool,
  toolNameOf,
} from '@countersign/contract';

/** A tool as the model knows it by one of its names. */
export interface NamedTool {
  readonly name: string;
  readonly tool: PinnedTool;
  /** Whether what it gives stays outside the context when it is called by this name. */
  readonly keeps: boolean;
}

/** The tools of an agent by all their names: a tool whose results may be held has two. */
export function namedTools({ tools, definition }: AgentSnapshot): readonly NamedTool[] {
  // What another run says is a stranger's word until it is read (rule L7).
  const keepOf = (action: string): Keep | undefined =>
    definition.tools.find((one) => one.action === action)?.keep ??
    (action === DELEGATE ? 'always' : undefined);
  const plain = tools.map((tool) => ({
    ...{ name: toolNameOf(tool.action), tool },
    keeps: keepOf(tool.action) === 'always',
  }));
  const taken = new Set(plain.map(({ name }) => name));
  const kept = tools.flatMap((tool) => {
    const name = `${toolNameOf(tool.action)}${KEPT_SUFFIX}`;
    return keepOf(tool.action) === 'offered' && !taken.has(name)
      ? [{ name, tool, keeps: true }]
      : [];
  });
  return [...plain, ...kept];
}

/** Whether an agent has a tool whose results may stay outside its context. */
export function holdsResults(agent: AgentSnapshot): boolean {
  return namedTools(agent).some(({ keeps }) => keeps);
}
