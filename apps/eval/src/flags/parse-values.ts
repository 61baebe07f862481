import { InvalidArgumentError } from 'commander'

const mostResults = 100

/** A decimal number as typed. */
export function parseNumber(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.')
  return value
}

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
