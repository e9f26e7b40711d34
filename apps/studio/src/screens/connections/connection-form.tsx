import { at, type ConnectionConfig, type Json, type JsonObject } from '@countersign/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { isApiError } from '../../api/api-error.ts';
import { keys } from '../../data/keys.ts';
import { reaches } from '../../data/roles.ts';
import { setAt } from '../../question/set-at.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { ProblemLine } from '../../ui/states.tsx';
import { clean, isShown, secretPlace } from './clean.ts';
import { ConfigField } from './config-field.tsx';
import { KINDS, type Kind } from './kinds.ts';
import { SecretField } from './secret-field.tsx';

/** A connection's fields by its kind, with what the server says of each. */
export function ConnectionForm({
  id,
  name: firstName,
  config: first,
}: {
  /** Null for one that is made. */
  id: string | null;
  name: string;
  config: ConnectionConfig;
}) {
  const { api, id: ws, role } = useWorkspace();
  const client = useQueryClient();
  const navigate = useNavigate();
  const mayChange = reaches(role, 'admin');
  const { kind } = first;
  const [name, setName] = useState(firstName);
  // A configuration is JSON by its own schema; zod types its optional members as wider.
  const [config, setConfig] = useState(first as unknown as JsonObject);
  const [secret, setSecret] = useState('');
  const secrets = useQuery({ queryKey: keys.secrets(ws), queryFn: () => api.secrets.list() });
  const save = useMutation({
    mutationFn: () => {
      const connection = id ?? idFor(name);
      const named = secret === '' ? config : withSecret(config, kind, connection);
      return api.connections.put(connection, {
        name: name.trim(),
        // The server checks it against the schema and names the field that does not fit.
        config: clean(named, kind) as unknown as ConnectionConfig,
        ...(secret === '' ? {} : { secret }),
      });
    },
    onSuccess: async (stored) => {
      setSecret('');
      setConfig(stored.config as unknown as JsonObject);
      await Promise.all(
        [keys.connections(ws), keys.secrets(ws)].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
      toast(`${name.trim()} is saved`);
      if (id === null) await navigate({ to: '/w/$ws/connections', params: { ws } });
    },
  });
  const { error } = save;
  const errorOf = (pointer: string) => {
    const field = `config${pointer.replaceAll('/', '.')}`;
    const given = isApiError(error) ? (error.field ?? '') : '';
    return isApiError(error) && (given === field || given.startsWith(`${field}.`))
      ? error.message
      : null;
  };
  const shown = KINDS[kind].fields.filter((field) => isShown(field, config));
  const secretError =
    isApiError(error) && error.code === 'HTTP_SECRET_AGAIN'
      ? 'Enter it again: the connection is to lead elsewhere now.'
      : isApiError(error) && error.field === 'secret'
        ? error.message
        : null;
  const isPlaced =
    secretError !== null ||
    shown.some((field) => errorOf(field.at) !== null) ||
    (isApiError(error) && error.field === 'name');
  const set = (pointer: string, value: Json | undefined) =>
    setConfig(setAt(config, pointer, value));

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate();
  }

  return (
    <form className="grid gap-5" onSubmit={submit}>
      <fieldset disabled={!mayChange} className="contents">
        <Field
          label="Name"
          error={isApiError(error) && error.field === 'name' ? error.message : null}
        >
          {(control) => (
            <Input
              {...control}
              required
              maxLength={80}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {shown.map((field) => {
          const value = at(config, field.at);
          return field.type === 'secret' ? (
            <SecretField
              key={field.at}
              field={field}
              stored={secrets.data?.find((one) => one.name === value) ?? null}
              isNamed={typeof value === 'string' && value !== ''}
              value={secret}
              error={secretError ?? errorOf(field.at)}
              set={setSecret}
              drop={() => {
                setSecret('');
                set(field.at, undefined);
              }}
            />
          ) : (
            <ConfigField
              key={field.at}
              field={field}
              value={value}
              error={errorOf(field.at)}
              set={(next) => set(field.at, next)}
            />
          );
        })}
        {error && !isPlaced && <ProblemLine error={error} />}
        <div className="flex flex-wrap items-center gap-3">
          {mayChange ? (
            <Button type="submit" look="primary" busy={save.isPending}>
              {save.isPending ? 'Checking…' : id === null ? 'Connect' : 'Save'}
            </Button>
          ) : (
            <p className="text-sm text-ink-3">Only an admin can change it.</p>
          )}
          {id !== null && <Copyable text={id} label="connection id" />}
        </div>
      </fieldset>
    </form>
  );
}

/** The configuration with a name for its secret where it has none: that of the connection, since it is for it alone. */
function withSecret(config: JsonObject, kind: Kind, connection: string): JsonObject {
  const place = secretPlace(config, kind);
  if (place === null || (at(config, place) ?? '') !== '') return config;
  return setAt(config, place, connection);
}

/** An id people can read in a ledger: the name, and enough chance that no two meet. */
function idFor(name: string): string {
  const word = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40);
  return `con_${word || 'connection'}_${crypto.randomUUID().slice(0, 8)}`;
}
