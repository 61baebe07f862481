import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises'
import type { Store } from '@recallite/store'

/** How many questions are under way, where all threads can read it. */
export type QuestionCount = SharedArrayBuffer

/** The place of how many questions are under way. */
const asked = 0
/** The place of when the last one ended: the milliseconds of the machine's clock, cut to 32 bits. */
const endedAt = 1

/** How long a search computes between two of its questions, in milliseconds. */
const thinkingTime = 4
const pause = 1

/** A count of no questions. */
export const countQuestions = (): QuestionCount => new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)

/** Asks a question, which is counted until it is answered. */
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

/** Waits until no question is under way, for `most` milliseconds at most. */
export async function untilNoQuestions(count: QuestionCount, most: number): Promise<void> {
  const numbers = new Int32Array(count)
  const end = performance.now() + most
  while (isAsking(numbers) && performance.now() < end) await setTimeout(pause)
}

function isAsking(numbers: Int32Array): boolean {
  const sinceLast = (clock() - Atomics.load(numbers, endedAt)) | 0
  return Atomics.load(numbers, asked) > 0 || (sinceLast >= 0 && sinceLast <= thinkingTime)
}

const clock = (): number => Math.trunc(performance.timeOrigin + performance.now()) | 0

/** How long a task waits for each millisecond of its own work at most: however much is asked, it gets a fifth of the time. */
const waitPerWork = 4

/**
 * A store that gives way to questions and messages after each call. The driver's calls are synchronous: without this, a
 * task that writes one document after another would keep aborts and other requests waiting until its end, and searches
 * as well on a machine with few processors.
 */
export function inTurns(store: Store, questions: QuestionCount): Store {
  let resumedAt = performance.now()
  async function giveWay(): Promise<void> {
    const worked = performance.now() - resumedAt
    await nextTurn()
    await untilNoQuestions(questions, worked * waitPerWork)
    resumedAt = performance.now()
  }
  const inTurn =
    (call: (...given: unknown[]) => Promise<unknown>) =>
    async (...values: unknown[]) => {
      try {
        return await call(...values)
      } finally {
        await giveWay()
      }
    }
  const wrap = (part: object): object => {
    const members = Object.entries(part).map(([name, member]) => {
      if (typeof member === 'function') return [name, inTurn(member)]
      return [name, typeof member === 'object' ? wrap(member) : member]
    })
    return Object.fromEntries(members)
  }
  const { ofRecords, ...members } = store
  return { ...wrap(members), ...(ofRecords && { ofRecords: () => inTurns(ofRecords(), questions) }) } as Store
}
