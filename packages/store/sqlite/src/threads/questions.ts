import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises'
import type { Store } from '@recallite/store'

/** Questions under way, counted where all threads see it. */
export type QuestionCount = SharedArrayBuffer

const asked = 0
/** When the last one ended, in milliseconds of the machine's clock as far as it goes into a number of 32 bits. */

const endedAt = 1

/** A search asks several questions, and thinks between two of them for as long as this, in milliseconds. */
const thinkingTime = 4
const pause = 1

/** No question yet. */
export function countQuestions(): QuestionCount {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)
}

/** Asks something, and lets it be known for as long as that takes. */
export async function asQuestion<Answer>(count: QuestionCount, ask: () => Promise<Answer>): Promise<Answer> {
  const numbers = new Int32Array(count)
  Atomics.add(numbers, asked, 1)
  try {
    return await ask()
  } finally {
    Atomics.store(numbers, endedAt, clock())
    Atomics.sub(numbers, asked, 1)
  }
}

/** Waits until nobody asks, for so many milliseconds at most. */
export async function untilNobodyAsks(count: QuestionCount, most: number): Promise<void> {
  const numbers = new Int32Array(count)
  const end = performance.now() + most
  while (isSomebodyAsking(numbers) && performance.now() < end) await setTimeout(pause)
}

function isSomebodyAsking(numbers: Int32Array): boolean {
  const sinceLast = (clock() - Atomics.load(numbers, endedAt)) | 0
  return Atomics.load(numbers, asked) > 0 || (sinceLast >= 0 && sinceLast <= thinkingTime)
}

function clock(): number {
  return Math.trunc(performance.timeOrigin + performance.now()) | 0
}

/** However much is asked, a task gets a fifth of the time. */
const waitPerWork = 4

/**
 * A store that lets others go first after each call. The driver's calls take no turn of their own: without this, a task
 * that writes one document after another would hear of an abort, and others be served, only at its end. And where there
 * are few processors, whoever waits for an answer would wait for the task as well.
 */
export function inTurns(store: Store, questions: QuestionCount): Store {
  let resumedAt = performance.now()
  async function letOthersGoFirst(): Promise<void> {
    const worked = performance.now() - resumedAt
    await nextTurn()
    await untilNobodyAsks(questions, worked * waitPerWork)
    resumedAt = performance.now()
  }
  const calls = Object.entries(store).map(([name, call]) => {
    if (typeof call !== 'function') return [name, call]
    const inTurn = async (...values: unknown[]) => {
      try {
        return await (call as (...given: unknown[]) => Promise<unknown>)(...values)
      } finally {
        await letOthersGoFirst()
      }
    }
    return [name, inTurn]
  })
  return Object.fromEntries(calls) as Store
}
