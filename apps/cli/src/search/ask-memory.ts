import { existsSync } from 'node:fs'
import type { Io, Request } from '@recallite/command-line'
import type { SearchReport } from '@recallite/core'
import type { Root } from '@recallite/store'
import type { Flags } from '../flags/flags.js'
import { findMemory, type MemoryLocation } from '../open/memory-location.js'
import type { ResidentAnswer } from '../serve/resident.js'
import { serveFolder } from '../serve/endpoint.js'
import { residentFiles } from '../serve/resident-files.js'

/**
 * Searches the memory of flags and settings: in its resident program if one runs with the same settings, else in this process, which
 * only then loads the code for databases and models. `answeredBy`: the process that answered, as a sentence.
 */
export async function searchMemory(
  query: string,
  { flags, io }: Pick<Request<Flags>, 'flags' | 'io'>,
  ask = askIfThere,
) {
  const use = { mayBegin: true, onlyReads: io }
  const location = await findMemory(flags, use, io.surroundings)
  const { citations } = location.resolved.settings
  const resident = await ask(query, location, { flags, io })
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

/** The answer of `/v1/search`: a search report, the roots of its paths, and the reason if there is no embedding model. */
export interface RestSearch extends SearchReport {
  readonly roots: readonly Root[]
  readonly noModelReason: string | null
}

/** Asks the resident program if its endpoint exists; only then is the code for it loaded. */
export async function askIfThere(
  query: string,
  location: MemoryLocation,
  { flags, io }: { readonly flags: Flags; readonly io: Pick<Io, 'interrupted'> },
): Promise<ResidentAnswer<RestSearch>> {
  const { settings, home } = location.resolved
  // Without the folder, no such program has ever run; the name of an endpoint is a hash, whose code takes time to load.
  if (flags.inProcess || !settings.enabled || !existsSync(serveFolder(home))) return { reason: undefined }
  const files = residentFiles(home, location.path, location.connection.server)
  if (files === undefined || !existsSync(files.endpoint)) return { reason: undefined }
  const [{ askResident }, { searchRequestOf }] = await Promise.all([
    import('../serve/resident.js'),
    import('../serve/search-request.js'),
  ])
  const question = { path: '/v1/search', body: searchRequestOf(query, flags) } as const
  return askResident(location, question, { files, flags, signal: io.interrupted })
}
