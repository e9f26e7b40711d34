import { FINDINGS, type FindingCode } from '@countersign/record/verify';
import { describe, expect, it } from 'vitest';
import { CHECKS, checked } from './checks.ts';

describe('checked', () => {
  it('holds where nothing was found', () => {
    expect(checked({ findings: [] }).every(({ findings }) => findings.length === 0)).toBe(true);
  });

  it('counts every finding there is against exactly one check', () => {
    for (const code of Object.keys(FINDINGS) as FindingCode[]) {
      const finding = { code, says: '', index: 1, about: null };
      const against = checked({ findings: [finding] }).filter(
        ({ findings }) => findings.length > 0,
      );
      expect(against).toHaveLength(1);
    }
  });

  it('knows each finding once', () => {
    const codes = CHECKS.flatMap((check) => check.codes);
    expect(new Set(codes).size).toBe(codes.length);
  });
});
