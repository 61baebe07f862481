import { performance } from 'node:perf_hooks'
import type { Hit } from '@recallite/store'
import { reasonOf } from '../reason-of.js'
import type { RetrieverState } from './answer.js'

/** What one retriever brought. */
export interface Retrieval {
  readonly state: RetrieverState
  readonly hits: readonly Hit[]
  /** What is not as it should be, whatever the state. */
  readonly reasons: readonly string[]
  /** In milliseconds. */
  readonly time: number
}

/** A retriever that is not asked, with the reason unless that was the caller's wish. */
export function notAsked(reason?: string): Retrieval {
  return { state: 'off', hits: [], reasons: reason === undefined ? [] : [reason], time: 0 }
}

/** What asking a retriever brings. */
interface Finding {
  readonly hits: readonly Hit[]
  readonly reasons?: readonly string[]
  /** Where it turned out that it cannot be asked. */
  readonly isOff?: boolean
  /** Where it was asked and could not answer. */
  readonly isFailed?: boolean
}

function stateOf({ hits, isOff = false, isFailed = false }: Finding): RetrieverState {
  if (isFailed) return 'failed'
  if (isOff) return 'off'
  return hits.length > 0 ? 'ok' : 'empty'
}

/** Asks a retriever, and makes a state and a reason of whatever goes wrong with it. */
export async function retrieve(ask: () => Promise<Finding>): Promise<Retrieval> {
  const start = performance.now()
  try {
    const finding = await ask()
    const { hits, reasons = [] } = finding
    return { state: stateOf(finding), hits, reasons, time: performance.now() - start }
  } catch (error) {
    return { state: 'failed', hits: [], reasons: [reasonOf(error)], time: performance.now() - start }
  }
}
