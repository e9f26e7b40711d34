import { useActions, useConnections, useMembers } from './queries.ts';

/** Says an action's title; its id where the catalog is not there yet or does not know it. */
export function useActionTitle(): (action: string) => string {
  const { data } = useActions();
  return (action) => data?.find(({ id }) => id === action)?.title ?? action;
}

/** Says a person's name. */
export function usePersonName(): (person: string) => string {
  const { data } = useMembers();
  return (person) => data?.find((member) => member.person === person)?.name ?? person;
}

/** Says a connection's name; its id for those who may not see connections. */
export function useConnectionName(): (connection: string) => string {
  const { data } = useConnections();
  return (connection) => data?.find(({ id }) => id === connection)?.name ?? connection;
}
