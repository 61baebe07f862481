import type { DuplicateSpan, ResultKind } from '../answer.js'
import type { SearchSettings } from '../search-options.js'
import { readText } from './read-text.js'
import { repeats } from './similar-texts.js'
import { readItems, type ItemReaders, type ReadItem, type Ranking } from './ranked-items.js'

/** An item with its position in the ranking, from 0. */
interface PositionedItem extends ReadItem {
  readonly position: number
}

/** An item with the locations of its duplicates, which are omitted. */
export interface DiverseItem extends PositionedItem {
  readonly duplicates: readonly DuplicateSpan[]
}

/** Why an item is omitted: it repeats a better one (`merged`), or its document or link-only chunks have enough results (`held`). */
export type Omission = { readonly kind: 'merged'; readonly into: string } | { readonly kind: 'held' }

/** The output of `diversify`. */
export type Diversified = Awaited<ReturnType<typeof diversify>>

/** The settings of a kind. */
export type SettingsOf = (kind: ResultKind) => SearchSettings

/**
 * Within the first 50 items, extra link-only items and extra items of one document move to the end. The number does not depend on
 * the limit, so that a larger limit only adds results.
 */
const pool = 50

/** The number of following items that are checked for duplicates. */
const nextItems = 10

/**
 * Selects the first items that do not repeat others, up to the limit. Reads items in growing steps until a larger limit could only
 * add items after them. Damaged items are skipped.
 * @returns `ranking`: best first; `omissions`: why other items that were read are omitted, by id, except those beyond the limit;
 * `read`, `damaged`: the number of items that were read, and of damaged items that would be shown
 */
export async function diversify(
  ranking: Ranking,
  readers: ItemReaders,
  { limit, settingsOf }: { readonly limit: number; readonly settingsOf: SettingsOf },
) {
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
    const { selected, omissions } = select(items, { settingsOf, hasPool })
    const first: readonly DiverseItem[] = selected.slice(0, limit)
    const lastPosition = Math.max(0, ...first.map(({ position }) => position))
    if (!isWhole && (first.length < limit || lastPosition + nextItems >= end)) continue
    for (const { id } of first) omissions.delete(id)
    const skipped = damaged.filter(({ position }) => first.length < limit || position < lastPosition)
    const counts = { damaged: skipped.length, read: end, candidates: ranking.length }
    return { ranking: first, omissions, ...counts }
  }
}

const isFirst = ({ position }: PositionedItem): boolean => position < pool

interface Selecting {
  readonly settingsOf: SettingsOf
  /** Whether the first `pool` items, or all items of a shorter ranking, were read. */
  readonly hasPool: boolean
}

/** Goes through the items from first to last: each is selected, merged into an earlier one, or held. */
function select(items: readonly PositionedItem[], { settingsOf, hasPool }: Selecting) {
  const selected: (PositionedItem & { readonly duplicates: DuplicateSpan[] })[] = []
  const held: PositionedItem[] = []
  const omissions = new Map<string, Omission>()
  const counts = new Map<string, number>()

  function isMerged(ranked: PositionedItem): boolean {
    const isBetter = (each: PositionedItem) => each.kind === ranked.kind && repeats(ranked, each)
    const better = settingsOf(ranked.kind).mergeDuplicates && selected.find(isBetter)
    if (!better) return false
    omissions.set(ranked.id, { kind: 'merged', into: better.id })
    if (ranked.position - better.position <= nextItems) better.duplicates.push(toSpan(ranked))
    return true
  }

  function selectOrMerge(ranked: PositionedItem): void {
    if (isMerged(ranked)) return
    selected.push({ ...ranked, duplicates: [] })
    const document = documentOf(ranked)
    counts.set(document, (counts.get(document) ?? 0) + 1)
  }

  function selectOrHold(ranked: PositionedItem): void {
    const { max } = settingsOf(ranked.kind).perDocument
    if ((counts.get(documentOf(ranked)) ?? 0) < max) selectOrMerge(ranked)
    else hold(ranked)
  }

  function hold(ranked: PositionedItem): void {
    held.push(ranked)
    omissions.set(ranked.id, { kind: 'held' })
  }

  const isLinks = ({ kind, item }: PositionedItem) =>
    settingsOf(kind).mergeDuplicates && readText(item.text).isLinksOnly()
  let hasLinks = false
  for (const ranked of items.filter(isFirst)) {
    const leads = isLinks(ranked)
    if (leads && hasLinks) hold(ranked)
    else selectOrHold(ranked)
    hasLinks ||= leads
  }
  const isStrict = ({ kind }: PositionedItem) => settingsOf(kind).perDocument.isStrict
  // The selected items have the same duplicates whether the pool was read or not.
  if (!hasPool) held.filter((ranked) => !isStrict(ranked)).forEach(isMerged)
  const rest = hasPool ? [...held, ...items.filter((ranked) => !isFirst(ranked))] : []
  for (const ranked of rest) (isStrict(ranked) ? selectOrHold : selectOrMerge)(ranked)
  return { selected, omissions }
}

function documentOf({ kind, item: { locator } }: PositionedItem): string {
  return `${kind}:${locator.root}:${locator.path}`
}

/** The location of an item. */
export function toSpan({ item: { locator } }: ReadItem): DuplicateSpan {
  const { root, path, startLine, endLine } = locator
  return { root, path, startLine, endLine }
}
