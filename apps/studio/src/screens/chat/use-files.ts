import type { FileRef } from '@countersign/contract';
import { useRef, useState } from 'react';
import { useWorkspace } from '../../session/workspace.tsx';

/** A file on its way to a message. */
export interface Attached {
  readonly key: number;
  readonly name: string;
  readonly size: number;
  readonly state: 'uploading' | 'ready' | 'failed';
  readonly ref: FileRef | null;
  /** It was taken away, and may be put back. */
  readonly isRemoved: boolean;
}

/** Uploads files as they are added, so that sending does not wait for them. */
export function useFiles() {
  const { api } = useWorkspace();
  const [all, setAll] = useState<readonly Attached[]>([]);
  const [error, setError] = useState<unknown>(null);
  const next = useRef(0);

  function update(key: number, change: Partial<Attached>) {
    setAll((before) => before.map((one) => (one.key === key ? { ...one, ...change } : one)));
  }
  async function upload(file: File, key: number) {
    try {
      update(key, {
        state: 'ready',
        ref: await api.data.upload({
          name: file.name,
          mediaType: file.type || 'application/octet-stream',
          bytes: file,
        }),
      });
    } catch (thrown) {
      setError(thrown);
      update(key, { state: 'failed' });
    }
  }

  const attached = all.filter(({ isRemoved }) => !isRemoved);
  return {
    all: attached,
    error,
    isUploading: attached.some(({ state }) => state === 'uploading'),
    ready: attached.flatMap(({ ref }) => (ref ? [ref] : [])),
    add(files: readonly File[]) {
      setError(null);
      for (const file of files) {
        const key = next.current++;
        const { name, size } = file;
        setAll((before) => [
          ...before,
          { key, name, size, state: 'uploading', ref: null, isRemoved: false },
        ]);
        void upload(file, key);
      }
    },
    remove: (key: number) => update(key, { isRemoved: true }),
    /** Attaches again what was removed; its upload has gone on meanwhile. */
    putBack: (key: number) => update(key, { isRemoved: false }),
    clear() {
      setAll([]);
      setError(null);
    },
  };
}
