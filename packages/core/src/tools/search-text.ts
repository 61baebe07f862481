import type { MemoryRecord } from '@recallite/store/records'
import type { ResultMarks, SearchAnswer, Searched, SearchResult } from '../search/answer.js'
import { encloseNotes, showInvisible } from './enclose.js'
import { describeOmitted } from './fit-answer.js'
import { linkLines, type RecordLinks } from '../records/record-links.js'
import { describeNext } from './page.js'

/** A result of `memory_search`. */
export interface MemorySearchResult
  extends
    ResultMarks,
    RecordLinks,
    Pick<
      SearchResult,
      'kind' | 'root' | 'heading' | 'startLine' | 'endLine' | 'text' | 'snippet' | 'fusedScore' | 'weak'
    > {
  /** The confidence of the result. */
  readonly score: number
  /** For `memory_get`: with the name of its root if there are several. */
  readonly path: string
  /** Only for a record; the date is a time in UTC. */
  readonly record?: Pick<MemoryRecord, 'id' | 'collection' | 'origin' | 'client'> & { readonly date: string }
  /** Other locations with nearly the same text; undefined if there are none. */
  readonly duplicates?: readonly Pick<SearchResult, 'path' | 'startLine' | 'endLine'>[]
}

export interface RenderContext extends Pick<
  SearchAnswer,
  'searched' | 'degraded' | 'stale' | 'confidence' | 'heldBack' | 'unmatched'
> {
  readonly marker: string
  readonly maxTokens: number
  /** Names of the fields that narrowed the search. */
  readonly narrowedBy: readonly string[]
  /** The cursor of the results after some of these; null if there are none. */
  readonly nextCursor: (included: number) => string | null
}

/** The text of an answer: its results as data, what does not fit, failures, and what was searched. */
export function renderAnswer(
  results: readonly MemorySearchResult[],
  omitted: number,
  context: RenderContext,
) {
  const { searched, degraded, stale, marker, maxTokens, unmatched } = context
  const isEmpty = results.length + omitted === 0
  const isDamaged = degraded.some(({ retriever }) => retriever === 'index')
  const parts = [
    unmatched === null ? '' : `Nothing has ${showInvisible(unmatched)}. These results match its words.`,
    encloseNotes(results.map(toNote), marker),
    isEmpty && stale ? 'No results yet: the memory is still being indexed. Ask again in a moment.' : '',
    isEmpty && !stale && !isDamaged ? describeNothing(context, 'candidate') : '',
    omitted > 0 ? describeOmitted(omitted, 'result', maxTokens) : '',
    describeNext(context.nextCursor(results.length)),
    describeHeldBack(context, results.length),
    ...degraded.map(describeDegradation),
    stale && !isEmpty ? staleNote : '',
    describeSearched(searched),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** The note in an answer that may be older than the files. */
export const staleNote = 'Files are being checked; this answer may lack their latest changes.'

/** A result as it is enclosed. */
export function toNote(result: MemorySearchResult) {
  const { record, path, startLine, endLine, text, heading, score, weak, duplicates, status, copyOf } = result
  const same = duplicates?.map((span) => `${span.path}:${span.startLine}-${span.endLine}`)
  const provenance = {
    path,
    lines: `${startLine}-${endLine}`,
    heading: heading.join(' › '),
    score: Number(score.toFixed(4)),
    ...(weak ? { weak: 'true' } : {}),
    ...(status && { status }),
    ...(copyOf && { copyOf }),
    ...(same ? { same: same.join(', ') } : {}),
    ...(record ? { date: record.date.slice(0, 10), origin: record.origin } : {}),
    ...(record?.client && { client: record.client }),
  }
  return { text: [text, ...linkLines(result)].join('\n'), provenance }
}

/** How many results are held back next to better ones. */
export function describeHeldBack({ heldBack }: Pick<RenderContext, 'heldBack'>, results: number): string {
  if (heldBack === 0 || results === 0) return ''
  return `Less relevant results held back: ${heldBack}. Ask again with minScore 0 to see all.`
}

/** Why there are no results, and how to get some. */
export function describeNothing(
  { confidence, heldBack, narrowedBy }: Pick<RenderContext, 'confidence' | 'heldBack' | 'narrowedBy'>,
  noun: string,
): string {
  if (heldBack === 0) {
    return narrowedBy.length === 0
      ? 'Nothing in memory answers this.'
      : `Nothing in memory answers this within ${narrowedBy.join(', ')}. Omit that to search everything.`
  }
  const held = heldBack === 1 ? `1 ${noun} was` : `${heldBack} ${noun}s were`
  return `Probably nothing in memory answers this: ${held} held back, the most likely with a confidence of ${confidence.toFixed(2)}. Ask again with minScore 0 to see them.`
}

/** A failure, as a sentence. */
export function describeDegradation({ retriever, reason }: SearchAnswer['degraded'][number]): string {
  if (retriever === 'index') return `In the index, ${reason}`
  if (retriever === 'reranker') return `Not reranked: ${reason}`
  return `Incomplete, ${retriever} search: ${reason}`
}

/** Quotes the name of the folder, so that it cannot end the sentence. */
function describeSearched({ project, roots }: Searched): string {
  const whose =
    project === null
      ? "the user's own memory"
      : `the memory of the project ${showInvisible(JSON.stringify(project))}`
  return `Searched: ${whose} (${describeRoots(roots)}).`
}

/** The names are what the field `roots` takes. */
function describeRoots(roots: Searched['roots']): string {
  if (roots.length <= 1) return `${roots.length} root${roots.length === 1 ? '' : 's'}`
  const names = roots.map((name) => showInvisible(JSON.stringify(name)))
  return `${roots.length} roots: ${names.join(', ')}`
}
