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
