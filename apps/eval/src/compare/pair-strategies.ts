import { UsageError } from '@recallite/command-line'
import type { Run } from '../run/run.js'

/** A strategy of each run. */
export interface StrategyPair {
  readonly first: string
  readonly second: string
}

type HasStrategies = Pick<Run, 'strategies'>

function assertRan({ strategies }: HasStrategies, name: string, which: string): void {
  if (strategies.includes(name)) return
  throw new UsageError(`The ${which} run has no strategy "${name}". It has: ${strategies.join(', ')}.`)
}

function namedPair(names: readonly string[]): StrategyPair {
  const [first, second = first] = names
  if (first !== undefined && second !== undefined && names.length <= 2) return { first, second }
  throw new UsageError(
    `--strategies names ${names.length}. Name one that both runs have, or two: one of the first run, one of the second.`,
  )
}

/**
 * The strategies to compare: one name means that of both runs, two mean that of the first and that of the second; without
 * names all that both have.
 * @throws UsageError
 */
export function pairStrategies(
  first: HasStrategies,
  second: HasStrategies,
  names?: readonly string[],
): StrategyPair[] {
  if (names) {
    const pair = namedPair(names)
    assertRan(first, pair.first, 'first')
    assertRan(second, pair.second, 'second')
    return [pair]
  }
  const shared = first.strategies.filter((name) => second.strategies.includes(name))
  if (shared.length > 0) return shared.map((name) => ({ first: name, second: name }))
  const [ours, theirs] = [first.strategies.join(', '), second.strategies.join(', ')]
  throw new UsageError(
    `The runs have no strategy in common: the first has ${ours}; the second ${theirs}. Name one of each: --strategies a,b.`,
  )
}
