import { InvalidArgumentError, parseNumber } from '@recallite/command-line'
import { distinctDepths, greatestDepth } from './measures/measure-table.js'

/** The values of `--provider`. */
export const providers = ['auto', 'local', 'openai', 'gemini', 'ollama', 'onnx', 'none'] as const

/** Every flag's value, as parsed; which command takes which is in the command table. */
export interface Flags {
  readonly agent?: string
  readonly baseline?: string
  readonly candidates?: number
  readonly chunkOverlap?: number
  readonly chunkTokens?: number
  readonly corpus?: string
  readonly csv?: string
  readonly db?: string
  readonly expect?: readonly string[]
  readonly failUnder?: readonly string[]
  readonly folds?: number
  readonly fromLastSearch?: boolean
  readonly json?: boolean
  readonly k?: readonly number[]
  readonly kind?: string
  readonly limit?: number
  readonly markdown?: boolean
  readonly measure?: string
  readonly model?: string
  readonly note?: string
  readonly notForeign?: readonly string[]
  readonly out?: string
  readonly perFile?: number
  readonly provider?: (typeof providers)[number]
  readonly qrels?: string
  readonly queries?: string
  readonly questions?: number
  readonly rerank?: boolean
  readonly store?: string
  readonly strategies?: readonly string[]
  readonly suite?: string
  readonly tape?: string
  readonly threshold?: number
  readonly thresholds?: readonly number[]
  readonly vary?: readonly string[]
  readonly wholeChunks?: boolean
  readonly work?: string
}

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

/** Depths with commas between, as typed: each once, the smallest first. */
export function parseDepths(text: string): number[] {
  const depths = parseNames(text).map(parseWhole(1, greatestDepth))
  if (depths.length === 0) throw new InvalidArgumentError('Give whole numbers with commas between.')
  return distinctDepths(depths)
}

/** A number from 0 to 1, as typed. */
export function parseShare(text: string): number {
  const value = parseNumber(text)
  if (value >= 0 && value <= 1) return value
  throw new InvalidArgumentError('It must be a number from 0 to 1.')
}

/** Numbers from 0 to 1 with commas between, as typed: each once, the smallest first. */
export function parseShares(text: string): number[] {
  const shares = parseNames(text).map(parseShare)
  if (shares.length === 0) throw new InvalidArgumentError('Give numbers from 0 to 1 with commas between.')
  return [...new Set(shares)].toSorted((a, b) => a - b)
}
