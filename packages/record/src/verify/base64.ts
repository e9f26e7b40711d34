/** Standard base64 (RFC 4648 section 4), with padding. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** The bytes of a base64 text, or null where it is not exactly what {@link toBase64} writes. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    // `atob` is forgiving; two texts must not stand for the same bytes.
    return toBase64(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}
