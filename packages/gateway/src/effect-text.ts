import type { Effect } from '@countersign/contract';

/** What an effect does, in words for a person. */
export function effectText(effect: Effect): string {
  switch (effect) {
    case 'read':
      return 'looks something up';
    case 'write':
      return 'changes something';
    case 'send':
      return 'sends something out';
    case 'destroy':
      return 'destroys something, which cannot be undone';
  }
}
