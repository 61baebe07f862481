import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '@recallite/command-line'
import type { RunHeader } from '../run/run.js'

/**
 * The files that words name, each of which may be named once.
 * @throws UsageError where two of them are one file
 */
export function distinctFiles(words: readonly string[]): readonly string[] {
  const named = new Map<string, string>()
  for (const word of words) {
    const place = placeOf(word)
    const earlier = named.get(place)
    if (earlier === undefined) named.set(place, word)
    else throw new UsageError(`${earlier} and ${word} are one run. Name each run once.`)
  }
  return words
}

/**
 * Refuses measures that look deeper than a run ranks: their figures would be those of a smaller depth under a false name.
 * @param file the run's, for the message
 * @throws UsageError
 */
export function checkDepth(
  { depth, settings }: Pick<RunHeader, 'depth' | 'settings'>,
  depths: readonly number[],
  file = 'The run',
): void {
  const deepest = Math.max(...depths)
  if (deepest <= depth) return
  const deeper = settings ? `Make a deeper one: recallite-eval run … --k ${deepest}.` : `Import a deeper one.`
  throw new UsageError(`${file} ranks ${depth} documents for each query, not ${deepest}. ${deeper}`)
}

/** One name for a file, however it is reached; of one that cannot be reached the place where it was said to be. */
function placeOf(word: string): string {
  try {
    return realpathSync.native(word)
  } catch {
    return resolve(word)
  }
}
