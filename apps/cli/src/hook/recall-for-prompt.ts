import type { SearchAnswer, SearchReport, SearchResult } from '@recallite/core'
import type { Root } from '@recallite/store'
import type { Flags } from '../flags/flags.js'
import { askIfThere } from '../search/ask-memory.js'
import { findHookMemory, type HookServices, type HookOutcome, locateForHook } from './hook-memory.js'
import { endOfTranscript, type HostEvent } from './host-event.js'

/** Recalls what answers a prompt, if that is likely: by the resident program of the memory, else by words alone. */
export async function recallForPrompt(event: HostEvent, services: HookServices): Promise<HookOutcome> {
  const prompt = event.prompt.trim()
  if (/^[/!#]|^$/u.test(prompt)) return { silence: 'the prompt is empty, or a command of the host' }
  const location = await findHookMemory(services.flags, event.folder)
  if ('silence' in location) return location
  const { threshold, deadline } = location.resolved.settings.hooks
  services.setDeadline(deadline)
  const flags: Flags = { ...services.flags, limit: 5, threshold, asTyped: true, rerank: 'off' }
  // A query of two lines is words alone: nothing in a prompt is meant as syntax.
  const parts =
    prompt.length > longestQuery
      ? [prompt.slice(0, longestQuery / 2), prompt.slice(-longestQuery / 2)]
      : [prompt, '.']
  const query = parts.join('\n').toWellFormed()
  const late = AbortSignal.timeout(Math.max(0, Math.floor(deadline - performance.now())))
  const io = { interrupted: AbortSignal.any([services.signal, late]) }
  const resident = await askIfThere(query, location, { flags, io })
  const { answer, roots } =
    'answer' in resident ? resident.answer : await searchByWords(query, event, { ...services, flags })
  const likely = likelyResults(answer, threshold)
  if ('silence' in likely) return likely
  const added = likely.results.filter(newIn(await endOfTranscript(event, comparedBytes)))
  if (added.length === 0) return { silence: 'the conversation has what is likely to answer' }
  const { recalledContext } = await import('@recallite/core/tools')
  const by = 'answer' in resident ? 'the resident program' : 'words alone'
  return { context: recalledContext(added, roots), by }
}

/** Prompts of fewer content terms are mostly commands to the agent, whose words some note has by chance. */
const fewestTerms = 3

/** The results that are likely to answer; none where the first one is not, as the retrievers then disagree. */
function likelyResults(
  { results, explanation, confidence: highest }: SearchAnswer,
  threshold: number,
): { readonly results: readonly SearchResult[] } | { readonly silence: string } {
  const [searched] = explanation.kinds
  const terms = searched?.terms.filter(({ isContentTerm }) => isContentTerm) ?? []
  if (terms.length < fewestTerms)
    return { silence: `the prompt has fewer than ${fewestTerms} words that tell notes apart` }
  // An answer below the threshold has no results, but the confidence of what it holds back.
  const first = results[0]?.confidence ?? highest
  if (first < threshold)
    return { silence: `nothing is likely to answer (${first.toFixed(2)}; hooks.threshold is ${threshold})` }
  return { results: results.filter(({ confidence }) => confidence >= threshold) }
}

const comparedBytes = 512 * 1024

/** Whether a result is not in a transcript since the conversation was shortened: Claude Code writes what hooks and tools gave. */
function newIn(transcript: string): (found: SearchResult) => boolean {
  const conversation = transcript.split('"compact_boundary"').at(-1) ?? ''
  return ({ record, path, startLine, endLine }) =>
    !conversation.includes(record?.id ?? `${path}\\" lines=\\"${startLine}-${endLine}\\"`)
}

/** Of a longer prompt, its beginning and its end are the query, in UTF-16 units: the middle is mostly pasted. */
const longestQuery = 1200

/** Searches in this process: a model would take too long to load. */
async function searchByWords(
  query: string,
  { folder }: HostEvent,
  { flags: own, io, signal }: HookServices,
): Promise<Pick<SearchReport, 'answer'> & { readonly roots: readonly Root[] }> {
  const flags: Flags = { ...own, provider: 'none' }
  const [{ withMemoryAt }, { searchOptions }] = await Promise.all([
    import('../open/open-memory.js'),
    import('../search/answer-here.js'),
  ])
  const location = await locateForHook(flags, folder)
  return withMemoryAt(location, { flags, use: { onlyReads: io } }, async ({ memory, resolved }) => {
    // The agent's server keeps the index up to date; a prompt does not wait for that.
    const options = { ...searchOptions(flags, resolved), signal, freshness: 'none' } as const
    const { answer } = await memory.search(query, options)
    return { answer, roots: await memory.listRoots() }
  })
}
