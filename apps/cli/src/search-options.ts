import type { Memory, MemorySearchOptions, SearchOptions, SearchReport } from '@recallite/core'
import type { Flags } from './flags/flags.js'
import { searchSettings, type ResolvedSettings } from '@recallite/settings'

/** The options of a search, from flags and from settings that are set: each strategy has defaults of its own. */
export function searchOptions(flags: Flags, resolved: ResolvedSettings): SearchOptions {
  const given = searchSettings(resolved)
  const { rrfK, root: roots, path: paths, heading: headings, since, until, where, filter } = flags
  return {
    limit: flags.limit ?? given.limit,
    threshold: flags.threshold ?? (flags.strict ? undefined : given.threshold),
    strict: flags.strict ?? given.strict,
    fusion: flags.fusion ?? given.fusion,
    matchMode: flags.matchMode,
    vectorWeight: flags.vectorWeight ?? given.vectorWeight,
    textWeight: flags.textWeight ?? given.textWeight,
    candidateMultiplier: flags.candidateMultiplier ?? given.candidateMultiplier,
    ...choiceOptions(flags, given),
    rerank: flags.rerank !== 'off',
    rerankCandidates: given.rerankCandidates,
    rerankDeadline: given.rerankDeadline,
    correctSpelling: flags.asTyped ? false : undefined,
    rrfK,
    roots,
    paths,
    headings,
    since,
    until,
    where,
    filter,
  }
}

type Given = ReturnType<typeof searchSettings>

/** What is searched, and the options of the stages that scale what was found and choose among it. */
function choiceOptions({ kind, keepDuplicates, ...flags }: Flags, given: Given): SearchOptions {
  return {
    kinds: kind === undefined ? given.kinds : [kind],
    textNormalization: flags.textNormalization ?? given.textNormalization,
    perDocument: flags.perDocument ?? given.perDocument,
    mergeDuplicates: keepDuplicates ? false : undefined,
    diversity: flags.diversity ?? given.diversity,
    recency: flags.recency ?? given.recency,
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
