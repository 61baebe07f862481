import assert from 'node:assert/strict'
import { RerankError } from '../errors.js'
import { assertScores, type Reranker } from '../reranker.js'

/** One requirement of the contract. */
export interface ConformanceCase {
  /** A sentence that states the requirement. */
  readonly name: string
  /** Rejects, usually with an `AssertionError`, if the requirement is not met. */
  run(): Promise<void>
}

/** Options of the conformance suite. */
export interface RerankerConformanceOptions {
  /**
   * Whether scores are meaningful, so that a text that answers a question scores above one that does not; false
   * for an untrained model. Default true.
   */
  readonly isTrained?: boolean | undefined
}

interface Check {
  readonly name: string
  holds(reranker: Reranker): Promise<void>
}

/**
 * The requirements for every reranker, for any test runner: pass it the `name` and `run` of each case. Each case creates
 * a reranker and disposes of it.
 */
export function rerankerConformance(
  create: () => Promise<Reranker>,
  { isTrained = true }: RerankerConformanceOptions = {},
): ConformanceCase[] {
  const checks = [...answerChecks, ...oddTextChecks, ...lifecycleChecks, ...(isTrained ? [knowsAnswers] : [])]
  return checks.map(({ name, holds }) => ({ name, run: () => withReranker(create, holds) }))
}

async function withReranker(create: () => Promise<Reranker>, holds: Check['holds']): Promise<void> {
  const reranker = await create()
  try {
    await holds(reranker)
  } finally {
    await reranker.dispose?.()
  }
}

const query = 'Where does the cat sleep?'
const texts = [
  'The cat sleeps on the warm window sill.',
  'Interest rates rose by half a point in March.',
  'Rename the column before you run the migration.',
]

/** Some hardware rounds differently from call to call. */
const noise = 1e-3

async function score(reranker: Reranker, given: readonly string[], question = query) {
  const source = `${reranker.identity.provider}/${reranker.identity.model}`
  const scores = await reranker.rerank({ query: question, texts: given })
  return assertScores(scores, { count: given.length, source })
}

function assertSame(one: readonly number[], other: readonly number[]): void {
  assert.equal(one.length, other.length)
  for (const [position, value] of one.entries()) {
    assert.ok(
      Math.abs(value - (other[position] ?? Number.NaN)) < noise,
      `${one} and ${other} are not the same`,
    )
  }
}

const answerChecks: readonly Check[] = [
  {
    name: 'names its provider, its model and the version of the contract',
    async holds({ identity, specificationVersion }) {
      assert.equal(specificationVersion, 'v1')
      for (const part of [identity.provider, identity.model]) assert.ok(part.length > 0, 'a name is empty')
    },
  },
  {
    name: 'answers each text with a probability, in the order of the texts',
    async holds(reranker) {
      const scores = await score(reranker, texts)
      assertSame((await score(reranker, texts.toReversed())).toReversed(), scores)
    },
  },
  {
    name: 'gives a text the same score next to any other texts',
    async holds(reranker) {
      const [first = '', second = ''] = texts
      const [together = Number.NaN] = await score(reranker, [first, second, first])
      assertSame(await score(reranker, [first]), [together])
    },
  },
  {
    name: 'returns no scores for a request without texts',
    async holds(reranker) {
      assert.deepEqual(await reranker.rerank({ query, texts: [] }), [])
    },
  },
]

const knowsAnswers: Check = {
  name: 'scores the text that answers a question above those that do not',
  async holds(reranker) {
    const [best = Number.NaN, ...others] = await score(reranker, texts)
    for (const other of others) assert.ok(best > other, `the answer has ${best}, another text ${other}`)
  },
}

const oddTexts: readonly (readonly [name: string, text: string])[] = [
  ['an empty text', ''],
  ['unpaired surrogates', 'before \uD83D after \uDE00 end'],
  ['control characters', 'a\u0000b\u0007c\u001B[31md\u007F\u0085e'],
  ['many scripts at once', 'naïve 日本語 한국어 العربية עברית ไทย 👩‍👩‍👧 e\u0301'],
  ['a text far longer than any context', 'A river runs past the old mill. '.repeat(1000)],
]

const oddTextChecks: readonly Check[] = oddTexts.map(([name, text]) => ({
  name: `scores ${name}, as a text and as a query, and works afterwards`,
  async holds(reranker) {
    await score(reranker, [text, 'Plain words.'])
    await score(reranker, ['Plain words.'], text)
    await score(reranker, texts)
  },
}))

async function assertRejectsWith(answer: Promise<unknown>, reason: unknown): Promise<void> {
  const outcome = await answer.then(
    () => 'it was answered',
    (error: unknown) => error,
  )
  assert.equal(outcome, reason, 'an aborted call must reject with the reason of its signal')
}

const lifecycleChecks: readonly Check[] = [
  {
    name: 'rejects with the reason of a signal that is already aborted',
    async holds(reranker) {
      const reason = new RangeError('aborted before')
      await assertRejectsWith(reranker.rerank({ query, texts, signal: AbortSignal.abort(reason) }), reason)
      await score(reranker, texts)
    },
  },
  {
    name: 'rejects with the reason of a signal that aborts while the call runs, and works afterwards',
    async holds(reranker) {
      const reason = new RangeError('aborted while running')
      const controller = new AbortController()
      const answer = reranker.rerank({ query, texts, signal: controller.signal })
      controller.abort(reason)
      await assertRejectsWith(answer, reason)
      await score(reranker, texts)
    },
  },
  {
    name: 'can be disposed of twice, and is unavailable afterwards',
    async holds(reranker) {
      if (reranker.dispose === undefined) return
      await reranker.dispose()
      await reranker.dispose()
      const error = await reranker.rerank({ query, texts }).catch((reason: unknown) => reason)
      assert.ok(RerankError.isInstance(error), `rejected with ${String(error)} instead of a RerankError`)
      assert.equal(error.code, 'RERANKER_UNAVAILABLE')
    },
  },
]
