import type { SearchAnswer, SearchResult } from '@recallite/core'
import type { Flags } from '../flags/flags.js'
import { askIfThere, type RestSearch } from '../search/ask-memory.js'
import type { MemoryLocation } from '../open/memory-location.js'
import type { ResidentAnswer } from '../serve/resident.js'
import {
  findHookMemory,
  type HookServices,
  type HookOutcome,
  HookSilence,
  locateForHook,
} from './hook-memory.js'
import { endOfTranscript, type HostEvent } from './host-event.js'
import { type HookNote, openSessionNotes } from './session-notes.js'

/** Recalls results that are likely to answer a prompt, from the resident program, or without one by keyword search. */
export async function recallForPrompt(event: HostEvent, services: HookServices): Promise<HookOutcome> {
  const prompt = event.prompt.trim()
  if (/^[/!#]|^$/u.test(prompt)) throw new HookSilence('the prompt is empty or a command of the host')
  const location = await findHookMemory(services.flags, event.folder)
  const { threshold, deadline, origins } = location.resolved.settings.hooks
  services.setDeadline(deadline)
  const how = { limit: 5, threshold, asTyped: true, rerank: 'off' } as const
  // A request omits an empty list.
  const allowed = origins.length === 0 ? { kind: 'file' as const } : { origin: [...origins] }
  const flags: Flags = { ...services.flags, ...how, ...allowed }
  // A query of two lines is not parsed for search syntax, which prompts do not contain.
  const parts =
    prompt.length > maxQuery ? [prompt.slice(0, maxQuery / 2), prompt.slice(-maxQuery / 2)] : [prompt, '.']
  const query = parts.join('\n').toWellFormed()
  const resident = await askInTime(query, location, { flags, deadline, signal: services.signal })
  const { answer, roots } =
    'answer' in resident ? resident.answer : await searchByWords(query, event, { ...services, flags })
  const likely = likelyResults(answer, threshold)
  const conversation = await readConversation(event)
  const notes = openSessionNotes(location.resolved.home, event, conversation.compactedAt)
  const added = likely.filter((found) => !conversation.has(found) && !notes.has(noteOf(found)))
  if (added.length === 0) throw new HookSilence('the likely answers are already in the conversation')
  const { recalledContext } = await import('@recallite/core/tools')
  const done = `Found by ${'answer' in resident ? 'the resident program' : 'keyword search'}.`
  const { text: context, count } = recalledContext(added, roots)
  return { context, done, keep: () => notes.add(added.slice(0, count).map(noteOf)) }
}

/** Asks the resident program until the deadline; a dead or slow one leaves time for a search by words. */
async function askInTime(
  query: string,
  location: MemoryLocation,
  { flags, deadline, signal }: Pick<HookServices, 'flags' | 'signal'> & { readonly deadline: number },
): Promise<ResidentAnswer<RestSearch>> {
  const late = AbortSignal.timeout(Math.max(0, Math.floor(deadline - performance.now())))
  const io = { interrupted: AbortSignal.any([signal, late]) }
  return askIfThere(query, location, { flags, io }).catch((error: unknown) => {
    signal.throwIfAborted()
    return { reason: (error as Error).message }
  })
}

/** Prompts with fewer content terms are usually commands to the agent, which match notes only by chance. */
const minTerms = 2

/** The results that are likely to answer; throws HookSilence without any. */
function likelyResults({ results, explanation, confidence }: SearchAnswer, threshold: number) {
  const [searched] = explanation.kinds
  const terms = searched?.terms.filter(({ isContentTerm }) => isContentTerm) ?? []
  if (terms.length < minTerms)
    throw new HookSilence(`the prompt has fewer than ${minTerms} words that are not stop words`)
  const likely = results.filter((result) => result.confidence >= threshold)
  if (likely.length > 0) return likely
  const reason = `${confidence.toFixed(2)}; hooks.threshold is ${threshold}`
  throw new HookSilence(`nothing is likely to answer (${reason})`)
}

const comparedBytes = 512 * 1024

/** Claude Code marks a compaction in the transcript, and logs the output of hooks and tools. */
const compaction = '"compact_boundary"'

/** The conversation since its last compaction; the beginning of a text shows whether it has changed. */
async function readConversation(event: HostEvent) {
  const { start, text } = await endOfTranscript(event, comparedBytes)
  const end = text.lastIndexOf(compaction)
  const conversation = text.substring(end)
  return {
    compactedAt: end < 0 ? undefined : start + Buffer.byteLength(text.slice(0, end)),
    has({ record, path, startLine, endLine, text: note }: SearchResult): boolean {
      const mark = record?.id ?? `${path}\\" lines=\\"${startLine}-${endLine}\\"`
      const beginning = JSON.stringify(note.slice(0, comparedLength).toWellFormed()).slice(1, -1)
      return conversation.includes(mark) && conversation.includes(beginning)
    },
  }
}

/** In UTF-16 units; longer notes are cut. */
const comparedLength = 400

const noteOf = ({ record, root, path, text }: SearchResult): HookNote => {
  return { id: record?.id ?? `${root}:${path}`, text }
}

/** In UTF-16 units. The query for a longer prompt is its beginning and end, since the middle is usually pasted text. */
const maxQuery = 1200

/** Searches in this process without a model, which would take too long to load. */
async function searchByWords(
  query: string,
  { folder }: HostEvent,
  { flags: given, io, signal }: HookServices,
) {
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
