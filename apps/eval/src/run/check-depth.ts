import { UsageError } from '@recallite/command-line'
import type { RunHeader } from './run.js'

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
