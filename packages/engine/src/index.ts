export { outstanding, waitingFor } from './outstanding.ts';
export type { Phase, Slot, TurnState } from './state.ts';
export { toolNameOf } from './tool-name.ts';
export { commandKey, fold, type Transition, transition } from './transition.ts';
