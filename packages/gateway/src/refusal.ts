import type { RefusalCode } from '@countersign/contract';

/** A step's no. The reason quotes nothing that a model or an outsider wrote. */
export interface Refusal {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  readonly reason: string;
}
