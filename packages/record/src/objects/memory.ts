import { type IdPowers, newId, type ObjectStore } from '@countersign/contract';
import { assertObject, type ObjectDraft } from './shape.ts';

/** Objects in memory, for tests and trials. */
export function createMemoryObjectStore(powers: IdPowers): ObjectStore {
  const objects = new Map<string, ObjectDraft>();
  const place = (workspace: string, id: string) => JSON.stringify([workspace, id]);
  return {
    async put(workspace, object) {
      assertObject(object);
      const id = newId('object', powers);
      objects.set(place(workspace, id), structuredClone(object));
      return id;
    },
    async get(workspace, id) {
      const found = objects.get(place(workspace, id));
      if (found === undefined) return null;
      const { by: _, ...object } = structuredClone(found);
      return object;
    },
  };
}
