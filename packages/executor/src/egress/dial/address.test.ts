import { describe, expect, test } from 'vitest';
import { addressKind, sameAddress } from './address.ts';

describe('an address of the public Internet may be dialled', () => {
  test.each([
    '93.184.216.34',
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '192.167.255.255',
    '223.255.255.254',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('%s', (address) => expect(addressKind(address)).toBe('public'));
});

describe('a private address is an operator’s to allow', () => {
  test.each([
    '127.0.0.1',
    '127.255.255.255',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '::1',
    'fc00::1',
    'fdff::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
  ])('%s', (address) => expect(addressKind(address)).toBe('private'));
});

describe('an address that is neither is never dialled', () => {
  test.each([
    ['this network', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['link-local, metadata', '169.254.169.254'],
    ['metadata in shared space', '100.100.100.200'],
    ['metadata in unique local space', 'fd00:ec2::254'],
    ['metadata, mapped', '::ffff:169.254.169.254'],
    ['metadata, translated', '64:ff9b::a9fe:a9fe'],
    ['protocol assignments', '192.0.0.192'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['6to4 relay', '192.88.99.1'],
    ['benchmarking', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['IPv4-compatible', '::7f00:1'],
    ['IPv4-compatible, public', '::808:808'],
    ['translated (RFC 6145)', '::ffff:0:127.0.0.1'],
    ['local NAT64', '64:ff9b:1::808:808'],
    ['6to4', '2002:7f00:1::'],
    ['6to4, public', '2002:808:808::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:80ff:fffe'],
    ['ORCHID', '2001:10::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['segment routing', '5f00::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['discard', '100::1'],
    ['not given out', '4000::1'],
    ['ISATAP', '2606:4700::5efe:127.0.0.1'],
    ['ISATAP, global', '2606:4700::200:5efe:10.0.0.1'],
    ['no address', 'localhost'],
    ['no address', ''],
    ['a short form', '127.1'],
    ['an octal form', '0177.0.0.1'],
  ])('%s: %s', (_why, address) => expect(addressKind(address)).toBe('forbidden'));
});

test('an address equals itself in other forms, and no other', () => {
  expect(sameAddress('::ffff:8.8.8.8', '8.8.8.8')).toBe(true);
  expect(sameAddress('2606:4700:4700::1111', '2606:4700:4700:0:0:0:0:1111')).toBe(true);
  expect(sameAddress('8.8.8.8', '8.8.4.4')).toBe(false);
  expect(sameAddress('', '')).toBe(false);
});
