import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises'
import type { Store } from '@recallite/store'

/** The number of running questions, in memory shared by all threads. */
export type QuestionCount = SharedArrayBuffer

/** The index of the number of running questions. */
const running = 0
/** The index of the time at which the last one ended: milliseconds, truncated to 32 bits. */
const endedAt = 1

/** The time between two questions of one search, in milliseconds. */
const thinkingTime = 4
const pause = 1

/** Creates a count of zero. */
export const countQuestions = (): QuestionCount => new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)

/** Asks a question, and counts it until it is answered. */
export async function asQuestion<Answer>(count: QuestionCount, ask: () => Promise<Answer>): Promise<Answer> {
  const numbers = new Int32Array(count)
  Atomics.add(numbers, running, 1)
  try {
    return await ask()
  } finally {
    Atomics.store(numbers, endedAt, clock())
    Atomics.sub(numbers, running, 1)
  }
}

/** Waits until no question is running, up to `maxWait` milliseconds. */
export async function untilNoQuestions(count: QuestionCount, maxWait: number): Promise<void> {
  const numbers = new Int32Array(count)
  const end = performance.now() + maxWait
  while (isAsking(numbers) && performance.now() < end) await setTimeout(pause)
}

function isAsking(numbers: Int32Array): boolean {
  const sinceLast = (clock() - Atomics.load(numbers, endedAt)) | 0
  return Atomics.load(numbers, running) > 0 || (sinceLast >= 0 && sinceLast <= thinkingTime)
}

const clock = (): number => Math.trunc(performance.timeOrigin + performance.now()) | 0

/** The maximum wait per millisecond of a task's own work, so that a task gets at least a fifth of the time. */
const waitPerWork = 4

/**
 * A store that lets questions and messages run after each call. The driver's calls are synchronous, so a task that writes many
 * documents would otherwise delay aborts and other requests until its end, and on machines with few processors searches too.
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
