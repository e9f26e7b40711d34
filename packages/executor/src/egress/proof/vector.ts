/** One case of the SSRF set; `testdata/ssrf_vectors.json` holds such cases, and others may be brought. */
export interface SsrfVector {
  readonly id: string;
  /** `ip:*`, `ipv6`, `name`, `parser`, `scheme`, `port`: decided by the URL. `redirect`, `dns`, `http`: by what the other side does. `allow`: must pass. */
  readonly category: string;
  readonly url: string;
  readonly expect: 'block' | 'allow';
  readonly why: string;
  /** The host that a WHATWG parse gives, with its port; null where there is none. */
  readonly whatwg_host?: string | null;
}

/** How one case went. */
export interface SsrfVerdict {
  readonly id: string;
  readonly passed: boolean;
  /** What came of it with no connection and through one, for example `refused ADDRESS`. */
  readonly outcomes: readonly string[];
  /** What must not have happened, and did. */
  readonly harms: readonly string[];
  /** False where the words of a `redirect`, `dns` or `http` case were not understood and the worst was played. */
  readonly recognised: boolean;
}
