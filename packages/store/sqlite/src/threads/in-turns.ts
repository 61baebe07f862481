import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Store } from '@recallite/store'
import { untilNobodyAsks, type QuestionCount } from './questions.js'

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
