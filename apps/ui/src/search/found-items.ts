import { computed } from '@preact/signals'
import { noWords, type RankedCandidate, type RetrieverName } from '@recallite/core/ranking'
import { answer, ranked } from './asked-search.js'

/** A candidate as the lists show it. */
export interface FoundItem extends RankedCandidate {
  /** Its innermost heading, or the name of its file. */
  readonly title: string
  /** `root:path:lines`, or of a record `record:collection/id`. */
  readonly place: string
  /** Among the results, from 1; null if it is not shown. */
  readonly position: number | null
  /** Why it is not shown, in words; null if it is. */
  readonly reason: string | null
}

/** All candidates: the results in their order, then what is not shown, by its rank. */
export const foundItems = computed<readonly FoundItem[]>(() => {
  const { value } = ranked
  if (!value) return []
  const { files, records, results } = value
  const shown = new Set(results.map(({ id }) => id))
  // What its own kind would show may still be behind the results of the other one.
  const own = [...(files?.results ?? []), ...(records?.results ?? [])].filter(({ id }) => !shown.has(id))
  const omitted = [...own, ...(files?.omitted ?? []), ...(records?.omitted ?? [])]
  return [
    ...results.map((candidate, index) => toFound(candidate, index + 1)),
    ...[...omitted, ...unranked([...results, ...omitted])].map((candidate) => toFound(candidate, null)),
  ]
})

/** What only a retriever found whose weight is 0 now: it has no score. */
function unranked(others: readonly RankedCandidate[]): RankedCandidate[] {
  const known = new Set(others.map(({ id }) => id))
  const { files = null, records = null } = answer.value ?? {}
  return [files, records].flatMap((each) => {
    const { kind = 'file', items = [] } = each ?? {}
    const left = items.filter(({ id }) => !known.has(id))
    return left.map((item) => {
      const fused = { id: item.id, score: 0, contributions: [] }
      const confidence = { confidence: 0, weak: true, confidenceInputs: { cosine: null, ...noWords } }
      return { id: item.id, kind, item, fused, ...confidence, duplicates: [], omission: null }
    })
  })
}

const byId = computed(() => new Map(foundItems.value.map((item) => [item.id, item])))

/** What a retriever found, best first, with its own scores; of both kinds, files first. */
export function candidatesOf(
  name: RetrieverName,
): readonly { readonly item: FoundItem; readonly score: number }[] {
  const { files = null, records = null } = answer.value ?? {}
  const lists = [files, records].flatMap(
    (each) => each?.retrievals.find(({ retriever }) => retriever.name === name) ?? [],
  )
  return lists.flatMap(({ candidates, scores }) => {
    const scoreOf = new Map(scores)
    return candidates.flatMap(({ id }) => {
      const item = byId.value.get(id)
      return item ? [{ item, score: scoreOf.get(id)?.score ?? 0 }] : []
    })
  })
}

function toFound(candidate: RankedCandidate, position: number | null): FoundItem {
  const reason = position === null ? describeOmission(candidate) : null
  return { ...candidate, ...namesOf(candidate), position, reason }
}

function namesOf({ kind, item }: RankedCandidate): Pick<FoundItem, 'title' | 'place'> {
  if (!item) return { title: 'damaged', place: '' }
  const { root, path, startLine, endLine } = item.locator
  if (kind === 'record') return { title: item.text, place: `record:${root}/${path}` }
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { title: item.attributes.heading.at(-1) ?? name, place: `${root}:${path}:${startLine}-${endLine}` }
}

function describeOmission({ omission, fused }: RankedCandidate): string {
  if (fused.contributions.length === 0) return 'no retriever with a weight found it'
  if (omission?.kind === 'merged') {
    const better = byId.peek().get(omission.into)
    return `repeats ${better?.place ?? 'a better result'}`
  }
  return reasons[omission?.kind ?? 'limit']
}

const reasons = {
  held: 'better chunks of its document take its places',
  limit: 'beyond the limit',
  threshold: 'its fused score is below the threshold',
  abstained: 'the search abstains: nothing reaches the threshold',
  damaged: 'its text is damaged: recallite doctor --repair',
  gone: 'its record was forgotten, replaced or has expired',
} as const
