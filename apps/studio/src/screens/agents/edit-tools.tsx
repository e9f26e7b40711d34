import type { ActionDescriptor, AgentDefinition, Connection } from '@countersign/contract';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useActions, useConnections } from '../../data/queries.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { ExtractionBits, KeepChoice } from './edit-held.tsx';
import type { EditPart } from './edit-part.ts';
import { ToolLine } from './tool-line.tsx';

type Tool = AgentDefinition['tools'][number];

/** The tools an agent has: what each does, and the connection it goes through. */
export function EditTools({ draft, edit, errorOf }: EditPart) {
  const actions = useActions();
  const connections = useConnections();
  const { tools } = draft;
  const descriptorOf = (action: string) => actions.data?.find(({ id }) => id === action);
  const set = (at: number, tool: Tool) =>
    edit({ tools: tools.map((one, other) => (other === at ? tool : one)) }, `tool ${at}`);
  return (
    <div className="grid gap-3">
      {errorOf('tools') && <p className="text-[13px] text-refused">{errorOf('tools')}</p>}
      {tools.length === 0 && (
        <p className="text-sm text-ink-3">It has no tools yet: it can only talk.</p>
      )}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {tools.map((tool, at) => {
          const descriptor = descriptorOf(tool.action);
          return (
            <li key={`${tool.action}${tool.connection}`} className="flex items-start gap-3 py-3">
              <div className="min-w-0 flex-1">
                <ToolLine id={tool.action} descriptor={descriptor} connection={null} />
                {descriptor?.connection != null && (
                  <ConnectionOf
                    tool={tool}
                    descriptor={descriptor}
                    connections={connections.data ?? []}
                    onChange={(connection) => set(at, { ...tool, connection })}
                  />
                )}
                {descriptor && (
                  <KeepChoice
                    tool={tool}
                    title={descriptor.title}
                    onChange={(keep) => {
                      const { keep: _before, ...rest } = tool;
                      set(at, keep === undefined ? rest : { ...rest, keep });
                    }}
                  />
                )}
                {errorOf(`tools.${at}`) && (
                  <p role="alert" className="mt-1 text-[13px] text-refused">
                    {errorOf(`tools.${at}`)}
                  </p>
                )}
              </div>
              <IconButton
                label={`Take away ${descriptor?.title ?? tool.action}`}
                onClick={() =>
                  edit({ tools: tools.filter((_, other) => other !== at) }, 'take tool')
                }
              >
                <X size={16} aria-hidden="true" />
              </IconButton>
            </li>
          );
        })}
      </ul>
      <div>
        <AddTool
          actions={actions.data ?? []}
          taken={new Set(tools.map(({ action }) => action))}
          onAdd={(action) => {
            const kind = descriptorOf(action)?.connection ?? null;
            const fits = connections.data?.find(({ config }) => config.kind === kind);
            edit(
              {
                tools: [
                  ...tools,
                  { action, connection: kind === null ? null : (fits?.id ?? null) },
                ],
              },
              `add ${action}`,
            );
          }}
        />
      </div>
      <ExtractionBits draft={draft} edit={edit} errorOf={errorOf} />
    </div>
  );
}

function ConnectionOf({
  tool,
  descriptor,
  connections,
  onChange,
}: {
  tool: Tool;
  descriptor: ActionDescriptor;
  connections: readonly Connection[];
  onChange: (connection: string) => void;
}) {
  const fitting = connections.filter(({ config }) => config.kind === descriptor.connection);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2 text-sm text-ink-2">
      through
      <Select
        aria-label={`Connection of ${descriptor.title}`}
        className="!w-auto !py-1 text-sm"
        value={tool.connection ?? ''}
        onChange={(event) => onChange(event.target.value)}
      >
        {!fitting.some(({ id }) => id === tool.connection) && (
          <option value={tool.connection ?? ''}>{tool.connection ?? 'no connection yet'}</option>
        )}
        {fitting.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {fitting.length === 0 && (
        <span className="text-held">No connection of kind {descriptor.connection} is set up.</span>
      )}
    </div>
  );
}

function AddTool({
  actions,
  taken,
  onAdd,
}: {
  actions: readonly ActionDescriptor[];
  taken: ReadonlySet<string>;
  onAdd: (action: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = actions.filter(
    ({ id, title, description }) =>
      id !== 'model.generate' && `${id} ${title} ${description}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <Plus size={14} aria-hidden="true" /> Give it a tool
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Give it a tool" wide>
        <Input
          aria-label="Search tools"
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <ul className="mt-3 divide-y divide-line">
          {shown.map((action) => (
            <li key={action.id} className="flex items-start gap-3 py-3">
              <div className="min-w-0 flex-1">
                <ToolLine id={action.id} descriptor={action} connection={null} />
              </div>
              <Button
                size="small"
                disabled={taken.has(action.id)}
                aria-label={`Give ${action.title}`}
                onClick={() => onAdd(action.id)}
              >
                {taken.has(action.id) ? 'Has it' : 'Give'}
              </Button>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
