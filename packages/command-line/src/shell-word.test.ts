import { execFileSync } from 'node:child_process'
import { emulatePlatform } from '@recallite/test-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shellWord } from './printable.js'

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
