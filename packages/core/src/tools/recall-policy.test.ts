import { countTokens } from '@recallite/chunker'
import { describe, expect, it } from 'vitest'
import { memoryRecallPolicy } from './recall-policy.js'

const both = ['memory_search', 'memory_get']

describe('memoryRecallPolicy', () => {
  it('A23: is empty for an agent without the tools', () => {
    for (const tools of [[], ['web_search', 'memory_searching']])
      expect(memoryRecallPolicy({ tools })).toBe('')
  })

  it('A23: makes recall mandatory with the available tools, and names no others', () => {
    for (const tools of [both, ['memory_search'], ['web', 'memory_get']]) {
      const text = memoryRecallPolicy({ tools })
      expect(text).toMatch(
        /^## Memory Recall\nMandatory: .*prior work, decisions, dates, people, preferences or todos/,
      )
      expect(both.filter((name) => text.includes(name))).toEqual(both.filter((name) => tools.includes(name)))
    }
  })

  it('names the tools in the order of their use, and asks for sources if results have them', () => {
    const text = memoryRecallPolicy({ tools: both.toReversed() })
    expect(text).toMatch(/call memory_search, then memory_get.*[^]*`Source: path#line`/)
    for (const quiet of [{ citations: 'off' }, { channel: 'shared' }] as const)
      expect(memoryRecallPolicy({ tools: both, ...quiet })).not.toContain('Source:')
  })

  it('is short, because each conversation pays for it', () => {
    expect(countTokens(memoryRecallPolicy({ tools: both }))).toBeLessThanOrEqual(100)
  })
})
