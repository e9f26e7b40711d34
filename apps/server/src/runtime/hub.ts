/** Listeners by topic. A listener that throws stops nobody else; what it threw is handed to `report`. */
export interface Hub<Message> {
  emit(topic: string, message: Message): void;
  /** Gives the way to stop listening. */
  on(topic: string, listener: (message: Message) => void): () => void;
}

/** A {@link Hub} in this process. */
export function createHub<Message>(report: (error: unknown) => void): Hub<Message> {
  const topics = new Map<string, Set<(message: Message) => void>>();
  return {
    emit(topic, message) {
      for (const listener of topics.get(topic) ?? []) {
        try {
          listener(message);
        } catch (error) {
          report(error);
        }
      }
    },
    on(topic, listener) {
      const listeners = topics.get(topic) ?? new Set();
      topics.set(topic, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && topics.get(topic) === listeners) topics.delete(topic);
      };
    },
  };
}
