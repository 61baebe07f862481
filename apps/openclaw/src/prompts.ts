import { memoryRecallPolicy } from '@recallite/core/tools'
import type { FlushConfig, FlushPlan, FlushRequest, MemoryCapability } from './openclaw-api.js'

/** The section of the system prompt that has an agent search its memory; none if it has no tools for that. */
export const promptSection: MemoryCapability['promptBuilder'] = ({ availableTools, citationsMode }) => {
  const tools = ['memory_search', 'memory_get'].filter((name) => availableTools.has(name))
  if (tools.length === 0) return []
  return [...memoryRecallPolicy({ tools, citations: citationsMode }).split('\n'), '']
}

const [usualTokens, usualBytes, usualReserve, mostReserved] = [4_000, 2 * 1024 * 1024, 20_000, 0.25]

/** When and how an agent writes down what matters before OpenClaw shortens its session, as memory-core does; null if that is off. */
export function flushPlan({ cfg, nowMs = Date.now(), contextWindowTokens }: FlushRequest): FlushPlan | null {
  const { memoryFlush = {} } = cfg?.agents?.defaults?.compaction ?? {}
  if (memoryFlush.enabled === false) return null
  const window = contextWindowTokens !== undefined && contextWindowTokens > 0 ? contextWindowTokens : Infinity
  const reserve = Math.min(usualReserve, Math.floor(window * mostReserved))
  const soft = Math.min(memoryFlush.softThresholdTokens ?? usualTokens, Math.floor((window - reserve) / 2))
  const relativePath = `memory/${dayOf(nowMs, cfg?.agents?.defaults?.userTimezone)}.md`
  const model = memoryFlush.model?.trim()
  const rules = flushRules(relativePath)
  return {
    ...{ softThresholdTokens: soft, forceFlushTranscriptBytes: readBytes(memoryFlush), reserveTokensFloor: reserve },
    ...(model && { model }),
    prompt: `Pre-compaction memory flush. ${rules} If nothing is to be kept, reply with NO_REPLY.\nCurrent time: ${new Date(nowMs).toISOString()}`,
    systemPrompt: `The session is about to be shortened: write down what has to last. ${rules} You may reply, but usually NO_REPLY is right.`,
    relativePath,
  }
}

function flushRules(path: string): string {
  return `Store durable memories only in ${path} (create memory/ if needed). If it exists, APPEND new content and overwrite nothing; make no other files such as ${path.replace('.md', '-0900.md')}. MEMORY.md, DREAMS.md, SOUL.md and AGENTS.md are read-only during this flush.`
}

/** The day in a time zone; in that of the process if there is no such zone. */
function dayOf(time: number, timeZone: string | undefined): string {
  const format = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  try {
    return new Intl.DateTimeFormat('en-CA', { ...format, timeZone }).format(time)
  } catch {
    return new Intl.DateTimeFormat('en-CA', format).format(time)
  }
}

const units: Readonly<Record<string, number>> = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }

/** Bytes as a number, or as a text such as `2mb`. */
function readBytes({ forceFlushTranscriptBytes: bytes = usualBytes }: FlushConfig): number {
  if (typeof bytes === 'number') return bytes
  const [, amount = '', unit = 'b'] = /^\s*(\d+(?:\.\d+)?)\s*([kmg]?b)?\s*$/iu.exec(bytes) ?? []
  return amount === '' ? usualBytes : Math.round(Number(amount) * (units[unit.toLowerCase()] ?? 1))
}
