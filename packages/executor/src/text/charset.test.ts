import { describe, expect, it } from 'vitest';
import { decodeText } from './charset.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('bytes', () => {
  it.each([
    ['windows-1251', '\xcf\xf0\xe8\xe2\xe5\xf2', 'Привет'],
    ['KOI8-R', '\xf0\xd2\xc9\xd7\xc5\xd4', 'Привет'],
    ['windows-1252', '\x93hi\x94 \x80', '“hi” €'],
    ['iso-8859-1', 'gr\xfc\xdfe', 'grüße'],
    ['iso-8859-15', '\xa4', '€'],
    ['gb18030', '\xc4\xe3\xba\xc3', '你好'],
    ['GB2312', '\xc4\xe3\xba\xc3', '你好'],
    ['big5', '\xa7A\xa6n', '你好'],
    ['euc-kr', '\xbe\xc8\xb3\xe7', '안녕'],
    ['ks_c_5601-1987', '\xbe\xc8\xb3\xe7', '안녕'],
    ['Shift_JIS', '\x82\xb1\x82\xf1', 'こん'],
    ['ISO-2022-JP', '\x1b$B$3$s\x1b(B', 'こん'],
    ['utf-7', 'Hi +AOQ-', 'Hi ä'],
    ['unicode-1-1-utf-7', 'Hi +AOQ-', 'Hi ä'],
    ['cp437', '\x81', 'ü'],
    ['macintosh', '\x9f', 'ü'],
    ['"utf-8"', '\xc3\xbc', 'ü'],
    ['utf8', '\xc3\xbc', 'ü'],
    ['utf-16le', 'h\0i\0', 'hi'],
  ])('in %s are read', (charset, raw, text) => {
    expect(decodeText(bytes(raw), charset)).toEqual({ text, problem: null });
  });

  it('without a charset are UTF-8 where they can be, else windows-1252', () => {
    expect(decodeText(bytes('\xc3\xbc'), null).text).toBe('ü');
    expect(decodeText(bytes('\xfc\x80'), null).text).toBe('ü€');
    expect(decodeText(bytes('\xfc'), 'us-ascii').text).toBe('ü');
  });

  it('that claim a charset nobody knows are read by what they look like', () => {
    expect(decodeText(bytes('gr\xfc\xdfe'), 'x-unknown')).toEqual({
      text: 'grüße',
      problem: 'unknown-charset',
    });
    expect(decodeText(bytes('abc'), 'base64').problem).not.toBe('wrong-charset');
  });

  it('that claim UTF-8 and are mostly that keep the whole characters', () => {
    expect(decodeText(bytes('\xc3\xbc\xc3\xa4 \xff'), 'utf-8')).toEqual({
      text: 'üä \uFFFD',
      problem: 'wrong-charset',
    });
  });

  it('cut within their last character are still UTF-8', () => {
    expect(decodeText(bytes('a\xc3'), 'utf-8')).toEqual({ text: 'a', problem: null });
  });

  it('that begin with a byte order mark are what it says', () => {
    expect(decodeText(bytes('\xff\xfeh\0'), 'iso-8859-1').text).toBe('h');
    expect(decodeText(bytes('\xef\xbb\xbfx'), null).text).toBe('x');
  });
});
