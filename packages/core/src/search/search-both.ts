import type { SearchReport } from '../memory.js'
import type { RecallAnswer, RecallResult } from '../records/record-memory.js'
import { invalidOption } from '../errors.js'
import { recordPath, recordRoot } from '../records/record-path.js'
import type { Searched, SearchAnswer, SearchResult } from './answer.js'
import { decideBoth } from './decide-both.js'
import { isNarrowed, searchDefaults, type SearchOptions } from './search-options.js'

/** What a search looks among: passages of files, or records. */
export type ResultKind = SearchResult['kind']

const bothKinds: readonly ResultKind[] = ['file', 'record']

/**
 * What a search looks among: both, unless the caller says otherwise or narrows the files.
 * @throws MemoryError `OPTION_INVALID`
 */
export function kindsOf(options: SearchOptions, hasRecords: boolean): readonly ResultKind[] {
  const { kinds } = options
  if (kinds === undefined) return hasRecords && !isNarrowed(options) ? bothKinds : ['file']
  const unknown = kinds.find((kind) => !bothKinds.includes(kind))
  if (unknown !== undefined || kinds.length === 0)
    throw invalidOption(`kind is ${JSON.stringify(unknown ?? '')}; it must be file or record.`)
  if (!hasRecords && !kinds.includes('file'))
    throw invalidOption(
      'This memory has no records: nothing was told yet, or it was opened without their store.',
    )
  return kinds
}

/** Adds what was recalled to a search of files. */
export function withRecalled(
  report: SearchReport,
  recalled: RecallAnswer,
  { limit = searchDefaults.limit }: SearchOptions,
): SearchReport {
  const { answer } = report
  const inBoth = { ...recalled, results: recalled.results.map(toSearchResult) }
  const { timings } = answer
  const sum = (name: keyof typeof timings) => timings[name] + recalled.timings[name]
  const summed = { total: sum('total'), sync: sum('sync'), keyword: sum('keyword') }
  const degraded = [...answer.degraded, ...recalled.degraded]
  const whole: SearchAnswer = {
    ...answer,
    corrections: answer.corrections.length > 0 ? answer.corrections : recalled.corrections,
    time: answer.time ?? recalled.time,
    degraded: [...new Map(degraded.map((one) => [`${one.retriever} ${one.reason}`, one])).values()],
    mode: answer.mode === 'none' ? recalled.mode : answer.mode,
    retrievers: answer.mode === 'none' ? recalled.retrievers : answer.retrievers,
    provider: answer.provider ?? recalled.provider,
    model: answer.model ?? recalled.model,
    timings: { ...summed, vector: sum('vector'), embed: timings.embed, rank: sum('rank') },
    ...decideBoth(answer, inBoth, limit),
  }
  return { ...report, answer: whole }
}

/** What was recalled, as the answer of a search of records alone. */
export function recalledAlone(
  { isReplay: _, results, explanation, ...answer }: RecallAnswer,
  searched: Searched,
): SearchReport {
  // Only a replay has none, and no search is one.
  const explained = explanation as SearchAnswer['explanation']
  const shown = { results: results.map(toSearchResult), explanation: explained, understood: answer.query }
  return {
    answer: { ...answer, ...shown, searched, stale: false },
    found: { keyword: 0, vector: 0 },
    stalePaths: [],
    syncFailure: null,
    refused: [],
  }
}

function toSearchResult({ record, score: _, adjustments: __, ...scored }: RecallResult): SearchResult {
  const { id, collection, summary, content, occurredAt, createdAt } = record
  return {
    id,
    kind: 'record',
    record: { id, collection, at: occurredAt ?? createdAt },
    root: recordRoot,
    path: recordPath(record),
    heading: summary === null ? [] : [summary],
    startLine: 1,
    endLine: content.split('\n').length,
    startColumn: null,
    endColumn: null,
    text: content,
    isCorrected: false,
    ...scored,
    duplicates: [],
  }
}
