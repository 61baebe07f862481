import { InvalidArgumentError, parseNumber } from '@recallite/command-line'

/** Reads a whole number from `least` to `most`, as typed. */
export function parseWhole(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = parseNumber(text)
    if (Number.isInteger(value) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
}

/** Names with commas between, as typed. */
export function parseNames(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  return names.filter((name) => name !== '')
}

const deepest = 100

/** Depths with commas between, as typed: each once, the smallest first. */
export function parseDepths(text: string): number[] {
  const depths = parseNames(text).map(parseWhole(1, deepest))
  if (depths.length === 0) throw new InvalidArgumentError('Give whole numbers with commas between.')
  return [...new Set(depths)].toSorted((a, b) => a - b)
}

/** A number from 0 to 1, as typed. */
export function parseShare(text: string): number {
  const value = parseNumber(text)
  if (value >= 0 && value <= 1) return value
  throw new InvalidArgumentError('It must be a number from 0 to 1.')
}
