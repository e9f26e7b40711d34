export { delegatedBy, waitsForRuns } from './delegation/children.ts';
export { outcomeOfRun } from './delegation/outcome.ts';
export { isAgreed } from './on-widened.ts';
export { askedCall, outstanding, waitingFor } from './outstanding.ts';
export { type Performance, performances } from './performed.ts';
export { type Phase, type Slot, type TurnState, wishOf } from './state.ts';
export { commandKey, fold, type Transition, transition } from './transition.ts';
export { type Wished, wished } from './wished.ts';
