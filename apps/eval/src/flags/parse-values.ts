import { InvalidArgumentError, parseNumber } from '@recallite/command-line'

const mostResults = 100

/** A number of results as typed. */
export function parseLimit(text: string): number {
  const value = parseNumber(text)
  if (Number.isInteger(value) && value >= 1 && value <= mostResults) return value
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${mostResults}.`)
}

/** Names with commas between, as typed. */
export function parseNames(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  return names.filter((name) => name !== '')
}
