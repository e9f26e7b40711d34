import { label } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { actionOf, sample, spoken, TAINTED } from './conformance/sample.ts';
import { itVouches, vouches } from './conformance/vouching.ts';
import { decide } from './index.ts';

describe('an e-mail address', () => {
  itVouches(
    'dest',
    'to',
    [
      ['Write to bob@example.com', 'bob@example.com'],
      ['Write to bob@example.com.', 'bob@example.com'],
      ['Write to <Bob@Example.com>, please', 'bob@example.com'],
      ['mailto:bob@example.com', 'BOB@EXAMPLE.COM'],
      ["'bob.o+x@sub.example.com'", 'bob.o+x@sub.example.com'],
      ['a@example.com,b@example.com', 'b@example.com'],
      ['Write to ｂob@example.com', 'bob@example.com'],
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
  itVouches(
    'dest',
    'url',
    [
      ['Read https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
      ['Read https://example.com', 'https://EXAMPLE.com/'],
      ['Read https://example.com:443/', 'https://example.com'],
      ['Read www.example.com.', 'www.example.com'],
      ['Read www.example.com/news', 'https://www.example.com/news'],
      ['Read https://www.example.com/news', 'www.example.com/news'],
      ['Read http://example.com/x', 'example.com/x'],
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
      ['Read https://example.com/', 'https://exam\nple.com/'],
      ['Read https://example.com/', 'https://ｅxample.com/'],
      ['Read https://example.com/', 'https://exam\tple.com/'],
      ['Read https://example.com/', ' https://example.com/'],
      ['Read https://a@example.com/', 'https://a@example.com/'],
      ['Read https://example.com/', 'https://exаmple.com/'],
      ['Read https://www.example.com/', 'https://example.com/'],
    ],
  );
});

describe('an account number', () => {
  itVouches(
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
  itVouches(
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
      ['Call 5551234567', 'tel 5551234567'],
      ['Order no 5551234567x', '5551234567'],
    ],
  );
});

describe('an identifier', () => {
  itVouches(
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
      ['ticket 123456', '123456'],
      ['nr 13', '13'],
      ['I have 13 mails; see file 13', '13'],
      ['see a1b', 'a1b'],
      ['num 13', '13'],
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
      ['file 1.5', 1.5],
      ['ticket 12345', '12345'],
      ['Call 555 123 4567', '5551234567'],
      ['see "   "', '   '],
      ['see a1', 'a1'],
      ['see ___', '___'],
      ['file 20 May 2024', '20'],
      ['file 3 pm', '3'],
      ['file 30 minutes', '30'],
    ],
  );
});

describe('a name', () => {
  itVouches(
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
      ['Send it to Zoë', 'Zoë'],
      ['Пошли это Анне', 'Анне'],
      ["Post it to '東京タワー'", '東京タワー'],
      ['Sarah Baker should get it', 'Sarah Baker'],
      ["Post it to 'abc'", 'abc'],
      ['the channel called general', 'general'],
      ['The Channel Named general', 'general'],
      [`Post it to '${'x'.repeat(200)}'`, 'x'.repeat(200)],
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
      ['Send it to Sarah baker now', 'Sarah baker'],
      ['in #general talk now', 'general talk'],
      ['the channel has general talk', 'general'],
      [`Post it to '${'x'.repeat(201)}'`, 'x'.repeat(201)],
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

  it('of an argument that is a list stands next to each of its items', () => {
    const action = actionOf('write', { '/channels/*': 'dest' });
    const args = { channels: ['general', 'random'] };
    const said = 'To the channel general and the random channel';
    const { call, situation } = sample(action, { args, context: TAINTED, said });
    expect(decide(call, situation).kind).toBe('allowed');
  });

  it('of something is more than one letter of an argument’s name and no general word', () => {
    for (const name of ['id', 'name', 'value', 'to', 'the', 'text', 'key', 'type', 'x'])
      expect([name, vouches(`a ${name} general`, 'general', 'dest', name)]).toEqual([name, false]);
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
    ['Hello Bob\nsee you.', 'Hello Bob'],
    ['Hello Bob,\r\nsee you.', 'Hello Bob,\nsee you.'],
    ['Hello Bob,\nsee you.', 'Hello Bob,\r\nsee you.'],
    ['Send this: Hi, I am a bot', ' Hi, I am a bot\n'],
    ["Say 'abc' to him", 'abc'],
    [`Write:${' '.repeat(40)}Pay him${' '.repeat(40)}\nBye`, 'Pay him'],
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
    // However much space stands around it, the text goes on.
    [`Never write:no${' '.repeat(40)}Pay him all`, 'Pay him all'],
    [`Never tell him${' '.repeat(40)}he is fired`, 'he is fired'],
    [`Write: Pay him${' '.repeat(40)}not a cent`, 'Pay him'],
    ['- Pay him', 'Pay him'],
    ['First line.\nNever pay him all', 'pay him all'],
    ['Never:Pay him', 'Pay him'],
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
