import { orUndefined } from '@recallite/command-line'
import { memoryRecallPolicy } from '@recallite/core/tools'
import type { Section } from '@recallite/settings/openclaw'
import type { HostConfig } from './openclaw-api.js'

/** OpenClaw's request for a section of the system prompt. */
export interface PromptRequest {
  readonly availableTools: ReadonlySet<string>
  readonly citationsMode?: 'auto' | 'on' | 'off'
}

/** The section of the system prompt about searching memory; empty without the tools. */
export function promptSection({ availableTools, citationsMode: citations }: PromptRequest): string[] {
  const tools = ['memory_search', 'memory_get'].filter((name) => availableTools.has(name))
  return tools.length === 0 ? [] : [...memoryRecallPolicy({ tools, citations }).split('\n'), '']
}

/** A session that OpenClaw may have to shorten. */
export interface FlushRequest {
  readonly cfg?: HostConfig | undefined
  readonly nowMs?: number | undefined
  readonly contextWindowTokens?: number | undefined
}

/** The limits of memory-core; `maxReserve` is a share of the context window. */
const defaults = { soft: 4_000, reserve: 20_000, bytes: 2 * 1024 * 1024, maxReserve: 0.25 }

/** When and how an agent stores what matters before its session is shortened, as with memory-core; null if disabled. */
export function flushPlan({ cfg, nowMs = Date.now(), contextWindowTokens = Infinity }: FlushRequest) {
  const { userTimezone, compaction } = cfg?.agents?.defaults ?? {}
  const section: Section = compaction?.memoryFlush ?? {}
  if (section['enabled'] === false) return null
  const reserve = Math.min(defaults.reserve, Math.floor(contextWindowTokens * defaults.maxReserve))
  const maxThreshold = Math.floor((contextWindowTokens - reserve) / 2)
  const relativePath = `memory/${dayAt(nowMs, userTimezone)}.md`
  const rules = `Store durable memories only in ${relativePath} (create memory/ if needed), and APPEND to it if it exists. Create no other files. MEMORY.md, DREAMS.md, SOUL.md and AGENTS.md are read-only during this flush. If there is nothing to store, reply with NO_REPLY.`
  return {
    softThresholdTokens: Math.min(numberIn(section, 'softThresholdTokens', defaults.soft), maxThreshold),
    forceFlushTranscriptBytes: numberIn(section, 'forceFlushTranscriptBytes', defaults.bytes),
    reserveTokensFloor: reserve,
    ...(typeof section['model'] === 'string' && { model: section['model'] }),
    prompt: `Pre-compaction memory flush. ${rules}\nCurrent time: ${new Date(nowMs).toISOString()}`,
    systemPrompt: `This session is about to be compacted: write down what must be preserved. ${rules}`,
    relativePath,
  }
}

function dayAt(time: number, timeZone: string | undefined): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const inZone = orUndefined(() => new Intl.DateTimeFormat('en-CA', { ...parts, timeZone }))
  return (inZone ?? new Intl.DateTimeFormat('en-CA', parts)).format(time)
}

function numberIn(section: Section, name: string, fallback: number): number {
  const value = section[name]
  return typeof value === 'number' && value >= 0 ? value : fallback
}
