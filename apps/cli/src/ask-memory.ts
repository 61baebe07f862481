import type { Io } from '@recallite/command-line'
import type { SearchReport, WhyReport } from '@recallite/core'
import type { Root } from '@recallite/store'
import type { Flags } from './flags/flags.js'
import { findMemory } from './memory-location.js'
import type { RestSearch } from './serve/answer-rest.js'
import { askResident } from './serve/resident.js'
import { searchRequestOf } from './serve/search-request.js'
import type { Settings } from '@recallite/settings'

/** What a command prints of a search. */
export interface MemorySearch {
  readonly report: SearchReport
  readonly roots: readonly Root[]
  /** Of the database, or `:memory:`. */
  readonly path: string
  readonly citations: Settings['citations']
  /** Why there is no embedding model; undefined if there is one, or none is wanted. */
  readonly noModelReason: string | undefined
  /** Which process answered, as a sentence. */
  readonly answeredBy: string
}

/**
 * Searches the memory that flags and settings name: by its resident program if one runs that answers as this process would,
 * else here. The code that opens databases and models is loaded only here.
 */
export async function searchMemory(query: string, flags: Flags, io: Io): Promise<MemorySearch> {
  const use = { mayBegin: true, onlyReads: io }
  const location = await findMemory(flags, use)
  const { path, resolved } = location
  const { citations, serve } = resolved.settings
  const question = { path: '/v1/search', body: searchRequestOf(query, flags) } as const
  const asked = await askResident<RestSearch>(location, question, { flags, signal: io.interrupted })
  if ('answer' in asked) {
    const { roots, noModelReason: reason, ...report } = asked.answer
    const noModelReason = reason ?? undefined
    const answeredBy = `Answered by the resident program, process ${asked.program.pid}.`
    return { report, roots, path, citations, noModelReason, answeredBy }
  }
  const { searchHere } = await import('./answer-here.js')
  const found = await searchHere(query, location, { flags, use, io })
  const isWanted = serve.onDemand && serve.use && !flags.inProcess && asked.reason === undefined
  if (isWanted && usedModel(found.report)) {
    const { startResident } = await import('./serve/start-resident.js')
    startResident(location, flags)
  }
  const reason = asked.reason === undefined ? '' : ` The resident program was not used: ${asked.reason}.`
  return { ...found, citations, answeredBy: `Answered in this process.${reason}` }
}

function usedModel({ answer: { retrievers } }: SearchReport): boolean {
  return retrievers.vector === 'ok' || retrievers.vector === 'empty'
}

/** Asks why a search shows a document or does not; who answers is chosen as in `searchMemory`. */
export async function whyInMemory(
  query: string,
  document: string,
  { flags, io }: { readonly flags: Flags; readonly io: Io },
): Promise<WhyReport> {
  const use = { mayBegin: true, onlyReads: io }
  const location = await findMemory(flags, use)
  const question = { path: '/v1/why', body: { ...searchRequestOf(query, flags), document } } as const
  const asked = await askResident<WhyReport>(location, question, { flags, signal: io.interrupted })
  if ('answer' in asked) return asked.answer
  const { whyHere } = await import('./answer-here.js')
  return whyHere({ query, document }, location, { flags, use, io })
}
