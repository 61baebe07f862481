import type { Io } from '@recallite/command-line'
import { count } from './count.js'

/** What a budget left of the results. */
export interface Omission {
  readonly found: number
  readonly omitted: number
  readonly maxTokens: number | undefined
}

/** Says how many results there was no room for; nothing where all are printed. */
export function tellOmitted({ found, omitted, maxTokens }: Omission, io: Io): void {
  if (omitted === 0 || maxTokens === undefined) return
  const budget = count(maxTokens, 'token')
  io.talk(
    omitted === found
      ? `Nothing printed: not even the first of ${count(found, 'result')} fits into ${budget}. Give --max-tokens more.\n`
      : `${count(omitted, 'result')} left out to stay within ${budget}; a larger --max-tokens shows more.\n`,
  )
}
