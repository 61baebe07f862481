import { countTokens } from '@recallite/chunker'
import { describe, expect, it } from 'vitest'
import { memoryRecallPolicy } from './recall-policy.js'

const both = ['memory_search', 'memory_get']

describe('memoryRecallPolicy', () => {
  it('A23: demands nothing of an agent that has none of the tools', () => {
    for (const tools of [[], ['web_search', 'memory_searching']]) {
      const { text, rules } = memoryRecallPolicy({ tools })
      expect(text).toBe('')
      expect(rules).toMatchObject({ mandatory: false, tools: [] })
    }
  })

  it('A23: makes recall mandatory with the tools that are there, and names no others', () => {
    for (const tools of [both, ['memory_search'], ['web', 'memory_get']]) {
      const { text, rules } = memoryRecallPolicy({ tools })
      const own = both.filter((name) => tools.includes(name))
      expect(text).toMatch(/^## Memory Recall\nMandatory: /)
      expect(text).toMatch(/prior work, decisions, dates, people, preferences or todos/)
      expect(both.filter((name) => text.includes(name))).toEqual(own)
      expect(rules).toMatchObject({ mandatory: true, tools: own })
      for (const topic of rules.topics) expect(text).toContain(topic)
    }
  })

  it('gives the tools in the order of their use, whatever the order that the host has', () => {
    const { text, rules } = memoryRecallPolicy({ tools: both.toReversed() })
    expect(rules.tools).toEqual(both)
    expect(text).toContain('call memory_search, then memory_get')
  })

  it('asks for sources where results have them', () => {
    const direct = memoryRecallPolicy({ tools: both })
    expect(direct.text).toContain(`\`${direct.rules.citation}\``)
    expect(direct.rules.citation).toBe('Source: path#line')
    for (const quiet of [{ citations: 'off' }, { channel: 'shared' }] as const) {
      const { text, rules } = memoryRecallPolicy({ tools: both, ...quiet })
      expect(text).not.toContain('Source:')
      expect(rules.citation).toBeNull()
    }
  })

  it('is short, as each conversation pays for it', () => {
    expect(countTokens(memoryRecallPolicy({ tools: both }).text)).toBeLessThanOrEqual(100)
  })
})
