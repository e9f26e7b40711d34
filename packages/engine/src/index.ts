export { askedCall, outstanding, waitingFor } from './outstanding.ts';
export { type Phase, type Slot, type TurnState, wishOf } from './state.ts';
export { toolNameOf } from './tool-name.ts';
export { commandKey, fold, type Transition, transition } from './transition.ts';
