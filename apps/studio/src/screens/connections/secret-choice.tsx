import { useQuery } from '@tanstack/react-query';
import { keys } from '../../data/keys.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { type ControlProps, Select } from '../../ui/field.tsx';

/** Chooses a secret by name. Its value is nowhere in a connection. */
export function SecretChoice({
  control,
  value,
  optional,
  set,
}: {
  control: ControlProps;
  value: string;
  optional: boolean;
  set: (name: string) => void;
}) {
  const { api, id } = useWorkspace();
  const secrets = useQuery({ queryKey: keys.secrets(id), queryFn: () => api.secrets.list() });
  const names = secrets.data?.map(({ name }) => name) ?? [];
  return (
    <Select
      {...control}
      value={value}
      required={!optional}
      onChange={(event) => set(event.target.value)}
    >
      <option value="">{optional ? 'none' : 'choose a secret'}</option>
      {value !== '' && !names.includes(value) && (
        <option value={value}>{value} (not stored)</option>
      )}
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
  );
}
