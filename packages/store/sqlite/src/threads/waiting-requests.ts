import { restoreError } from './carried-error.js'
import type { ThreadAnswer } from './protocol.js'

/** A request under way. */
export interface Asked {
  /** Names it among those of its thread, from 0. */
  readonly number: number
  readonly answer: Promise<unknown>
}

/** Hears what a request tells before its answer. */
export type NewsListener = (news: unknown) => void

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  readonly onNews: NewsListener | undefined
}

/** The requests of one thread that wait for their answers. */
export interface WaitingRequests {
  add(onNews?: NewsListener): Asked
  /** Gives an answer, or news, to the request it is for. */
  hear(answer: ThreadAnswer): void
  /** For a request that did not get away. */
  reject(number: number, error: unknown): void
  rejectAll(error: unknown): void
  /** Resolves when none is left. */
  settled(): Promise<void>
}

/** Begins with none; `onChange` hears whether there is any, when that changes. */
export function createWaitingRequests(onChange: (isBusy: boolean) => void): WaitingRequests {
  const waiting = new Map<number, Waiting>()
  const idleListeners: (() => void)[] = []
  let next = 0

  const take = (number: number): Waiting | undefined => {
    const taken = waiting.get(number)
    if (!waiting.delete(number) || waiting.size > 0) return taken
    onChange(false)
    for (const tell of idleListeners.splice(0)) tell()
    return taken
  }
  return {
    add(onNews) {
      const number = next++
      const answer = new Promise((resolve, reject) => waiting.set(number, { resolve, reject, onNews }))
      if (waiting.size === 1) onChange(true)
      return { number, answer }
    },
    hear(message) {
      if (message.type === 'news') waiting.get(message.number)?.onNews?.(message.news)
      else if (message.type === 'result') take(message.number)?.resolve(message.value)
      else take(message.number)?.reject(restoreError(message.error))
    },
    reject: (number, error) => take(number)?.reject(error),
    rejectAll(error) {
      for (const number of waiting.keys()) take(number)?.reject(error)
    },
    settled: () =>
      new Promise((resolve) => void (waiting.size === 0 ? resolve() : idleListeners.push(resolve))),
  }
}
