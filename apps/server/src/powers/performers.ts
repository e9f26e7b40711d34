import { catalog } from '@countersign/catalog';
import type { ActionDescriptor } from '@countersign/contract';

/** Every descriptor, and those that builders may attach. */
export function descriptors(): {
  readonly all: readonly ActionDescriptor[];
  readonly attachable: readonly ActionDescriptor[];
} {
  const entries = [...catalog().values()];
  return {
    all: entries.map((entry) => entry.descriptor),
    attachable: entries.filter((entry) => entry.attachable).map((entry) => entry.descriptor),
  };
}
