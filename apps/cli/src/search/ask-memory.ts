import { existsSync } from 'node:fs'
import type { Io } from '@recallite/command-line'
import type { WhyReport } from '@recallite/core'
import type { FoundSearch } from './answer-here.js'
import type { Flags } from '../flags/flags.js'
import { findMemory, type MemoryLocation } from '../open/memory-location.js'
import type { RestSearch } from '../serve/answer-rest.js'
import type { Asked } from '../serve/resident.js'
import { residentFiles } from '../serve/resident-files.js'
import type { Settings } from '@recallite/settings'

/** What a command prints of a search. */
export interface MemorySearch extends FoundSearch {
  readonly citations: Settings['citations']
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
  const { citations } = location.resolved.settings
  const resident = await askIfThere<RestSearch>(location, { path: '/v1/search', query, flags, io })
  if ('answer' in resident) {
    const { roots, noModelReason: reason, ...report } = resident.answer
    const noModelReason = reason ?? undefined
    const answeredBy = `Answered by the resident program, process ${resident.program.pid}.`
    return { report, roots, citations, noModelReason, isModelMissing: false, answeredBy }
  }
  const { searchHere } = await import('./answer-here.js')
  const search = await searchHere(query, location, { flags, use, io })
  const reason =
    resident.reason === undefined ? '' : ` The resident program was not used: ${resident.reason}.`
  return { ...search, citations, answeredBy: `Answered in this process.${reason}` }
}

/** Asks why a search shows a document or does not; who answers is chosen as in `searchMemory`. */
export async function whyInMemory(
  query: string,
  document: string,
  { flags, io }: { readonly flags: Flags; readonly io: Io },
): Promise<WhyReport> {
  const use = { mayBegin: true, onlyReads: io }
  const location = await findMemory(flags, use)
  const resident = await askIfThere<WhyReport>(location, {
    path: '/v1/why',
    query,
    more: { document },
    flags,
    io,
  })
  if ('answer' in resident) return resident.answer
  const { whyHere } = await import('./answer-here.js')
  return whyHere({ query, document }, location, { flags, use, io })
}

interface ResidentQuestion {
  readonly path: '/v1/search' | '/v1/why'
  readonly query: string
  /** What the path asks for besides a search. */
  readonly more?: object
  readonly flags: Flags
  readonly io: Pick<Io, 'interrupted'>
}

/** Asks the resident program if there is the endpoint of one; only then is the code for it loaded. */
async function askIfThere<Answer>(
  location: MemoryLocation,
  { path, query, more, flags, io }: ResidentQuestion,
): Promise<Asked<Answer>> {
  const { settings, home } = location.resolved
  if (flags.inProcess || !settings.enabled) return { reason: undefined }
  const files = residentFiles(home, location.path, location.connection.server)
  if (files === undefined || !existsSync(files.endpoint)) return { reason: undefined }
  const [{ askResident }, { searchRequestOf }] = await Promise.all([
    import('../serve/resident.js'),
    import('../serve/search-request.js'),
  ])
  const question = { path, body: { ...searchRequestOf(query, flags), ...more } }
  return askResident(location, question, { files, flags, signal: io.interrupted })
}
