import type { DuplicateSpan, ResultKind } from '../answer.js'
import { searchDefaults, type SearchSettings } from '../search-options.js'
import { createDuplicateTest, isLinksAlone, type DuplicateTest } from './similar-texts.js'
import { readItems, type ItemReaders, type ReadItem, type Ranking } from './ranked-items.js'

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

/** The settings of a kind. */
export type SettingsOf = (kind: ResultKind) => SearchSettings

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
  readers: ItemReaders,
  { limit, settingsOf }: { readonly limit: number; readonly settingsOf: SettingsOf },
) {
  const duplicates = createDuplicateTest()
  const positioned = ranking.map((ranked, position) => ({ ...ranked, position }))
  const items: PositionedItem[] = []
  const damaged: { readonly position: number }[] = []
  let end = 0
  for (let next = limit + nextItems; ; next = end * 2) {
    const part = positioned.slice(end, next)
    const read = await readItems(readers, part)
    items.push(...read.found)
    damaged.push(...read.damaged)
    end += part.length
    const isWhole = end >= ranking.length
    const hasPool = isWhole || end >= pool
    const { kept, omissions } = select(items, { settingsOf, duplicates, hasPool })
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
  readonly settingsOf: SettingsOf
  readonly duplicates: DuplicateTest
  /** Whether the first `pool` items of the ranking were read, or all items of a shorter ranking. */
  readonly hasPool: boolean
}

/**
 * Chooses items from the first to the last: each is kept, merged into one before it, or held, as its document has enough, or as
 * one of links alone is there already, which leads to its targets as well as any.
 */
function select(items: readonly PositionedItem[], { settingsOf, duplicates, hasPool }: Selecting) {
  const kept: (PositionedItem & { readonly duplicates: DuplicateSpan[] })[] = []
  const held: PositionedItem[] = []
  const omissions = new Map<string, Omission>()
  const counts = new Map<string, number>()

  function isMerged(ranked: PositionedItem): boolean {
    const isBetter = (each: PositionedItem) => each.kind === ranked.kind && duplicates.repeats(ranked, each)
    const better = settingsOf(ranked.kind).mergeDuplicates && kept.find(isBetter)
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
    const { max } = settingsOf(ranked.kind).perDocument
    if ((counts.get(documentOf(ranked)) ?? 0) < max) keepOrMerge(ranked)
    else hold(ranked)
  }

  function hold(ranked: PositionedItem): void {
    held.push(ranked)
    omissions.set(ranked.id, { kind: 'held' })
  }

  const isLinks = ({ kind, item }: PositionedItem) =>
    settingsOf(kind).mergeDuplicates && isLinksAlone(item.text)
  let hasLinks = false
  for (const ranked of items.filter(isFirst)) {
    const leads = isLinks(ranked)
    if (leads && hasLinks) hold(ranked)
    else keepOrHold(ranked)
    hasLinks ||= leads
  }
  const isStrict = ({ kind }: PositionedItem) => settingsOf(kind).perDocument.isStrict
  // What is shown has the same duplicates, whether the pool was read or not.
  if (!hasPool) held.filter((ranked) => !isStrict(ranked)).forEach(isMerged)
  const rest = hasPool ? [...held, ...items.filter((ranked) => !isFirst(ranked))] : []
  for (const ranked of rest) (isStrict(ranked) ? keepOrHold : keepOrMerge)(ranked)
  return { kept, omissions }
}

function documentOf({ kind, item: { locator } }: PositionedItem): string {
  return `${kind}:${locator.root}:${locator.path}`
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
 * cutting each item by itself hides right answers next to wrong ones. A threshold on the fused score, which only replays of
 * OpenClaw have, cuts each item by itself.
 * @param judged whose items decide; default those of the ranking
 * @returns `ranking`: empty if the search abstains; `confidence`: the highest of what would be shown without a threshold, 0 without any;
 * `heldBack`: how many candidates are not shown because the search abstains
 */
export function threshold(
  { ranking, candidates, judged = ranking }: ToDecide,
  kinds: readonly Pick<KindSettings, 'kind' | 'settings'>[],
) {
  const confidence = highestConfidence(judged)
  const isShown = kinds.some(({ kind, settings }) => {
    if (settings.thresholdOn === 'fused') return true
    return highestConfidence(judged.filter((item) => item.kind === kind)) >= settings.threshold
  })
  if (!isShown) return { ranking: [], confidence, heldBack: candidates }
  const settingsOf = new Map(kinds.map(({ kind, settings }) => [kind, settings]))
  const kept = ranking.filter(({ kind, fused }) => {
    const settings = settingsOf.get(kind)
    return settings?.thresholdOn !== 'fused' || fused.score >= settings.threshold
  })
  return { ranking: kept, confidence, heldBack: 0 }
}

const highestConfidence = (items: Ranking) => Math.max(0, ...items.map(({ confidence }) => confidence))

interface ToDecide extends Pick<Diversified, 'ranking' | 'candidates'> {
  readonly judged?: Ranking | undefined
}

interface KindSettings {
  readonly kind: ResultKind
  readonly settings: Pick<SearchSettings, 'threshold' | 'thresholdOn'>
}

/** Whether a result is marked as weak; a search with a low threshold marks what the default one would. */
export function isWeak(confidence: number, settings: Pick<SearchSettings, 'threshold'>): boolean {
  return confidence < Math.max(settings.threshold, searchDefaults.threshold)
}
