import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModelV3, SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { ConfigOf } from '../../connection.ts';

/** A model of a provider package, and what is special about asking it. */
export interface ProviderModel {
  readonly model: LanguageModelV3;
  readonly options: SharedV3ProviderOptions;
  /** Whether tools must say that they are not strict. */
  readonly saysStrict: boolean;
}

/** Stands where a key would: packages refuse to work without one. The broker holds the real one. */
const NO_KEY = 'held-by-the-broker';

/** Makes the client of a provider; null for a provider that is not one of these. */
export function providerModel(
  config: ConfigOf<'model'>,
  name: string,
  fetch: typeof globalThis.fetch,
): ProviderModel | null {
  const { baseUrl } = config;
  const settings = {
    apiKey: NO_KEY,
    fetch,
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
  };
  switch (config.provider) {
    case 'openai':
      return {
        model: createOpenAI(settings)(name),
        // Nothing is left behind at the provider.
        options: { openai: { store: false } },
        saysStrict: true,
      };
    case 'anthropic':
      return { model: createAnthropic(settings)(name), options: {}, saysStrict: false };
    case 'google':
      return { model: createGoogleGenerativeAI(settings)(name), options: {}, saysStrict: false };
    case 'openai-compatible':
    case 'scripted':
    case 'gullible':
      return null;
  }
}
