import { describe, expect, it } from 'vitest'
import { flushPlan, promptSection } from './prompts.js'

const nowMs = Date.UTC(2026, 8, 1, 23, 30)

describe('prompts', () => {
  it('A23: have a section about memory if the agent has its tools', () => {
    const [title, advice] = promptSection({
      availableTools: new Set(['memory_search', 'memory_get', 'exec']),
    })
    expect(title).toBe('## Memory Recall')
    expect(advice).toContain('memory_search, then memory_get')
    expect(promptSection({ availableTools: new Set(['exec']) })).toEqual([])
    const off = promptSection({ availableTools: new Set(['memory_search']), citationsMode: 'off' })
    expect(off.join(' ')).toContain('Do not name files')
  })

  it("of a flush name the file of the day in the user's time zone", () => {
    const cfg = { agents: { defaults: { userTimezone: 'Asia/Tokyo' } } }
    const plan = flushPlan({ cfg, nowMs })
    expect(plan).toMatchObject({ relativePath: 'memory/2026-09-02.md', softThresholdTokens: 4000 })
    expect(plan?.prompt).toContain('APPEND')
    const wrong = { agents: { defaults: { userTimezone: 'Nowhere/None' } } }
    expect(flushPlan({ cfg: wrong, nowMs })?.relativePath).toMatch(/^memory\/2026-09-0\d\.md$/u)
  })

  it("of a flush respect the context window and the user's settings", () => {
    const memoryFlush = { softThresholdTokens: 9_000, model: 'ollama/qwen3:8b' }
    const cfg = { agents: { defaults: { compaction: { memoryFlush } } } }
    expect(flushPlan({ cfg, nowMs, contextWindowTokens: 16_000 })).toMatchObject({
      reserveTokensFloor: 4_000,
      softThresholdTokens: 6_000,
      model: 'ollama/qwen3:8b',
    })
    const off = { agents: { defaults: { compaction: { memoryFlush: { enabled: false } } } } }
    expect(flushPlan({ cfg: off })).toBeNull()
  })
})
