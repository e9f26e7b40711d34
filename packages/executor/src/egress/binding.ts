import { type Refused, refused } from './outcome.ts';
import { isAmbiguousPath, isBelow } from './path.ts';
import { readTarget, type Target } from './target.ts';

/** What a connection is bound to: its credential goes there and nowhere else, whoever asks. */
export interface Binding {
  readonly protocol: Target['protocol'];
  readonly host: string;
  readonly port: number;
  /** Path of the base URL, without a slash at its end; a relative URL is below it. */
  readonly basePath: string;
  /** Path prefixes, absolute at the host. */
  readonly paths: readonly string[];
  readonly methods: readonly string[];
  /** The operator lets this one host be at a private address. */
  readonly allowPrivate: boolean;
  /**
   * What to do with a header the caller must not choose. `drop` is for provider libraries, which set such
   * headers by themselves; a model is told by `refuse`.
   */
  readonly forbiddenHeaders: 'refuse' | 'drop';
  /** The other side may be silent for long before and within its answer. */
  readonly patient: boolean;
  /** The same request may be made twice by itself where a kept connection turns out to be dead. */
  readonly repeatable: boolean;
}

/**
 * Makes a binding from an operator's base URL. `paths` are below the base URL's own path.
 * Refused where the base URL is not one that can be dialled.
 */
export function bindTo(
  baseUrl: string,
  rest: Omit<Binding, 'protocol' | 'host' | 'port' | 'basePath'>,
): Binding | Refused {
  const base = readTarget(baseUrl, MAX_BASE_LENGTH);
  if ('kind' in base) return base;
  if (base.query !== '' || isAmbiguousPath(base.path)) return refused('URL_INVALID', 'base URL');
  const basePath = base.path.replace(/\/+$/, '');
  return {
    ...rest,
    protocol: base.protocol,
    host: base.host,
    port: base.port,
    basePath,
    paths: rest.paths.map((path) => basePath + path),
  };
}

const MAX_BASE_LENGTH = 2048;

/** Why a request is not within a binding, or null where it is. */
export function outside(binding: Binding, target: Target, method: string): Refused | null {
  const { protocol, host, port } = target;
  if (protocol !== binding.protocol || host !== binding.host || port !== binding.port)
    return refused('BINDING_HOST');
  if (!binding.methods.includes(method)) return refused('BINDING_METHOD');
  if (isAmbiguousPath(target.path)) return refused('PATH_AMBIGUOUS');
  return binding.paths.some((prefix) => isBelow(prefix, target.path))
    ? null
    : refused('BINDING_PATH');
}
