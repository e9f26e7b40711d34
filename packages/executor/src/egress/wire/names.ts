/** The broker's routes. Both sides of the socket name them from here. */
export const ROUTES = {
  egress: '/egress',
  smtp: '/smtp',
  seal: '/seal',
  secretState: '/secret-state',
  sign: '/sign',
  verifierKey: '/verifier-key',
  lastSize: '/last-size',
  health: '/health',
} as const;

/** The head of an exchange's outcome; the answer's bytes are the body. */
export const OUTCOME_HEADER = 'countersign-outcome';

/** After a body that broke off: the fault. */
export const FAULT_TRAILER = 'countersign-fault';
