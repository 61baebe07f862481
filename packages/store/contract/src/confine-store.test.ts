import { posix, win32 } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWithin } from './confine-store.js'

const names = fc.array(fc.constantFrom('a', 'b', 'ab', '..', '.', '', 'a b', '\0'), { maxLength: 5 })

describe('isWithin', () => {
  it.each([
    ['/a', '/a', true],
    ['/a', '/a/b', true],
    ['/a', '/ab', false],
    ['/a', '/', false],
    ['/', '/a', true],
    ['/a', '/a/../b', false],
    ['/a', '/a/./b', false],
    ['/a', '/a//b', false],
    ['/a', '/a/', false],
    ['/a', 'a/b', false],
    ['/a', '', false],
    ['C:\\a', 'C:\\a\\b', true],
    ['C:\\a', 'C:\\a\\..\\b', false],
    ['C:\\a', 'C:\\a\\b/../../c', false],
    ['C:\\', 'C:\\a', true],
    ['C:\\a', 'D:\\a\\b', false],
  ])('%j has %j: %j', (folder, path, expected) => {
    expect(isWithin(folder, path)).toBe(expected)
  })

  it.each([
    ['POSIX', posix, '/top'],
    ['Windows', win32, 'C:\\top'],
  ])('agrees with the relative path on %s', (_, { relative, resolve, sep, isAbsolute }, folder) => {
    fc.assert(
      fc.property(names, names, (inFolder, rest) => {
        const around = resolve(folder, ...inFolder.filter((name) => /^[ab ]+$/u.test(name)))
        const path = [around, ...rest].join(sep)
        const way = relative(around, path)
        const isInside = way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
        const isProper = resolve(path) === path && !path.includes('\0')
        expect(isWithin(around, path)).toBe(isInside && isProper)
      }),
    )
  })
})
