import { didYouMean, UsageError } from '@recallite/command-line'
import type { Strategy } from './strategy.js'
import { controls, usualStrategies } from './strategy-table.js'

/** The word for all usual strategies. */
const everyStrategy = 'all'

function findStrategy(name: string): Strategy {
  const known = [...usualStrategies, ...controls]
  const strategy = known.find((each) => each.name === name)
  if (strategy) return strategy
  const names = known.map((each) => each.name)
  throw new UsageError(
    `No strategy is called "${name}".${didYouMean(name, names)} Known are: ${names.join(', ')}, or all.`,
  )
}

/**
 * The strategies of these names, each once, in their order; `all` stands for all usual ones.
 * @throws UsageError
 */
export function chooseStrategies(names: readonly string[] = [everyStrategy]): Strategy[] {
  const chosen = names.flatMap((name) => (name === everyStrategy ? usualStrategies : [findStrategy(name)]))
  if (chosen.length > 0) return [...new Set(chosen)]
  throw new UsageError('--strategies names none. Give names with commas between, or all.')
}
