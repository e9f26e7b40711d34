import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * What an address is to us. `private` may be dialled where an operator said so for one host; `forbidden`
 * never: link-local and metadata services, multicast, everything reserved or wrapped.
 */
export type AddressKind = 'public' | 'private' | 'forbidden';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Loopback, RFC 1918, shared address space (RFC 6598) and unique local addresses (RFC 4193). */
const PRIVATE_RANGES: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'carrierGradeNat',
  'uniqueLocal',
]);

/** Metadata services of clouds that stand in ranges an operator may open. */
const METADATA: ReadonlySet<string> = new Set(['100.100.100.200', 'fd00:ec2::254']);

/** Where IPv6 has been given out to the public Internet (IANA: 2000::/3). All else is ours to refuse. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** An IPv4 address within; judged as that, since that is where the packets go. */
const MAPPED = ipaddr.IPv6.parseCIDR('::ffff:0:0/96');
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** ISATAP (RFC 5214) hides an IPv4 address in the lower half of any prefix. */
const ISATAP_MARKS: ReadonlySet<number> = new Set([0x0000, 0x0200]);

/** Judges an address in its text form. What is not an address, or has a zone, is forbidden. */
export function addressKind(text: string): AddressKind {
  const address = parse(text);
  return address === null ? 'forbidden' : judge(address);
}

/** Whether two texts name the same address; an IPv4 address equals its mapped form. */
export function sameAddress(a: string, b: string): boolean {
  const [left, right] = [parse(a), parse(b)];
  return left !== null && right !== null && unwrap(left).toString() === unwrap(right).toString();
}

function parse(text: string): Address | null {
  // A zone (`%eth0`) names an interface of this machine. Short and octal forms are read differently by others.
  if (text.includes('%') || isIP(text) === 0) return null;
  return ipaddr.parse(text);
}

function judge(address: Address): AddressKind {
  const plain = unwrap(address);
  if (METADATA.has(plain.toString())) return 'forbidden';
  const range = plain.range();
  if (PRIVATE_RANGES.has(range)) return 'private';
  if (range !== 'unicast') return 'forbidden';
  return plain instanceof ipaddr.IPv6 && !isGlobal(plain) ? 'forbidden' : 'public';
}

function isGlobal(address: ipaddr.IPv6): boolean {
  const isatap = ISATAP_MARKS.has(address.parts[4] ?? 0) && address.parts[5] === 0x5efe;
  return address.match(GLOBAL_UNICAST) && !isatap;
}

/** The IPv4 address that a mapped (RFC 4291) or translated (RFC 6052) one stands for. */
function unwrap(address: Address): Address {
  if (address instanceof ipaddr.IPv4) return address;
  if (!address.match(MAPPED) && !address.match(NAT64)) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}
