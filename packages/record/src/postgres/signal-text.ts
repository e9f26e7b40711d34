import type { WakeSignal } from '@countersign/contract';

/** A signal as the payload of a notification: JSON of its parts. */
export function signalText(signal: WakeSignal): string {
  switch (signal.kind) {
    case 'runnable':
      return '[]';
    case 'entries':
      return JSON.stringify([signal.workspace, signal.run, signal.index]);
  }
}

/** The signal of a payload, or null for one that is not ours: whoever may connect may notify. */
export function parseSignal(text: string): WakeSignal | null {
  try {
    const parts: unknown = JSON.parse(text);
    if (!Array.isArray(parts)) return null;
    if (parts.length === 0) return { kind: 'runnable' };
    const [workspace, run, index] = parts as readonly unknown[];
    if (typeof workspace !== 'string' || typeof run !== 'string' || typeof index !== 'number') {
      return null;
    }
    return { kind: 'entries', workspace, run, index };
  } catch {
    return null;
  }
}
