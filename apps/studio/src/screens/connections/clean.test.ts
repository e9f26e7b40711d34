import { describe, expect, it } from 'vitest';
import { clean, linesOf, secretPlace } from './clean.ts';

describe('clean', () => {
  it('leaves out what is optional and empty', () => {
    const config = {
      kind: 'smtp',
      host: 'h',
      port: 25,
      tls: 'none',
      from: 'a@b.example',
      user: '',
      secret: '',
      allowPrivate: false,
    };
    expect(clean(config, 'smtp')).toEqual({
      kind: 'smtp',
      host: 'h',
      port: 25,
      tls: 'none',
      from: 'a@b.example',
      allowPrivate: false,
    });
  });

  it('leaves out what belongs to another choice', () => {
    const config = {
      kind: 'http',
      baseUrl: 'https://x.example',
      paths: ['/'],
      methods: ['GET'],
      auth: { kind: 'none', header: 'x', secret: 's' },
      allowPrivate: false,
      cleared: false,
    };
    expect(clean(config, 'http')['auth']).toEqual({ kind: 'none' });
  });

  it('sends no price where none is given', () => {
    expect(clean({ kind: 'model', provider: 'openai', price: {} }, 'model')).toEqual({
      kind: 'model',
      provider: 'openai',
    });
    expect(
      clean(
        { kind: 'model', provider: 'openai', price: { inPerMillion: 1, outPerMillion: 2 } },
        'model',
      ),
    ).toHaveProperty('price');
  });
});

describe('linesOf', () => {
  it('drops blanks and empty lines', () => {
    expect(linesOf(' /a \n\n/b\n')).toEqual(['/a', '/b']);
  });
});

describe('secretPlace', () => {
  it('is where the chosen way to sign in has its secret, and nowhere for the others', () => {
    expect(secretPlace({ kind: 'http', auth: { kind: 'basic' } }, 'http')).toBe('/auth/secret');
    expect(secretPlace({ kind: 'http', auth: { kind: 'none' } }, 'http')).toBeNull();
    expect(secretPlace({ kind: 'model', provider: 'scripted' }, 'model')).toBeNull();
    expect(secretPlace({ kind: 'smtp' }, 'smtp')).toBe('/secret');
    expect(secretPlace({ kind: 'mailbox' }, 'mailbox')).toBeNull();
  });
});
