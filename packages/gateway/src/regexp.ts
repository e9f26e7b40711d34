import { RE2JS } from 're2js';

/**
 * The regular expressions of JSON Schemas, matched in time linear to the text (RE2). What cannot be
 * matched so (look-around, back-references) is refused when the schema is compiled.
 */
export const LINEAR_REGEXP = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return {
      test: (text: string) => compiled.matcher(text).find(),
      // ajv keeps compiled patterns by this text: without it all patterns would be the first one.
      toString: () => `re2:${pattern}`,
    };
  },
  { code: 'LINEAR_REGEXP' },
);
