import type { ConnectionConfig } from '@countersign/contract';

/** What a model costs, in micro-units of currency for a million tokens. */
export interface Price {
  readonly inPerMillion: number;
  readonly outPerMillion: number;
}

/** A price, and whether it is known. An unknown one is zero: money then bounds nothing, tokens still do. */
export interface Quote extends Price {
  readonly known: boolean;
}

type ModelConfig = Extract<ConnectionConfig, { kind: 'model' }>;

const FREE: Price = { inPerMillion: 0, outPerMillion: 0 };

/**
 * List prices in US dollars as the providers published them in 2025; where a price depends on the length of the
 * context, the higher one. A connection's own `price` goes before, so a changed price needs no release.
 */
const PRICES: Readonly<Record<string, Price>> = {
  'openai/gpt-5': usd(1.25, 10),
  'openai/gpt-5-mini': usd(0.25, 2),
  'openai/gpt-5-nano': usd(0.05, 0.4),
  'openai/gpt-4.1': usd(2, 8),
  'openai/gpt-4.1-mini': usd(0.4, 1.6),
  'openai/gpt-4.1-nano': usd(0.1, 0.4),
  'openai/gpt-4o': usd(2.5, 10),
  'openai/gpt-4o-mini': usd(0.15, 0.6),
  'openai/o3': usd(2, 8),
  'openai/o4-mini': usd(1.1, 4.4),
  'anthropic/claude-opus-4': usd(15, 75),
  'anthropic/claude-opus-4-5': usd(5, 25),
  'anthropic/claude-sonnet-4': usd(6, 22.5),
  'anthropic/claude-haiku-4-5': usd(1, 5),
  'anthropic/claude-3-5-haiku': usd(0.8, 4),
  'google/gemini-2.5-pro': usd(2.5, 15),
  'google/gemini-2.5-flash': usd(0.3, 2.5),
  'google/gemini-2.5-flash-lite': usd(0.1, 0.4),
};

/** The price of a model: the connection's own, else the list's for the longest name that begins the model's. */
export function priceOf(config: ModelConfig, model: string): Quote {
  if (config.price) return { ...config.price, known: true };
  if (config.provider === 'scripted' || config.provider === 'gullible')
    return { ...FREE, known: true };
  const name = `${config.provider}/${model}`;
  const listed = Object.keys(PRICES)
    .filter((key) => name === key || name.startsWith(`${key}-`))
    .sort((a, b) => b.length - a.length)[0];
  const price = listed === undefined ? undefined : PRICES[listed];
  return price ? { ...price, known: true } : { ...FREE, known: false };
}

/** What tokens cost, in micro-units, rounded up: a reservation must never be below the bill. */
export function costOf(price: Price, tokensIn: number, tokensOut: number): number {
  return Math.ceil((tokensIn * price.inPerMillion + tokensOut * price.outPerMillion) / 1_000_000);
}

function usd(inPerMillion: number, outPerMillion: number): Price {
  return {
    inPerMillion: Math.round(inPerMillion * 1_000_000),
    outPerMillion: Math.round(outPerMillion * 1_000_000),
  };
}
