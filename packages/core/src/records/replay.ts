import { matches, parseFilter } from '@recallite/filter'
import type { MemoryRecord, RecordStore } from '@recallite/records'
import { searchDefaults } from '../search/search-options.js'
import { noWords } from '../search/confidence.js'
import type { RecallAnswer, RecallOptions, RecallResult } from './record-memory.js'

/** Whether a query asks for a whole session. */
export function isReplay(query: string, { session }: RecallOptions): boolean {
  return session !== undefined && ['', '*'].includes(query.trim())
}

/**
 * Replays a session: its records in the order of time, as far as they fit the options. Nothing is scored.
 * @throws FilterError; RecordError; the signal's reason
 */
export async function replay(
  query: string,
  records: Pick<RecordStore, 'list'>,
  options: RecallOptions,
): Promise<RecallAnswer> {
  const start = performance.now()
  const { collection, session, limit = searchDefaults.limit, includeSuperseded } = options
  const fits = createTest(options)
  const status = includeSuperseded ? undefined : ('active' as const)
  const shown: MemoryRecord[] = []
  for (let after: string | undefined, isOver = false; !isOver && shown.length < limit;) {
    options.signal?.throwIfAborted()
    const page = await records.list({ collection, session, status, after })
    shown.push(...page.records.filter(fits))
    after = page.next ?? undefined
    isOver = after === undefined
  }
  const results = shown.slice(0, limit).map((record) => ({ record, ...unscored, snippet: record.content }))
  const timings = { ...untimed, total: performance.now() - start }
  return { query, ...noRetrieval, results, isReplay: true, timings, explanation: null }
}

function createTest({ filter, minConfidence = 0 }: RecallOptions): (record: MemoryRecord) => boolean {
  const inContext = filter === undefined ? undefined : parseFilter(filter)
  return ({ confidence, context }) =>
    confidence >= minConfidence && (inContext === undefined || matches(inContext, context))
}

const untimed = { sync: 0, keyword: 0, vector: 0, embed: 0, rank: 0 }

const unscored = {
  matches: [],
  fusedScore: 0,
  score: 1,
  confidence: 1,
  weak: false,
  confidenceInputs: { cosine: null, ...noWords },
  contributions: [],
  adjustments: { confidence: 1, boost: 1, decay: 1, distance: null },
} satisfies Partial<RecallResult>

const noRetrieval = {
  mode: 'none',
  retrievers: { keyword: 'off', vector: 'off' },
  provider: null,
  model: null,
  corrections: [],
  degraded: [],
  confidence: 1,
  abstained: false,
  heldBack: 0,
} satisfies Partial<RecallAnswer>
