import { useCallback } from 'react';
import { useActions, useConnections, useMembers } from './queries.ts';

/**
 * Says an action's title; its id where the catalog is not there yet or does not know it. The function changes only with
 * the catalog: a list asks for it once and hands titles to its rows.
 */
export function useActionTitle(): (action: string) => string {
  const { data } = useActions();
  return useCallback(
    (action: string) => data?.find(({ id }) => id === action)?.title ?? action,
    [data],
  );
}

/** Says a person's name. */
export function usePersonName(): (person: string) => string {
  const { data } = useMembers();
  return useCallback(
    (person: string) => data?.find((member) => member.person === person)?.name ?? person,
    [data],
  );
}

/** Says a connection's name; its id for those who may not see connections. */
export function useConnectionName(): (connection: string) => string {
  const { data } = useConnections();
  return useCallback(
    (connection: string) => data?.find(({ id }) => id === connection)?.name ?? connection,
    [data],
  );
}
