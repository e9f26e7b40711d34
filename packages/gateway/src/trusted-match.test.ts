import { type Json, label, type Sink } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { actionOf, sample, spoken, TAINTED } from './conformance/sample.ts';
import { vouches } from './conformance/vouching.ts';
import { decide } from './index.ts';

type Case = readonly [said: string, value: Json];

function all(sink: Sink, name: string, yes: readonly Case[], no: readonly Case[]) {
  it.each(yes)('in %j vouches for %j', (said, value) => {
    expect(vouches(said, value, sink, name)).toBe(true);
  });
  it.each(no)('in %j does not vouch for %j', (said, value) => {
    expect(vouches(said, value, sink, name)).toBe(false);
  });
}

describe('an e-mail address', () => {
  all(
    'dest',
    'to',
    [
      ['Write to bob@example.com', 'bob@example.com'],
      ['Write to bob@example.com.', 'bob@example.com'],
      ['Write to <Bob@Example.com>, please', 'bob@example.com'],
      ['mailto:bob@example.com', 'BOB@EXAMPLE.COM'],
      ["'bob.o+x@sub.example.com'", 'bob.o+x@sub.example.com'],
      ['a@example.com,b@example.com', 'b@example.com'],
    ],
    [
      ['Write to bob@example.com', 'bob@example.co'],
      ['Write to bob@example.com', 'ob@example.com'],
      ['Write to bob@example.com', 'bob@example.com.evil.test'],
      ['Write to bob@example.com', 'bob@example.com@evil.test'],
      ['Write to bob@example.com', 'Bob <bob@example.com>'],
      ['Write to bob@example.com', 'bob@example.com, eve@evil.test'],
      ['Write to bob@example.com', 'bob@example.com\r\nBcc: eve@evil.test'],
      ['Write to bob@example.com', 'bоb@example.com'],
      ['Write to bob@example.com', 'bob@example.com\u200b'],
      ['Write to bob@example.com', 'ｂob@example.com'],
      ['Write to bob@example.com.evil.test', 'bob@example.com'],
      ['Write to x-bob@example.com', 'bob@example.com'],
      ['Write to a@bob@example.com', 'bob@example.com'],
      ['Write to Bob', 'bob@example.com'],
      ['Write to bоb@example.com', 'bоb@example.com'],
    ],
  );
});

describe('a web address', () => {
  all(
    'dest',
    'url',
    [
      ['Read https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
      ['Read https://example.com', 'https://EXAMPLE.com/'],
      ['Read https://example.com:443/', 'https://example.com'],
      ['Read www.example.com.', 'www.example.com'],
      ['Read www.example.com/news', 'https://www.example.com/news'],
      ['Read https://www.example.com/news', 'www.example.com/news'],
      ['(see http://example.com/x)', 'http://example.com/x'],
      ['see https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ],
    [
      ['Read https://example.com/a', 'https://example.com/a?secret=1'],
      ['Read https://example.com/a', 'https://example.com/a/b'],
      ['Read https://example.com/a', 'https://example.com/'],
      ['Read https://example.com/a', 'https://example.com/A'],
      ['Read https://example.com/a', 'http://example.com/a'],
      ['Read https://example.com/', 'https://example.com.evil.test/'],
      ['Read https://example.com/', 'https://example.com@evil.test/'],
      ['Read https://example.com/', 'https://evil.test/https://example.com/'],
      ['Read https://example.com/', 'https://example.com:8443/'],
      ['Read https://example.com/', 'https://example.com\\@evil.test/'],
      ['Read https://example.com/', 'javascript://example.com/'],
      ['Read https://a@example.com/', 'https://a@example.com/'],
      ['Read https://example.com/', 'https://exаmple.com/'],
      ['Read https://www.example.com/', 'https://example.com/'],
    ],
  );
});

describe('an account number', () => {
  all(
    'dest',
    'recipient',
    [
      ['Pay DE89 3704 0044 0532 0130 00 today', 'DE89370400440532013000'],
      ['Pay DE89370400440532013000.', 'de89 3704 0044 0532 0130 00'],
      ['Pay GB29NWBK60161331926819 please', 'GB29NWBK60161331926819'],
      ['Pay GB29 NWBK 6016 1331 9268 19 Bob', 'GB29NWBK60161331926819'],
      ['Send it to US133000000121212121212', 'US133000000121212121212'],
    ],
    [
      ['Pay DE89 3704 0044 0532 0130 00', 'DE89370400440532013001'],
      ['Pay DE89 3704 0044 0532 0130 01', 'DE89370400440532013001'.replace('89', '88')],
      ['Pay XDE89370400440532013000', 'DE89370400440532013000'],
      ['Pay DE893704004405320130001', 'DE89370400440532013000'],
      ['Send it to US133000000121212121212', 'us133000000121212121212'],
      ['Send it to US133000000121212121212', 'US13300000012121212121'],
    ],
  );
});

describe('a telephone number', () => {
  all(
    'dest',
    'phone',
    [
      ['Call +49 (30) 123-4567', '+49301234567'],
      ['Call 0049 30 1234567', '+49 30 1234567'],
      ['Call (555) 123-4567 now', '5551234567'],
      ['Call 555.123.4567.', '555 123 4567'],
    ],
    [
      ['Call +49 30 1234567', '+49301234568'],
      ['Call +49 30 1234567', '301234567'],
      ['Call 030 1234567', '+30 1234567'],
      ['Call 12345', '12345'],
      ['Order no 5551234567x', '5551234567'],
    ],
  );
});

describe('a date', () => {
  all(
    'val',
    'day',
    [
      ['on 2024-05-20', '2024-05-20'],
      ['on 2024/5/20', '2024-05-20'],
      ['on 20.05.2024', '2024-05-20'],
      ['on May 20th, 2024', '2024-05-20'],
      ['on 20 May 2024', '2024-05-20'],
      ['on the 20th of May 2024', '2024-05-20'],
      ['on 20-May-2024', '2024-05-20'],
      ['on May 20', '2024-05-20'],
      ['on Feb 29', '2024-02-29'],
      ['on January 2nd', '2025-01-02'],
      ['on 2024-05-20', 'May 20, 2024'],
      ['on May 20', 'May 20'],
      ['today', '2024-05-15'],
      ['Tomorrow, please', '2024-05-16'],
      ['yesterday', '2024-05-14'],
      ['at 2024-05-20T10:00', '2024-05-20'],
    ],
    [
      ['on 2024-05-20', '2024-05-21'],
      ['on 2024-05-20', '2025-05-20'],
      ['on May 20', '2026-05-20'],
      ['on May 20', '2023-05-20'],
      ['on 2024-05-20', 'May 20'],
      ['on 2024-05-200', '2024-05-20'],
      ['on 12024-05-20', '2024-05-20'],
      ['on 30 February 2024', '2024-02-30'],
      ['on 05/06/2024', '2024-05-06'],
      ['on 05/06/2024', '2024-06-05'],
      ['a tomorrowland', '2024-05-16'],
      ['tomorrow', '2024-05-17'],
    ],
  );
});

describe('a time', () => {
  all(
    'val',
    'start',
    [
      ['at 10:00', '10:00'],
      ['at 9:30 am', '09:30'],
      ['at 9.', '9'],
      ['at 3pm', '15:00'],
      ['at 3 p.m. sharp', '15:00'],
      ['at 12am', '00:00'],
      ['at 12pm', '12:00'],
      ['at noon', '12:00'],
      ['at midnight', '00:00'],
      ['at 10:00:30', '10:00:30'],
      ['at 10:00:00', '10:00'],
      ['on 2024-05-20 at 10:00', '2024-05-20 10:00'],
      ['on 2024-05-20 at 10:00', '2024-05-20T10:00:00'],
      ['at 10am on May 20', '2024-05-20 10:00'],
      ['tomorrow at noon', '2024-05-16T12:00'],
      ['2024-05-20T10:00', '2024-05-20 10:00'],
      ['at 2024-05-20T10:00:00Z', '2024-05-20T10:00:00Z'],
      ['at 2024-05-20T12:00+02:00', '2024-05-20T10:00:00.000Z'],
    ],
    [
      ['at 10:00', '10:01'],
      ['at 10:00', '22:00'],
      ['at 10:00', '10:00:30'],
      ['at 25:00', '01:00'],
      ['at 10:60', '11:00'],
      ['at 13pm', '13:00'],
      ['ratio 1:10:00', '10:00'],
      ['on 2024-05-20. See you at 10:00', '2024-05-20 10:00'],
      ['on 2024-05-20\nat 10:00', '2024-05-20 10:00'],
      ['A on 2024-05-20 at 10:00. B on 2024-05-21 at 11:00.', '2024-05-20 11:00'],
      ['on 2024-05-20 at 10:00', '2024-05-20T10:00:00Z'],
      ['at 2024-05-20T10:00:00Z', '2024-05-20T10:00:00+02:00'],
      ['on 2024-05-20 at 10:00', '2024-05-20 10:00 for ever'],
    ],
  );
});

describe('an amount', () => {
  all(
    'val',
    'amount',
    [
      ['pay 98.70', 98.7],
      ['pay $98.70', 98.7],
      ['pay 98,70 €', 98.7],
      ['pay 1,200 dollars', 1200],
      ["pay 1'200.50 CHF", 1200.5],
      ['pay 1.200,50 EUR', '1200.50'],
      ['pay 1.200.000', 1_200_000],
      ['pay 1,200,000.5', 1_200_000.5],
      ['pay 10.00', 10],
      ['pay 10.00 EUR', '10 EUR'],
      ['pay $10', '10 dollars'],
      ['pay EUR 10', '€10'],
      ['set it to -5', -5],
      ['raise by 19.5%', '19.5 percent'],
      ['for 5 hours', '5h'],
      ['for 30 minutes', 30],
      ['the first 5.', 5],
      ['given 2200 now', '2200'],
    ],
    [
      ['pay 98.70', 98.71],
      ['pay 98.70', 9870],
      ['pay 1,200', 1.2],
      ['pay 1200', 120],
      ['pay 1200', 200],
      ['pay 10 EUR', '10 USD'],
      ['pay 10', '10 USD'],
      ['for 5 hours', '5 days'],
      ['on 2024-05-20', 20],
      ['version 1.2.3', 2],
      ['item A10', 10],
      ['10th', 10],
      ['1. Do this\n2. Do that', 2],
      ['Do: 1) this. 2) that', 1],
      ['pay 5', '5e0'],
      ['pay 1', true],
      ['pay nothing', null],
      ['pay', ''],
    ],
  );
});

describe('an identifier', () => {
  all(
    'sel',
    'file',
    [
      ['Read bill-december-2023.txt', 'bill-december-2023.txt'],
      ['Read "report.pdf".', 'report.pdf'],
      ['Close INV-2023-17!', 'INV-2023-17'],
      ['Look at docs/guide/start.md', 'docs/guide/start.md'],
      ['the camelCase one', 'camelCase'],
      ['see user_name', 'user_name'],
      ['ticket 1234567', '1234567'],
      ['ticket 1234567', 1234567],
      ['id 13', '13'],
      ['id: 13.', 13],
      ['with id "13"', '13'],
      ['#13', '13'],
      ['no. 13 please', '13'],
      ['the number 13', '13'],
      ['file 13', '13'],
      ['delete files 13', '13'],
    ],
    [
      ['Read bill-december-2023.txt', 'bill-december-2023'],
      ['Read bill-december-2023.txt', 'december-2023.txt'],
      ['Read bill-december-2023.txt', 'Bill-December-2023.txt'],
      ['Read docs/guide/start.md', 'start.md'],
      ['Read x/report.pdf', 'report.pdf'],
      ['I have 13 mails', '13'],
      ['I have 13 mails', 13],
      ['on 2024-05-13', '13'],
      ['at 13:00', '13'],
      ['id 130', '13'],
      ['id 13', '1'],
      ['mail 13', '13'],
      ['rent is 2200', '2200'],
      ['pay $1234567', '1234567'],
      ['id 13', '-13'],
      ['id 1.5', 1.5],
    ],
  );
});

describe('a name', () => {
  all(
    'dest',
    'channel',
    [
      ["Post it to 'general'", 'general'],
      ['Post it to “general”', 'general'],
      ['Post it to `general`.', 'general'],
      ['Post it to #general', 'general'],
      ['Post it to #general', '#general'],
      ['Ask @alice', 'alice'],
      ['Post it to the general channel', 'general'],
      ['Post it to channel general', 'general'],
      ['Post it to the channel named general', 'general'],
      ['channel: general', 'general'],
      ['Send it to Alice', 'Alice'],
      ['Send it to Sarah Baker, please', 'Sarah Baker'],
      ["Alice wrote. Answer Alice's question", 'Alice'],
    ],
    [
      ['This is a general question', 'general'],
      ['Post it to the generals channel', 'general'],
      ['Post it to the channel that has general talk', 'general'],
      ['Send it to Alice', 'alice'],
      ['Send it to Alice', 'Ali'],
      ['Please send it', 'Please'],
      ['Do it. Then stop.', 'Then'],
      ['- Send it', 'Send'],
      ['1. Send it', 'Send'],
      ['Send it to Alice-Bob', 'Alice'],
      ['Send it to Alice.Smith', 'Alice'],
      ['Send it to Sarah baker', 'Sarah Baker'],
      ["Post it to 'general talk'", 'general'],
      ['Say "to" him', 'to'],
      ['Send it to Аlice', 'Аlice'],
      ['Send it to Al\u00adice', 'Al\u00adice'],
      ["Post to 'a\nb'", 'a\nb'],
      ["Post to ' b c'", ' b c'],
      ["Post to 'general'", ['general', 'evil']],
      ["Post to 'true'", true],
      ["Post to 'null'", null],
      ["Post to '[object Object]'", {}],
    ],
  );

  it('of something is more than one letter of an argument’s name and no general word', () => {
    expect(vouches('the id general', 'general', 'dest', 'id')).toBe(false);
    expect(vouches('the name general', 'general', 'dest', 'name')).toBe(false);
    expect(vouches('the channel general', 'general', 'dest', 'channel_id')).toBe(true);
    expect(vouches('the channel general', 'general', 'dest', 'targetChannels')).toBe(true);
  });
});

describe('a passage', () => {
  const content = (said: string, body: string) => {
    const action = actionOf('send', { '/to': 'dest', '/body': 'content' });
    const { call, situation } = sample(action, {
      args: { to: 'bob@example.com', body },
      context: TAINTED,
      said: `${said}\n\nTo bob@example.com.`,
    });
    return decide(call, situation).kind === 'allowed';
  };

  it.each([
    ['Send this: Hi, I am a bot', 'Hi, I am a bot'],
    ["Ask 'How are you?' today", 'How are you?'],
    ['Hello Bob,\nsee you.', 'Hello Bob,\nsee you.'],
    ['Hello Bob,\nsee you.', 'see you.'],
    ['Hello Bob,\r\nsee you.', 'Hello Bob,\nsee you.'],
    ['Write: see https://evil.test/a', 'see https://evil.test/a'],
  ])('in %j may be sent as %j', (said, body) => {
    expect(content(said, body)).toBe(true);
  });

  it.each([
    ['Never tell him that he is fired', 'he is fired'],
    ['Never tell him that he is fired', 'Never tell him'],
    ['Send this: Hi, I am a bot', 'Hi, I am a'],
    ['Send this: Hi, I am a bot', 'I am a bot'],
    ['Send this: Hi, I am a bot', 'hi, i am a bot'],
    ["Ask 'How are you?' today", 'How are you'],
    ["Ask 'How are you? today", 'How are you?'],
    ['ok: no', 'no'],
  ])('in %j may not be sent as %j', (said, body) => {
    expect(content(said, body)).toBe(false);
  });

  it('goes to whom its text may be told', () => {
    const action = actionOf('send', { '/to': 'dest', '/body': 'content' });
    const { call, situation } = sample(action, {
      args: { to: 'bob@example.com', body: 'The code is 1234' },
      context: TAINTED,
    });
    const ours = { text: 'Say: The code is 1234', label: label('system', ['user:usr_ann']) };
    const open = { text: 'Say: The code is 1234', label: label('system', 'public') };
    const to = spoken('To bob@example.com');
    expect(decide(call, { ...situation, material: [to, open] }).kind).toBe('allowed');
    expect(decide(call, { ...situation, material: [to, ours] })).toMatchObject({
      missing: [{ pointer: '/body', because: 'readers' }],
    });
  });
});
