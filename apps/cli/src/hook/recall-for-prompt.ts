import type { SearchAnswer, SearchReport, SearchResult } from '@recallite/core'
import type { Root } from '@recallite/store'
import type { Flags } from '../flags/flags.js'
import { askIfThere } from '../search/ask-memory.js'
import { findHookMemory, type HookServices, type HookOutcome, locateForHook } from './hook-memory.js'
import { endOfTranscript, type HostEvent } from './host-event.js'

/** Recalls results that are likely to answer a prompt, from the resident program, or without one by keyword search. */
export async function recallForPrompt(event: HostEvent, services: HookServices): Promise<HookOutcome> {
  const prompt = event.prompt.trim()
  if (/^[/!#]|^$/u.test(prompt)) return { silence: 'the prompt is empty or a command of the host' }
  const location = await findHookMemory(services.flags, event.folder)
  if ('silence' in location) return location
  const { threshold, deadline } = location.resolved.settings.hooks
  services.setDeadline(deadline)
  const flags: Flags = { ...services.flags, limit: 5, threshold, asTyped: true, rerank: 'off' }
  // A query of two lines is not parsed for search syntax, which prompts do not contain.
  const parts =
    prompt.length > maxQuery ? [prompt.slice(0, maxQuery / 2), prompt.slice(-maxQuery / 2)] : [prompt, '.']
  const query = parts.join('\n').toWellFormed()
  const late = AbortSignal.timeout(Math.max(0, Math.floor(deadline - performance.now())))
  const io = { interrupted: AbortSignal.any([services.signal, late]) }
  const resident = await askIfThere(query, location, { flags, io })
  const { answer, roots } =
    'answer' in resident ? resident.answer : await searchByWords(query, event, { ...services, flags })
  const likely = likelyResults(answer, threshold)
  if ('silence' in likely) return likely
  const added = likely.results.filter(newIn(await endOfTranscript(event, comparedBytes)))
  if (added.length === 0) return { silence: 'the likely answers are already in the conversation' }
  const { recalledContext } = await import('@recallite/core/tools')
  const by = 'answer' in resident ? 'the resident program' : 'keyword search'
  return { context: recalledContext(added, roots), by }
}

/** Prompts with fewer content terms are usually commands to the agent, which match notes only by chance. */
const minTerms = 2

/** The results that are likely to answer. */
function likelyResults(
  { results, explanation, confidence }: SearchAnswer,
  threshold: number,
): { readonly results: readonly SearchResult[] } | { readonly silence: string } {
  const [searched] = explanation.kinds
  const terms = searched?.terms.filter(({ isContentTerm }) => isContentTerm) ?? []
  if (terms.length < minTerms)
    return { silence: `the prompt has fewer than ${minTerms} words that are not stop words` }
  const likely = results.filter((result) => result.confidence >= threshold)
  if (likely.length > 0) return { results: likely }
  return {
    silence: `nothing is likely to answer (${confidence.toFixed(2)}; hooks.threshold is ${threshold})`,
  }
}

const comparedBytes = 512 * 1024

/** Whether a result is not in the transcript since the last compaction: Claude Code logs the output of hooks and tools. */
function newIn(transcript: string): (found: SearchResult) => boolean {
  const conversation = transcript.split('"compact_boundary"').at(-1) ?? ''
  return ({ record, path, startLine, endLine }) =>
    !conversation.includes(record?.id ?? `${path}\\" lines=\\"${startLine}-${endLine}\\"`)
}

/** In UTF-16 units. The query for a longer prompt is its beginning and end, since the middle is usually pasted text. */
const maxQuery = 1200

/** Searches in this process without a model, which would take too long to load. */
async function searchByWords(
  query: string,
  { folder }: HostEvent,
  { flags: given, io, signal }: HookServices,
): Promise<Pick<SearchReport, 'answer'> & { readonly roots: readonly Root[] }> {
  const flags: Flags = { ...given, provider: 'none' }
  const [{ withMemoryAt }, { searchOptions }] = await Promise.all([
    import('../open/open-memory.js'),
    import('../search/answer-here.js'),
  ])
  const location = await locateForHook(flags, folder)
  return withMemoryAt(location, { flags, use: { onlyReads: io } }, async ({ memory, resolved }) => {
    // The agent's server keeps the index up to date, so a prompt does not wait for that.
    const options = { ...searchOptions(flags, resolved), signal, freshness: 'none' } as const
    const { answer } = await memory.search(query, options)
    return { answer, roots: await memory.listRoots() }
  })
}
