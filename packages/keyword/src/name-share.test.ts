import { describe, expect, it } from 'vitest'
import { nameShare } from './name-share.js'

describe('nameShare', () => {
  it.each([
    'v1.8.0',
    '1.8.0',
    'E4042',
    'JWT_EXPIRY',
    'src/lib/i18n.ts',
    '--dry-run',
    'camelCase',
    'HTTPServer',
    'a-kebab-name',
    '@scope/name',
    'ada@example.org',
    'https://example.org/a',
    'README',
    'useState()',
    '２．１．０',
    '"2026-02-11"',
    '#4711',
    'C#',
    'g++',
    'A*',
    '.env',
    '$PATH',
    '🚀',
  ])('recognises %j as a name', (text) => expect(nameShare(text)).toBe(1))

  it.each([
    'what did we decide about auth?',
    'Lena',
    'tokens',
    '数据库迁移',
    '',
    '?!',
    'the',
    'of it',
    "don't",
  ])('does not recognise %j as a name', (text) => expect(nameShare(text)).toBe(0))

  it('is the share of the content words', () => {
    expect(nameShare('where is JWT_EXPIRY defined?')).toBe(1 / 2)
    expect(nameShare('rotate E4042 keys, v2 tokens')).toBe(2 / 5)
  })
})
