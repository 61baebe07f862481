import type { Item, Store } from '@recallite/store'
import type { Fused } from '@recallite/fusion'
import type { MemoryRecord } from '@recallite/store/records'
import type { RecordLinks } from '../../records/record-links.js'
import type { RecallResult } from '../../records/record-memory.js'
import type { Adjustment, ResultKind, ResultMarks } from '../answer.js'
import type { ConfidenceInputs } from '../confidence.js'

/** An item of a ranking; the first ones have marks after `precede`. */
export interface RankedItem extends ResultMarks, RecordLinks {
  readonly id: string
  readonly kind: ResultKind
  readonly fused: Fused
  readonly confidence: number
  readonly confidenceInputs: ConfidenceInputs
  /** The reranker's score, from 0 to 1, and the rank before, from 1. */
  readonly rerank?: { readonly score: number; readonly rankBefore: number } | undefined
  /** Only with recency, if the query names a time, or if the item moved for its status or as a copy. */
  readonly adjustment?: Adjustment | undefined
  /** Of an item in a copy: whether the files are equal. */
  readonly isEqual?: boolean
  /** Of a record, after the stage `order`. */
  readonly order?: Pick<RecallResult, 'score' | 'adjustments'> | undefined
  /** Of a record, after the stage `order` of a memory. */
  readonly record?: MemoryRecord | undefined
  /** With its text, after a stage has read it. */
  readonly item?: Item | undefined
}

/** Items, best first: the input and output of the stages after fusion. */
export type Ranking = readonly RankedItem[]

/** Reads the items of a kind. */
export type ItemReader = Pick<Store, 'readItems'>

/** The readers of all kinds of a ranking. */
export type ItemReaders = ReadonlyMap<ResultKind, ItemReader>

/** An item of a ranking with its text. */
export interface ReadItem extends RankedItem {
  readonly item: Item
}

/** The readable and the damaged items of a ranking, in order. */
interface ReadRanking<Ranked> {
  /** Without items that another process has removed. */
  readonly found: readonly (Ranked & ReadItem)[]
  readonly damaged: readonly Ranked[]
}

/** Reads the items of a ranking that no earlier stage has read. */
export async function readItems<Ranked extends RankedItem>(
  readers: ItemReaders,
  ranking: readonly Ranked[],
): Promise<ReadRanking<Ranked>> {
  const unread = Map.groupBy(
    ranking.filter(({ item }) => item === undefined),
    ({ kind }) => kind,
  )
  const read = await Promise.all(
    Array.from(unread, ([kind, ofKind]) => readers.get(kind)?.readItems(ofKind.map(({ id }) => id))),
  )
  const byId = new Map(read.flatMap((part) => part?.items.map((item) => [item.id, item]) ?? []))
  const found = ranking.flatMap((ranked) => {
    const item = ranked.item ?? byId.get(ranked.id)
    return item ? [{ ...ranked, item }] : []
  })
  const damagedIds = new Set(read.flatMap((part) => part?.damaged.map(({ id }) => id) ?? []))
  return { found, damaged: ranking.filter(({ id }) => damagedIds.has(id)) }
}
