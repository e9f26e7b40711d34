import type { ConnectionConfig } from '@countersign/contract';

/** Where a connection leads, in a line. */
export function placeOf(config: ConnectionConfig): string {
  switch (config.kind) {
    case 'mailbox':
      return config.owner;
    case 'smtp':
      return `${config.host}:${config.port}`;
    case 'http':
      return `${config.methods.join(', ')} ${config.baseUrl}`;
    case 'model':
      return config.baseUrl ? `${config.provider} at ${config.baseUrl}` : config.provider;
  }
}
