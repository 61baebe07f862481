import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePackagePath } from './package-path.js'

describe('parsePackagePath', () => {
  it.each([
    ['yaml', ['yaml'], undefined],
    ['yaml@2.9.1', ['yaml'], '2.9.1'],
    ['yaml@5.0.0-beta.2+build', ['yaml'], '5.0.0-beta.2+build'],
    ['@std/toml', ['@std/toml'], undefined],
    ['@std/toml@1.0.0', ['@std/toml'], '1.0.0'],
    ['typedoc > markdown-it > entities@4.5.0', ['typedoc', 'markdown-it', 'entities'], '4.5.0'],
    ['@a/b>@c/d.e@1', ['@a/b', '@c/d.e'], '1'],
    [' JSONStream ', ['JSONStream'], undefined],
  ])('reads %j', (text, names, version) => {
    expect(parsePackagePath(text)).toEqual({ names, version })
  })

  it.each([
    '',
    ' ',
    '>',
    'yaml >',
    '> yaml',
    'yaml@',
    'yaml@1@2',
    'yaml@1 2',
    'typedoc@1.0.0 > yaml',
    '..',
    '.hidden',
    '../yaml',
    '@std',
    '@/toml',
    '@std/..',
    '@std/toml/deep',
    'a/b',
    String.raw`a\b`,
    '/etc',
  ])('refuses %j', (text) => {
    expect(parsePackagePath(text)).toBeUndefined()
  })

  it('never leads out of node_modules', () => {
    const piece = fc.constantFrom('..', '.', '/', '\\', '@', 'a', '>', ' ', '1', '~', '-')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        for (const name of parsePackagePath(pieces.join(''))?.names ?? []) {
          const parts = name.split('/')
          expect(parts.length).toBeLessThanOrEqual(name.startsWith('@') ? 2 : 1)
          expect(parts.every((part) => !part.startsWith('.') && !/[\\>\s]/u.test(part))).toBe(true)
        }
      }),
    )
  })
})
