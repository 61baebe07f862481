import { computed, effect, signal } from '@preact/signals'
import { noWords, rankBoth, type RankedBoth, type RankedCandidate } from '@recallite/core/ranking'
import { answer } from './asked-search.js'
import { settings } from './settings.js'

/** The ranking under the settings as they stand on the page; made anew whenever they change, without a request. */
export const ranked = signal<RankedBoth>()

effect(() => {
  const { value } = answer
  const options = settings.value
  const take = (made: RankedBoth) => {
    if (answer.peek() === value && settings.peek() === options) ranked.value = made
  }
  if (value) void rankBoth(value, options).then(take)
  else ranked.value = undefined
})

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
  if (!ranked.value) return []
  const { files, records, results } = ranked.value
  const shown = new Set(results.map(({ id }) => id))
  // What its own kind would show may still be behind the results of the other one.
  const own = [...(files?.results ?? []), ...(records?.results ?? [])].filter(({ id }) => !shown.has(id))
  const known = [...results, ...own, ...(files?.omitted ?? []), ...(records?.omitted ?? [])]
  return [...known, ...unranked(known)].map((each, index) => {
    const isShown = index < results.length
    const reason = isShown ? null : describeOmission(each, known)
    return { ...each, ...namesOf(each), position: isShown ? index + 1 : null, reason }
  })
})

/** What only a retriever found whose weight is 0 now: it has no score. */
function unranked(known: readonly RankedCandidate[]): RankedCandidate[] {
  const ids = new Set(known.map(({ id }) => id))
  const { files = null, records = null } = answer.value ?? {}
  return [files, records].flatMap((each) => {
    const { kind = 'file', items = [] } = each ?? {}
    const left = items.filter(({ id }) => !ids.has(id))
    return left.map((item) => {
      const fused = { id: item.id, score: 0, contributions: [] }
      const confidence = { confidence: 0, weak: true, confidenceInputs: { cosine: null, ...noWords } }
      return { id: item.id, kind, item, fused, ...confidence, duplicates: [], omission: null }
    })
  })
}

const byId = computed(() => new Map(foundItems.value.map((item) => [item.id, item])))

/** What a retriever found, best first, with its own scores; of both kinds, files first. */
export function candidatesOf(name: 'keyword' | 'vector') {
  const { files = null, records = null } = answer.value ?? {}
  const lists = [files, records].flatMap(
    (each) => each?.retrievals.find(({ retriever }) => retriever.name === name) ?? [],
  )
  return lists.flatMap(({ found, scores }) => {
    const scoreOf = new Map(scores.map(({ id, score }) => [id, score]))
    return found.flatMap((id) => {
      const item = byId.value.get(id)
      return item ? [{ item, score: scoreOf.get(id) ?? 0 }] : []
    })
  })
}

function namesOf({ kind, item }: RankedCandidate): Pick<FoundItem, 'title' | 'place'> {
  if (!item) return { title: 'damaged', place: '' }
  const { root, path, startLine, endLine } = item.locator
  if (kind === 'record') return { title: item.text, place: `record:${root}/${path}` }
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { title: item.attributes.heading.at(-1) ?? name, place: `${root}:${path}:${startLine}-${endLine}` }
}

function describeOmission({ omission, fused }: RankedCandidate, all: readonly RankedCandidate[]): string {
  if (fused.contributions.length === 0) return 'no retriever with a weight found it'
  if (omission?.kind !== 'merged') return reasons[omission?.kind ?? 'limit']
  const better = all.find(({ id }) => id === omission.into)
  return `repeats ${better ? namesOf(better).place : 'a better result'}`
}

const reasons = {
  held: 'better chunks of its document take its places',
  limit: 'beyond the limit',
  threshold: 'its fused score is below the threshold',
  abstained: 'the search abstains: nothing reaches the threshold',
  damaged: 'its text is damaged: recallite doctor --repair',
  gone: 'its record was forgotten, replaced or has expired',
} as const
