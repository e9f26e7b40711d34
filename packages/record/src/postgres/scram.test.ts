import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { scramVerifier } from './scram.ts';

test('a stored password is the one of RFC 7677: it signs the exchange of that document', () => {
  const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64');
  const verifier = scramVerifier('pencil', salt);
  const [, serverKey] =
    /^SCRAM-SHA-256\$4096:W22ZaJ0SNY7soEsUEjb6gQ==\$[^:]+:(.+)$/.exec(verifier) ?? [];
  const nonce = 'rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0';
  const exchange = `n=user,r=rOprNGfwEbeRWgbNEkqO,r=${nonce},s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,c=biws,r=${nonce}`;
  const signature = createHmac('sha256', Buffer.from(serverKey ?? '', 'base64')).update(exchange);
  expect(signature.digest('base64')).toBe('6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=');
});
