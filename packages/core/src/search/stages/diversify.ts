import type { Store } from '@recallite/store'
import type { DuplicateSpan } from '../answer.js'
import { searchDefaults, type SearchSettings } from '../search-options.js'
import { createDuplicateTest, isLinksAlone, type DuplicateTest } from './similar-texts.js'
import type { Ranking } from './fuse.js'
import { readItems, type ReadItem } from './read-items.js'

/** An item with its position in the ranking, from 0. */
interface PositionedItem extends ReadItem {
  readonly position: number
}

/** An item that is to be shown. */
export interface DiverseItem extends PositionedItem {
  /** Where the items are that were left out as they repeat this one. */
  readonly duplicates: readonly DuplicateSpan[]
}

/**
 * Why an item is no result of its own: it repeats a better one, or is held behind others, since its document has enough results, or
 * since it and a better one are links alone.
 */
export type Omission = { readonly kind: 'merged'; readonly into: string } | { readonly kind: 'held' }

/** The first items of a ranking, diverse and with their texts. */
export type Diversified = Awaited<ReturnType<typeof diversify>>

type DiversitySettings = Pick<SearchSettings, 'limit' | 'perDocument' | 'mergeDuplicates'>

/**
 * Further items of links alone, and where a search does not set its number per document, further items of a document come behind
 * all others of so many first items. The number does not depend on the limit, so that a larger limit only adds results.
 */
const pool = 50

/** An item gathers its duplicates among so many items after it. */
const nextItems = 10

/**
 * Takes the first items that say something different, as many as the limit. Items are read in growing steps until it is
 * certain what the first ones are: those of a limit are the first of a larger limit, with all that they show. The next
 * item takes the position of a damaged one.
 * @returns `ranking`: at most as many as the limit, best first; `omissions`: why items that were read are left out, by id, those
 * beyond the limit not among them; `read`, `damaged`: how many items were read, and not shown as they are damaged
 */
export async function diversify(
  ranking: Ranking,
  store: Pick<Store, 'readItems'>,
  settings: DiversitySettings,
) {
  const { limit } = settings
  const duplicates = createDuplicateTest()
  const positioned = ranking.map((ranked, position) => ({ ...ranked, position }))
  const items: PositionedItem[] = []
  const damaged: { readonly position: number }[] = []
  let end = 0
  for (let next = limit + nextItems; ; next = end * 2) {
    const part = positioned.slice(end, next)
    const read = await readItems(store, part)
    items.push(...read.found)
    damaged.push(...read.damaged)
    end += part.length
    const isWhole = end >= ranking.length
    const hasPool = isWhole || end >= pool
    const { kept, omissions } = select(items, { settings, duplicates, hasPool })
    const shown: readonly DiverseItem[] = kept.slice(0, limit)
    const lastPosition = Math.max(0, ...shown.map(({ position }) => position))
    if (!isWhole && (shown.length < limit || lastPosition + nextItems >= end)) continue
    for (const { id } of shown) omissions.delete(id)
    const wouldBeShown = damaged.filter(({ position }) => shown.length < limit || position < lastPosition)
    const counts = { damaged: wouldBeShown.length, read: end, candidates: ranking.length }
    return { ranking: shown, omissions, ...counts }
  }
}

const isFirst = ({ position }: PositionedItem): boolean => position < pool

interface Selecting {
  readonly settings: DiversitySettings
  readonly duplicates: DuplicateTest
  /** Whether the first `pool` items of the ranking were read, or all items of a shorter ranking. */
  readonly hasPool: boolean
}

/**
 * Chooses items from the first to the last: each is kept, merged into one before it, or held, as its document has enough, or as
 * one of links alone is there already, which leads to its targets as well as any.
 */
function select(items: readonly PositionedItem[], { settings, duplicates, hasPool }: Selecting) {
  const { perDocument, mergeDuplicates } = settings
  const kept: (PositionedItem & { readonly duplicates: DuplicateSpan[] })[] = []
  const held: PositionedItem[] = []
  const omissions = new Map<string, Omission>()
  const counts = new Map<string, number>()

  function isMerged(ranked: PositionedItem): boolean {
    const better = mergeDuplicates && kept.find((each) => duplicates.repeats(ranked, each))
    if (!better) return false
    omissions.set(ranked.id, { kind: 'merged', into: better.id })
    if (ranked.position - better.position <= nextItems) better.duplicates.push(toSpan(ranked))
    return true
  }

  function keepOrMerge(ranked: PositionedItem): void {
    if (isMerged(ranked)) return
    kept.push({ ...ranked, duplicates: [] })
    const document = documentOf(ranked)
    counts.set(document, (counts.get(document) ?? 0) + 1)
  }

  function keepOrHold(ranked: PositionedItem): void {
    if ((counts.get(documentOf(ranked)) ?? 0) < perDocument.most) keepOrMerge(ranked)
    else hold(ranked)
  }

  function hold(ranked: PositionedItem): void {
    held.push(ranked)
    omissions.set(ranked.id, { kind: 'held' })
  }

  const isLinks = ({ item }: PositionedItem) => mergeDuplicates && isLinksAlone(item.text)
  let hasLinks = false
  for (const ranked of items.filter(isFirst)) {
    const leads = isLinks(ranked)
    if (leads && hasLinks) hold(ranked)
    else keepOrHold(ranked)
    hasLinks ||= leads
  }
  // What is shown has the same duplicates, whether the pool was read or not.
  if (!hasPool && !perDocument.isStrict) held.forEach(isMerged)
  const behind = hasPool ? [...held, ...items.filter((ranked) => !isFirst(ranked))] : []
  for (const ranked of behind) (perDocument.isStrict ? keepOrHold : keepOrMerge)(ranked)
  return { kept, omissions }
}

function documentOf({ item: { locator } }: PositionedItem): string {
  return `${locator.root}:${locator.path}`
}

/** Where an item is. */
export function toSpan({ item: { locator } }: ReadItem): DuplicateSpan {
  const { root, path, startLine, endLine } = locator
  return { root, path, startLine, endLine }
}

/** What of a ranking is shown. */
export type Decision = ReturnType<typeof threshold>

/**
 * Decides once per query whether anything is likely to answer it, by the most confident of the items that would be shown:
 * cutting each item by itself hides right answers beside wrong ones. A threshold on the fused score, which only replays of
 * OpenClaw have, cuts each item by itself.
 * @param judged whose items decide; default those of the ranking
 * @returns `ranking`: empty if the search abstains; `confidence`: the highest of what would be shown without a threshold, 0 without any;
 * `heldBack`: how many candidates are not shown because the search abstains
 */
export function threshold(
  { ranking, candidates }: Pick<Diversified, 'ranking' | 'candidates'>,
  settings: SearchSettings,
  judged: Pick<Diversified, 'ranking'> = { ranking },
) {
  const confidence = Math.max(0, ...judged.ranking.map((item) => item.confidence))
  if (settings.thresholdOn === 'fused') {
    const kept = ranking.filter(({ fused }) => fused.score >= settings.threshold)
    return { ranking: kept, confidence, heldBack: 0 }
  }
  if (confidence >= settings.threshold) return { ranking, confidence, heldBack: 0 }
  return { ranking: [], confidence, heldBack: candidates }
}

/** Whether a result is marked as weak; a search with a low threshold marks what the default one would. */
export function isWeak(confidence: number, settings: Pick<SearchSettings, 'threshold'>): boolean {
  return confidence < Math.max(settings.threshold, searchDefaults.threshold)
}
