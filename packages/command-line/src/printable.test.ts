import { execFileSync } from 'node:child_process'
import { emulatePlatform } from '@recallite/test-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderJson, renderJsonLine, shellWord } from './printable.js'

/** ASCII in tag characters, which no terminal and no editor shows. */
function tagged(text: string): string {
  return text.replace(/./gu, (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)))
}

describe('renderJson', () => {
  it('means the same, and holds nothing that a terminal would obey', () => {
    const value = { 'a\u009b1m': ['\u001b[2J\u007f\u202e\u2028x', 1, null] }
    const text = renderJson(value)
    expect(JSON.parse(text)).toEqual(value)
    expect(text).not.toMatch(/[\u007f-\u009f\u202e\u2028\u001b]/u)
    expect(text.endsWith('}\n')).toBe(true)
  })

  it('shows what would not be seen, and still means the same', () => {
    const value = [`a${tagged('obey')}b`, 'c\u200bd\ufeff', '👩‍👩‍👧']
    const text = renderJsonLine(value)
    expect(JSON.parse(text)).toEqual(value)
    expect(text).toBe(
      '["a\\udb40\\udc6f\\udb40\\udc62\\udb40\\udc65\\udb40\\udc79b","c\\u200bd\\ufeff","👩‍👩‍👧"]',
    )
  })
})

describe('a command to be pasted into a shell', () => {
  it.skipIf(process.platform === 'win32')('has every text as one word, whatever is in it', () => {
    const word = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !text.includes('\0'))
    const texts = fc.sample(
      fc.oneof(word, fc.constantFrom('~/a', "it's", '$(rm)', '`x`', 'a b', '*', '-')),
      60,
    )
    const shown = execFileSync('sh', ['-c', `printf '%s\\0' ${texts.map(shellWord).join(' ')}`], {
      encoding: 'utf8',
      env: { HOME: '~' },
    })
    expect(shown.split('\0').slice(0, -1)).toEqual(texts)
  })

  it.each([
    [String.raw`C:\notes\a.md`, String.raw`C:\notes\a.md`],
    [String.raw`C:\my notes`, String.raw`"C:\my notes"`],
    ["it's $5", "'it''s $5'"],
    ['~', '"~"'],
  ])('has %s as %s on Windows, whose shells are not asked here', (text, word) => {
    emulatePlatform('win32')
    expect(shellWord(text)).toBe(word)
  })
})
