import { describe, expect, it } from 'vitest'
import { structureOf } from './structure-of.js'
import { breakStrength } from './parse-blocks.js'

const { block, item, nested, line, clause } = breakStrength

describe('structureOf code', () => {
  it.each<[string, [string, number][]]>([
    [
      'a comment stays with its definition',
      [
        ['import a', block],
        ['', block],
        ['/** One. */', block],
        ['function one() {', line],
        ['  return 1', line],
        ['}', clause],
        ['function two() {', nested],
        ['', block],
        ['  return 2', item],
        ['}', clause],
      ],
    ],
    [
      'methods are inner parts',
      [
        ['class A:', block],
        ['    def one(self):', line],
        ['        return 1', line],
        ['', block],
        ['    def two(self):', item],
        ['        if x:', line],
        ['            y()', line],
        ['        return 2', nested],
        ['', block],
        ['            deep()', nested],
        ['\tdef three(self):', nested],
        ['', block],
        ['def four():', block],
      ],
    ],
    [
      'closing lines stay with what they close',
      [
        ['begin', block],
        ['  x', line],
        ['end', clause],
        ['<a>', nested],
        ['  <b', line],
        ['  />', clause],
        ['</a>', clause],
        [');', clause],
      ],
    ],
  ])('detects that %s', (_, lines) => {
    const { breaks } = structureOf(
      lines.map(([text]) => text),
      'code',
    )
    const named = (strengths: Iterable<number>): string[] =>
      Array.from(strengths, (strength, index) => `${strength} ${lines[index]?.[0]}`)
    const blank = lines.map(([text]) => text === '')
    const strengths = lines.map(([, strength], index) =>
      blank[index] === true ? (breaks[index] ?? 0) : strength,
    )
    expect(named(breaks)).toEqual(named(strengths))
  })
})
