/** What one message may cost. What is over a limit is left out and said in `problems`; nothing is refused for it. */
export const MAIL_LIMITS = {
  /** Bytes of one message that are looked at. */
  messageBytes: 64_000_000,
  /** Bytes of one block of header fields, and of one field. */
  headerBytes: 512_000,
  fieldBytes: 64_000,
  fields: 2_000,
  parts: 500,
  depth: 20,
  /** Bytes of one text part, before and after decoding. */
  textBytes: 1_000_000,
  addresses: 1_000,
  links: 100,
} as const;
