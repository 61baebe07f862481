import type { Store } from '@recallite/store'
import type { DuplicateSpan } from '../answer.js'
import type { SearchSettings } from '../search-options.js'
import { createDuplicateTest, isLinksAlone, spread, type DuplicateTest } from './similar-texts.js'
import type { Ranking } from './fuse.js'
import { readItems, type PositionedItem } from './read-items.js'

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
export interface Diversified {
  /** At most as many as the limit, best first. */
  readonly ranking: readonly DiverseItem[]
  /** How many items were not shown as they are damaged. */
  readonly damaged: number
  /** By id, why items that were read are left out; items beyond the limit are not among them. */
  readonly omissions: ReadonlyMap<string, Omission>
  /** How many items of the ranking were read: what is behind them is not known. */
  readonly read: number
  /** How many items the ranking had. */
  readonly candidates: number
}

type DiversitySettings = Pick<SearchSettings, 'limit' | 'perDocument' | 'mergeDuplicates' | 'diversity'>

/**
 * Further items of links alone, and where a search does not set its number per document, further items of a document come behind
 * all others of so many first items; and so many items are spread. The number does not depend on the limit, so that a larger limit only adds results.
 */
const pool = 50

/** An item gathers its duplicates among so many items after it. */
const nextItems = 10

/**
 * Takes the first items that say something different, as many as the limit. Items are read in growing steps until it is
 * certain what the first ones are: those of a limit are the first of a larger limit, with all that they show. The next
 * item takes the position of a damaged one.
 */
export async function diversify(
  ranking: Ranking,
  store: Pick<Store, 'readItems'>,
  settings: DiversitySettings,
): Promise<Diversified> {
  const { limit, diversity } = settings
  const duplicates = createDuplicateTest()
  const positioned: PositionedItem[] = []
  const damagedPositions: number[] = []
  let end = 0
  for (let next = Math.max(limit, diversity > 0 ? pool : 0) + nextItems; ; next = end * 2) {
    const part = ranking.slice(end, next)
    const positions = new Map(part.map(({ id }, index) => [id, end + index]))
    const positionOf = (id: string) => positions.get(id) ?? end
    const { found, damaged: spoilt } = await readItems(store, part)
    positioned.push(...found.map((ranked) => ({ ...ranked, position: positionOf(ranked.id) })))
    damagedPositions.push(...spoilt.map(({ id }) => positionOf(id)))
    end += part.length
    const isWhole = end >= ranking.length
    const { kept, omissions } = select(spreadItems(positioned, settings), {
      settings,
      duplicates,
      hasPool: isWhole || end >= pool,
    })
    const shown = kept.slice(0, limit)
    const lastPosition = shown.reduce((last, { position }) => Math.max(last, position), 0)
    if (!isWhole && (shown.length < limit || lastPosition + nextItems >= end)) continue
    for (const { id } of shown) omissions.delete(id)
    const isAbove = (position: number) => shown.length < limit || position < lastPosition
    const damaged = damagedPositions.filter(isAbove).length
    return { ranking: shown, damaged, omissions, read: end, candidates: ranking.length }
  }
}

function spreadItems(items: readonly PositionedItem[], { diversity }: DiversitySettings) {
  if (diversity === 0) return items
  return [...spread(items.filter(isFirst), diversity), ...items.filter((ranked) => !isFirst(ranked))]
}

const isFirst = ({ position }: PositionedItem): boolean => position < pool

interface Selecting {
  readonly settings: DiversitySettings
  readonly duplicates: DuplicateTest
  /** Whether all items of the pool are there. */
  readonly hasPool: boolean
}

/**
 * Chooses items from the first to the last: each is kept, merged into one before it, or held, as its document has enough, or as
 * one of links alone is there already, which leads to its targets as well as any.
 */
function select(items: readonly PositionedItem[], { settings, duplicates, hasPool }: Selecting) {
  const { perDocument, mergeDuplicates } = settings
  const kept: { readonly ranked: PositionedItem; readonly duplicates: DuplicateSpan[] }[] = []
  const held: PositionedItem[] = []
  const omissions = new Map<string, Omission>()
  const counts = new Map<string, number>()

  function keepOrMerge(ranked: PositionedItem): void {
    const better = mergeDuplicates && kept.find((each) => duplicates.repeats(ranked, each.ranked))
    if (better) {
      omissions.set(ranked.id, { kind: 'merged', into: better.ranked.id })
      if (ranked.position - better.ranked.position <= nextItems) better.duplicates.push(toSpan(ranked))
      return
    }
    kept.push({ ranked, duplicates: [] })
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
  const behind = hasPool ? [...held, ...items.filter((ranked) => !isFirst(ranked))] : []
  for (const ranked of behind) (perDocument.isStrict ? keepOrHold : keepOrMerge)(ranked)
  return {
    kept: kept.map((each): DiverseItem => ({ ...each.ranked, duplicates: each.duplicates })),
    omissions,
  }
}

function documentOf({ item: { locator } }: PositionedItem): string {
  return `${locator.root}:${locator.path}`
}

function toSpan({ item: { locator } }: PositionedItem): DuplicateSpan {
  const { root, path, startLine, endLine } = locator
  return { root, path, startLine, endLine }
}
