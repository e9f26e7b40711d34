import type { PolicyCheck, PolicyTest } from '@countersign/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keys } from '../../../data/keys.ts';
import { useWorkspace } from '../../../session/workspace.tsx';

/** Milliseconds of rest after which what was typed is checked. */
const REST_MS = 350;

/** What the server says of a text and its tests, a moment after they were changed. `isLate` while that is to come. */
export function useCheck(
  cedar: string,
  tests: readonly PolicyTest[],
): { readonly check: PolicyCheck | undefined; readonly error: unknown; readonly isLate: boolean } {
  const { api, id } = useWorkspace();
  const [asked, setAsked] = useState({ cedar, tests });
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ cedar, tests }), REST_MS);
    return () => clearTimeout(timer);
  }, [cedar, tests]);
  const { data, error, isFetching } = useQuery({
    queryKey: [...keys.policy(id), 'check', asked],
    queryFn: () => api.policy.check(asked),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  const isLate = isFetching || asked.cedar !== cedar || asked.tests !== tests;
  return { check: data, error, isLate };
}
