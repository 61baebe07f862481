import { InvalidArgumentError } from 'commander'
import type { Io } from './process-io.js'

/** What shells complete: paths of files, paths of folders, or one of these words. */
export type Completes = 'files' | 'folders' | readonly string[]

/** A flag of a command; `name` is the property of the parsed flags that holds its value. */
export interface Flag<Flags> {
  readonly name: keyof Flags
  /** As in `--limit <number>`. */
  readonly syntax: string
  readonly help: string
  readonly choices?: readonly string[]
  /** What shells complete as its value, besides `choices`; a value `<file>` or `<folder>` needs no entry. */
  readonly completes?: Completes
  /** Throws InvalidArgumentError for a text that is no value of the flag. */
  readonly parse?: (text: string) => unknown
  /** Whether it may be given several times. */
  readonly isRepeatable?: boolean
}

/** What a command is asked to do. */
export interface Request<Flags> {
  readonly words: readonly string[]
  readonly flags: Flags
  readonly io: Io
}

/** Runs a request and returns the exit status; without one it is 0. */
export type Run<Flags> = (request: Request<Flags>) => Promise<number | void>

/** A command of a program; its code is loaded when it is run. */
export interface Command<Flags> {
  readonly name: string
  /** Positional words, as in `<query...>`. */
  readonly words: string
  readonly help: string
  readonly example: string
  readonly flags: readonly Flag<Flags>[]
  /** What shells complete as its words, from a list the first word only; `<file>` and `<folder>` need no entry. */
  readonly completes?: Completes
  readonly load: () => Promise<Run<Flags>>
}

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
