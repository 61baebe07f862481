import { describe, expect, it } from 'vitest'
import { memoryRecallPrompt } from './recall-prompt.js'

describe('memoryRecallPrompt', () => {
  it('A23: is there only where one of the tools is', () => {
    expect(memoryRecallPrompt({ tools: [] })).toBe('')
    expect(memoryRecallPrompt({ tools: ['web_search', 'memory_searching'] })).toBe('')
    for (const tools of [['memory_search', 'memory_get'], ['memory_search'], ['web', 'memory_get']]) {
      const prompt = memoryRecallPrompt({ tools })
      expect(prompt).toMatch(/^## Memory Recall\n\n/)
      expect(prompt).toMatch(/prior work, decisions, dates, people, preferences or todos/)
      expect(prompt).toMatch(/mandatory/)
    }
  })

  it('names the tools that are there and no others', () => {
    expect(memoryRecallPrompt({ tools: ['memory_search'] })).not.toContain('memory_get')
    expect(memoryRecallPrompt({ tools: ['memory_get'] })).not.toContain('memory_search')
  })

  it('asks for sources where results have them', () => {
    const tools = ['memory_search']
    expect(memoryRecallPrompt({ tools })).toContain('Source: path#line')
    expect(memoryRecallPrompt({ tools, citations: 'off' })).not.toContain('Source:')
    expect(memoryRecallPrompt({ tools, channel: 'shared' })).not.toContain('Source:')
  })
})
