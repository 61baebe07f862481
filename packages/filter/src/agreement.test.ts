import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FilterError } from './errors.js'
import { filterLimits } from './limits.js'
import { parseFilter } from './parse-filter.js'
import { compileFilter } from './sql/compile-filter.js'
import { anyJson } from './testing/arbitrary-filters.js'
import { expectAgreement } from './testing/expect-agreement.js'
import { openJsonTable } from './testing/json-table.js'

describe('a filter', () => {
  it('C11: gives the same in memory and in SQL for 4,000 random documents and filters', () => {
    const { pairs, matched } = expectAgreement(8)
    expect(pairs).toBeGreaterThanOrEqual(4000)
    // Neither matches all nor nothing.
    expect(matched / pairs).toBeGreaterThan(0.1)
    expect(matched / pairs).toBeLessThan(0.9)
  })

  it('C11: is refused with a FilterError or becomes SQL that runs, whatever it holds', () => {
    const table = openJsonTable()
    table.load([{ a: 1 }])
    let accepted = 0
    const property = fc.property(anyJson, (json) => {
      const filter = parsed(json)
      accepted += filter === undefined ? 0 : 1
      // Whatever is refused stands here as the filter that matches everything.
      expect(table.matching(filter ?? parseFilter({})).text).toHaveLength(1)
    })
    fc.assert(property, { numRuns: 2000 })
    expect(accepted).toBeGreaterThan(50)
    expect(accepted).toBeLessThan(1950)
  })

  it('C11: never writes what it holds into the SQL', () => {
    const text = `x'); DROP TABLE document; --"`
    const filter = parseFilter({ [text.replaceAll('.', '')]: text, tags: { $in: [text] }, a: { $lt: text } })
    const { sql, values } = compileFilter(filter, 'context')
    expect(sql).not.toContain('DROP')
    expect(values.filter((value) => String(value).includes('DROP'))).not.toEqual([])
    expect(sql.match(/\?/g)).toHaveLength(values.length)
  })

  it('of the greatest size still runs', () => {
    const path = Array.from({ length: filterLimits.keys - 1 }, (_, index) => `key${index}`).join('.')
    const conditions = Array.from({ length: filterLimits.conditions }, (_, index) => [
      `${path}.${index}`,
      { $nin: ['a', 1, null] },
    ])
    let json: object = Object.fromEntries(conditions)
    for (let depth = 0; depth < filterLimits.depth; depth += 1) json = { $not: json }
    const filter = parseFilter(json)
    expect(compileFilter(filter, 'document.text').sql.length).toBeLessThan(1_000_000)
    const table = openJsonTable()
    table.load([{ a: 1 }])
    expect(table.matching(filter)).toEqual({ text: [false], binary: [false] })
  })
})

function parsed(json: unknown): ReturnType<typeof parseFilter> | undefined {
  try {
    return parseFilter(json)
  } catch (error) {
    if (!FilterError.isInstance(error)) throw error
    return undefined
  }
}
