import type { Io } from '@recallite/command-line'
import type { Memory, MemorySearchOptions, SearchOptions, SearchReport } from '@recallite/core'
import { type ResolvedSettings, searchSettings } from '@recallite/settings'
import type { Flags } from '../flags/flags.js'
import type { MemoryLocation, MemoryUse } from '../open/memory-location.js'
import { assertEnabled, withMemoryAt } from '../open/open-memory.js'

/** Searches in this process. `isModelMissing`: see `BackendChoice`. */
export function searchHere(
  query: string,
  location: MemoryLocation,
  { flags, use, io }: { readonly flags: Flags; readonly use: MemoryUse; readonly io: Io },
) {
  return withMemoryAt(location, { flags, use }, async (open) => {
    const { memory, resolved, noModelReason, isModelMissing } = open
    assertEnabled(resolved)
    const isHybrid = resolved.settings.query.hybrid.enabled
    const options = { ...searchOptions(flags, resolved), signal: io.interrupted, isHybrid }
    const report = await searchEitherWay(memory, query, options)
    return { report, roots: await memory.listRoots(), noModelReason, isModelMissing }
  })
}

const namedAlike = [
  'limit',
  'threshold',
  'strict',
  'fusion',
  'matchMode',
  'vectorWeight',
  'textWeight',
  'perDocument',
  'recency',
  'rrfK',
  'since',
  'until',
  'where',
  'filter',
] as const satisfies readonly (keyof Flags & keyof SearchOptions)[]

/** The options of a search from flags and explicit settings; other options have the defaults of the strategy. */
export function searchOptions(flags: Flags, resolved: ResolvedSettings): SearchOptions {
  const { root: roots, path: paths, heading: headings, kind, source, keepDuplicates, asTyped, rerank } = flags
  const given = searchSettings(resolved)
  const options: SearchOptions = {
    ...Object.fromEntries(namedAlike.map((name) => [name, flags[name]])),
    kinds: source === 'sessions' ? ['session'] : kind && [kind],
    roots,
    paths,
    headings,
    origins: flags.origin,
    mergeDuplicates: keepDuplicates ? false : undefined,
    correctSpelling: asTyped ? false : undefined,
    time: flags.noTime ? false : undefined,
    status: flags.noStatus ? false : undefined,
    rerank: rerank !== 'off',
  }
  const typed = Object.entries(options).filter(([, value]) => value !== undefined)
  // A threshold in the settings would override `--strict`.
  return { ...given, ...(flags.strict && { threshold: undefined }), ...Object.fromEntries(typed) }
}

/** The options of `why`, which searches only once. */
export function whyOptions(flags: Flags, resolved: ResolvedSettings): SearchOptions {
  const options = searchOptions(flags, resolved)
  if (resolved.settings.query.hybrid.enabled) return options
  return { ...options, vectorWeight: undefined, textWeight: 0 }
}

/** Searches with both retrievers; if not `isHybrid`, only with vectors, or only with keywords if vectors fail. */
export async function searchEitherWay(
  memory: Pick<Memory, 'search'>,
  query: string,
  { isHybrid, ...options }: MemorySearchOptions & { isHybrid: boolean },
): Promise<SearchReport> {
  if (isHybrid) return memory.search(query, options)
  const report = await memory.search(query, { ...options, vectorWeight: undefined, textWeight: 0 })
  if (report.answer.retrievers.vector === 'ok' || report.answer.retrievers.vector === 'empty') return report
  const keyword = await memory.search(query, { ...options, vectorWeight: 0, textWeight: undefined })
  const degraded = [...report.answer.degraded, ...keyword.answer.degraded]
  return { ...keyword, answer: { ...keyword.answer, degraded } }
}
