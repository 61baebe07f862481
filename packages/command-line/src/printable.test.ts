import { execFileSync } from 'node:child_process'
import { emulatePlatform } from '@recallite/test-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderJson, renderJsonLine, shellWord } from './printable.js'

/** ASCII as tag characters, which terminals and editors do not show. */
function tagged(text: string): string {
  return text.replace(/./gu, (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)))
}

describe('renderJson', () => {
  it('has the same meaning, without characters that a terminal would obey', () => {
    const value = { 'a\u009b1m': ['\u001b[2J\u007f\u202e\u2028x', 1, null] }
    const text = renderJson(value)
    expect(JSON.parse(text)).toEqual(value)
    expect(text).not.toMatch(/[\u007f-\u009f\u202e\u2028\u001b]/u)
    expect(text.endsWith('}\n')).toBe(true)
  })

  it('shows invisible characters, with the same meaning', () => {
    const value = [`a${tagged('obey')}b`, 'c\u200bd\ufeff', '👩‍👩‍👧']
    const text = renderJsonLine(value)
    expect(JSON.parse(text)).toEqual(value)
    expect(text).toBe(
      '["a\\udb40\\udc6f\\udb40\\udc62\\udb40\\udc65\\udb40\\udc79b","c\\u200bd\\ufeff","👩‍👩‍👧"]',
    )
  })
})

describe('a command to be pasted into a shell', () => {
  it.skipIf(process.platform === 'win32')('has every text as one word, even with special characters', () => {
    const word = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !text.includes('\0'))
    const texts = fc.sample(
      fc.oneof(word, fc.constantFrom('~/a', "it's", '$(rm)', '`x`', 'a b', '*', '-')),
      60,
    )
    const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${texts.map(shellWord).join(' ')}`], {
      encoding: 'utf8',
      env: { HOME: '~' },
    })
    expect(printed.split('\0').slice(0, -1)).toEqual(texts)
  })

  it.each([
    [String.raw`C:\notes\a.md`, String.raw`C:\notes\a.md`],
    [String.raw`C:\my notes`, String.raw`"C:\my notes"`],
    ["it's $5", "'it''s $5'"],
    ['~', '"~"'],
  ])('quotes %s as %s on Windows (not checked with a shell)', (text, word) => {
    emulatePlatform('win32')
    expect(shellWord(text)).toBe(word)
  })
})
