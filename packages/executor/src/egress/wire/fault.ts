import { Fault, type FaultSpec, type JsonObject } from '@countersign/contract';

/** A fault on its way from the broker to the server. */
export interface WireFault {
  readonly code: string;
  readonly message: string;
  readonly spec: FaultSpec;
  readonly details: JsonObject;
}

/** A fault as it is sent; its cause and stack stay behind. */
export function faultToWire({ code, message, spec, details }: Fault): JsonObject {
  const { kind, retry, status, says } = spec;
  return { code, message, spec: { kind, retry, status, says }, details };
}

/** The fault that was sent, to be thrown on. */
export function faultFromWire(text: string): Fault | null {
  try {
    // The broker wrote it with `faultToWire`; one that did not gives a fault without its fields.
    const { code, message, spec, details } = JSON.parse(text) as WireFault;
    return new Fault(code, spec, { message, details });
  } catch {
    return null;
  }
}
