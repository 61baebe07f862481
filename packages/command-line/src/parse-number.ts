import { InvalidArgumentError } from 'commander'

export { InvalidArgumentError }

/**
 * A decimal number as typed.
 * @throws InvalidArgumentError
 */
export function parseNumber(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.')
  return value
}

/**
 * How many, as typed: a whole number from 1 on.
 * @throws InvalidArgumentError
 */
export function parseCount(text: string): number {
  const value = parseNumber(text)
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new InvalidArgumentError('It must be a whole number, 1 or more.')
  }
  return value
}
