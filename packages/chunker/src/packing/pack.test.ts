import { describe, expect, it } from 'vitest'
import { breakStrength } from '../structure/parse-blocks.js'
import type { Unit } from '../units/units-of.js'
import { joinTrailingHeadings } from './pack.js'

function units(kinds: string): Unit[] {
  return Array.from(kinds, (kind, line) => ({
    startLine: line,
    startColumn: 0,
    endLine: line,
    endColumn: 1,
    from: line * 2,
    to: line * 2 + 1,
    tokens: 1,
    strength: breakStrength.block,
    isHeading: kind === '#',
  }))
}

/** First and last line of each unit. */
function joined(kinds: string, maxTokens: number): string[] {
  return Array.from(
    joinTrailingHeadings(units(kinds), maxTokens),
    ({ startLine, endLine }) => `${startLine}-${endLine}`,
  )
}

describe('joinTrailingHeadings', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['tt', ['0-0', '1-1']],
    ['#t', ['0-0', '1-1']],
    ['#t#', ['0-0', '1-2']],
    ['t#t##', ['0-0', '1-1', '2-4']],
    ['##', ['0-0', '1-1']],
    ['t###', ['0-0', '1-1', '2-2', '3-3']],
    ['t####t#', ['0-0', '1-1', '2-2', '3-3', '4-4', '5-6']],
  ])('joins up to two tokens of headings in %j', (kinds, lines) => {
    expect(joined(kinds, 2)).toEqual(lines)
  })

  it('counts what it joins', () => {
    const [unit] = joinTrailingHeadings(units('t##'), 2)
    expect(unit).toMatchObject({ tokens: 3, from: 0, to: 5, endColumn: 1, isHeading: false })
  })
})
