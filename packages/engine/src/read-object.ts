/** The JSON object in a model's reply, or undefined. From the first brace to the last: models put fences and a sentence around their JSON. */
export function readObject(reply: string): unknown {
  const from = reply.indexOf('{');
  const to = reply.lastIndexOf('}');
  if (from < 0 || to < from) return undefined;
  try {
    return JSON.parse(reply.slice(from, to + 1));
  } catch {
    return undefined;
  }
}
