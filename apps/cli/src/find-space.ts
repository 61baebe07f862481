import { UsageError } from '@recallite/command-line'
import type { Space } from '@recallite/store'

/** What a space can be called, the shortest name last. */
function namesOf({ provider, model, dimensions, promptStyle }: Space): string[] {
  const whole = `${provider}/${model}`
  return [`${whole}/${dimensions}/${promptStyle}`, `${whole}/${dimensions}`, whole, model]
}

/**
 * The one space of a name: its model, with its provider, dimensions and prompt style where that is not enough.
 * @throws UsageError where there is none, or more than one
 */
export function findSpace<Found extends Space>(name: string, spaces: readonly Found[]): Found {
  const found = spaces.filter((space) => namesOf(space).includes(name))
  const [first] = found
  if (first && found.length === 1) return first
  const choice = (first ? found : spaces).map((space) => (first ? namesOf(space)[0] : namesOf(space)[2]))
  const there = choice.length > 0 ? `There are: ${choice.join(', ')}.` : 'Nothing is embedded yet.'
  throw new UsageError(
    first
      ? `Several spaces are called ${name}. Say which: ${choice.join(', ')}.`
      : `There is no space ${name}. ${there}`,
  )
}
