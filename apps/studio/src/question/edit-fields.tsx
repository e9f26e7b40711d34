import {
  child,
  isJsonObject,
  type Json,
  type JsonObject,
  type Pointer,
} from '@countersign/contract';
import { Plus, X } from 'lucide-react';
import { unseenIn, visibleText } from '../quote/visible.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Field, Input, Select, Textarea } from '../ui/field.tsx';
import { kindOf, memberSchemas, propertyOf, type SchemaKind, startValue } from './schema-kind.ts';
import { setAt } from './set-at.ts';

/** Controls for the arguments of a call, made from the action's schema; what the schema does not know is left as it is. */
export function EditFields({
  schema,
  args,
  onChange,
}: {
  schema: Json | null;
  args: JsonObject;
  onChange: (args: JsonObject) => void;
}) {
  const names = [...new Set([...Object.keys(memberSchemas(schema)), ...Object.keys(args)])];
  return (
    <div className="grid gap-4">
      {names.map((name) => (
        <Value
          key={name}
          name={name}
          pointer={child('', name)}
          schema={propertyOf(schema, name)}
          value={args[name]}
          set={(pointer, value) => onChange(setAt(args, pointer, value))}
        />
      ))}
    </div>
  );
}

interface ValueProps {
  readonly name: string;
  readonly pointer: Pointer;
  readonly schema: Json | null;
  readonly value: Json | undefined;
  readonly set: (pointer: Pointer, value: Json | undefined) => void;
}

function Value(props: ValueProps) {
  const { name, pointer, schema, value, set } = props;
  const kind = kindOf(schema, value);
  if (value === undefined) {
    return (
      <div>
        <Button size="small" look="quiet" onClick={() => set(pointer, startValue(kind))}>
          <Plus size={14} aria-hidden="true" /> {visibleText(name)}
        </Button>
      </div>
    );
  }
  if (kind.kind === 'list') return <ListValue {...props} kind={kind} />;
  if (kind.kind === 'object' && isJsonObject(value))
    return <ObjectValue {...props} value={value} />;
  const hidden = typeof value === 'string' ? unseenIn(value) : 0;
  return (
    <Field
      label={<span className="font-mono text-[13px]">{visibleText(name)}</span>}
      error={
        hidden > 0
          ? `${hidden} characters in it hide themselves: ${visibleText(String(value)).slice(0, 200)}`
          : null
      }
    >
      {(control) => (
        <Scalar control={control} kind={kind} value={value} set={(next) => set(pointer, next)} />
      )}
    </Field>
  );
}

function Scalar({
  control,
  kind,
  value,
  set,
}: {
  control: object;
  kind: SchemaKind;
  value: Json;
  set: (value: Json) => void;
}) {
  switch (kind.kind) {
    case 'choice':
      return (
        <Select {...control} value={String(value)} onChange={(event) => set(event.target.value)}>
          {kind.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </Select>
      );
    case 'boolean':
      return (
        <Select
          {...control}
          value={String(value)}
          onChange={(event) => set(event.target.value === 'true')}
        >
          <option value="true">yes</option>
          <option value="false">no</option>
        </Select>
      );
    case 'number':
      return (
        <Input
          {...control}
          type="number"
          step="any"
          value={String(value)}
          onChange={(event) =>
            Number.isFinite(event.target.valueAsNumber) && set(event.target.valueAsNumber)
          }
        />
      );
    case 'text':
      return kind.isLong || String(value).includes('\n') ? (
        <Textarea
          {...control}
          value={String(value)}
          onChange={(event) => set(event.target.value)}
        />
      ) : (
        <Input {...control} value={String(value)} onChange={(event) => set(event.target.value)} />
      );
    default:
      return <p className="text-sm text-ink-3">Edit this one as JSON.</p>;
  }
}

function ListValue({
  name,
  pointer,
  value,
  set,
  kind,
}: ValueProps & { kind: Extract<SchemaKind, { kind: 'list' }> }) {
  const items: readonly Json[] = Array.isArray(value) ? value : [];
  const itemKind = kindOf(kind.item, items[0]);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-mono text-[13px] font-medium">{visibleText(name)}</legend>
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item has no name but its place
        <div key={at} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <Scalar
              control={{ 'aria-label': `${name} ${at + 1}` }}
              kind={kindOf(kind.item, item)}
              value={item}
              set={(next) => set(child(pointer, at), next)}
            />
          </div>
          <IconButton
            label={`Remove ${name} ${at + 1}`}
            onClick={() => set(child(pointer, at), undefined)}
          >
            <X size={16} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          size="small"
          look="quiet"
          onClick={() => set(child(pointer, items.length), startValue(itemKind))}
        >
          <Plus size={14} aria-hidden="true" /> Add
        </Button>
      </div>
    </fieldset>
  );
}

function ObjectValue({ name, pointer, schema, value, set }: ValueProps & { value: JsonObject }) {
  const names = [...new Set([...Object.keys(memberSchemas(schema)), ...Object.keys(value)])];
  return (
    <fieldset className="grid gap-3 border-l-2 border-line pl-4">
      <legend className="-ml-4 mb-1.5 font-mono text-[13px] font-medium">
        {visibleText(name)}
      </legend>
      {names.map((member) => (
        <Value
          key={member}
          name={member}
          pointer={child(pointer, member)}
          schema={propertyOf(schema, member)}
          value={value[member]}
          set={set}
        />
      ))}
    </fieldset>
  );
}
