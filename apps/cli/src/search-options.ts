import type { Memory, MemorySearchOptions, SearchOptions, SearchReport } from '@recallite/core'
import type { Flags } from './flags/flags.js'
import type { SettingKey } from './settings/key-table.js'
import type { FlatSettings, ResolvedSettings } from './settings/resolve-settings.js'

/** The options of a search, from flags and from settings that are set: each strategy has defaults of its own. */
export function searchOptions(flags: Flags, { valueOf, originOf }: ResolvedSettings): SearchOptions {
  const given: Given = (key) => (originOf(key).kind === 'built-in' ? undefined : valueOf(key))
  const { rrfK, root: roots, path: paths, heading: headings, since, until, where } = flags
  return {
    limit: flags.limit ?? given('query.maxResults'),
    threshold: flags.threshold ?? (flags.strict ? undefined : given('query.minScore')),
    strict: flags.strict ?? given('query.strict'),
    fusion: flags.fusion ?? given('query.fusion'),
    matchMode: flags.matchMode,
    vectorWeight: flags.vectorWeight ?? given('query.hybrid.vectorWeight'),
    textWeight: flags.textWeight ?? given('query.hybrid.textWeight'),
    candidateMultiplier: flags.candidateMultiplier ?? given('query.hybrid.candidateMultiplier'),
    ...orderOptions(flags, given),
    rerank: flags.rerank !== 'off',
    rerankCandidates: given('rerank.candidates'),
    rerankDeadline: given('rerank.deadline'),
    correctSpelling: flags.asTyped ? false : undefined,
    rrfK,
    roots,
    paths,
    headings,
    since,
    until,
    where,
  }
}

/** The value of a setting unless it is the built-in one. */
type Given = <Key extends SettingKey>(key: Key) => FlatSettings[Key] | undefined

/** The options of the stages that choose among what was found. */
function orderOptions({ keepDuplicates, join, ...flags }: Flags, given: Given): SearchOptions {
  return {
    perDocument: flags.perDocument ?? given('query.perDocument'),
    mergeDuplicates: keepDuplicates ? false : undefined,
    joinNeighbours: join ?? given('query.joinNeighbours'),
    diversity: flags.diversity ?? given('query.diversity'),
    recency: flags.recency ?? given('query.recency'),
  }
}

/** The options of `why`, which searches as the settings say and never twice. */
export function whyOptions(flags: Flags, resolved: ResolvedSettings): SearchOptions {
  const options = searchOptions(flags, resolved)
  if (resolved.settings.query.hybrid.enabled) return options
  return { ...options, vectorWeight: undefined, textWeight: 0 }
}

/** Searches by both retrievers, or (not `isHybrid`) by vectors alone, and by keywords alone if vectors fail. */
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
