import { InvalidArgumentError } from 'commander'
import { UsageError } from './errors.js'
import type { Io } from './process-io.js'

/** A flag of a command; `name` is the property of the parsed flags that holds its value. */
export interface Flag<Flags> {
  readonly name: keyof Flags
  /** As in `--limit <number>` or `-n, --limit <number>`. */
  readonly syntax: string
  readonly help: string
  /** The heading under which help lists it, in the order of the flags; without one it is among the options. */
  readonly group?: string
  readonly choices?: readonly string[]
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
  /** The heading under which the list of commands has it. */
  readonly group?: string
  /** One line of the list of commands; default: `help`. */
  readonly summary?: string
  /** Whether its words are any text, which may begin with a dash. */
  readonly hasFreeText?: boolean
  readonly example: string
  /** What help says behind the flags: paragraphs, each of its own lines. */
  readonly notes?: string
  readonly flags: readonly Flag<Flags>[]
  /** What its first word may be, for shells to complete. */
  readonly completes?: readonly string[]
  readonly load: () => Promise<Run<Flags>>
}

/**
 * Runs the action that the first word names, `list` without one, with the second word; empty if there is none.
 * @param actions by their usage: `list`, `start [ID]`, `remove NAME`
 * @throws UsageError for an action that is not known, or that lacks its word
 */
export function actionsRun<Flags>(
  command: string,
  actions: Readonly<Record<string, (request: Request<Flags>, word: string) => Promise<void> | void>>,
): Run<Flags> {
  return async (request) => {
    const [action = 'list', word = ''] = request.words
    const known = Object.entries(actions).find(([usage]) => usage.split(' ', 1)[0] === action)
    if (!known) {
      const usages = Object.keys(actions).map((usage) => `'${command} ${usage}'`)
      throw new UsageError(`'${command} ${action}' is not known. There are ${usages.join(', ')}.`)
    }
    const [usage, run] = known
    if (word === '' && /[A-Z]$/u.test(usage)) throw new UsageError(`Say which: '${command} ${usage}'.`)
    await run(request, word)
  }
}

export { InvalidArgumentError }

/** The numbers that a flag takes. */
export interface NumberRange {
  /** The least of them; with `isAbove` the number that they must exceed. */
  readonly least: number
  readonly isAbove?: boolean | undefined
  /** Without it there is no end. */
  readonly most?: number | undefined
  readonly isWhole?: boolean | undefined
}

/** Says which numbers are in a range, as in `a whole number from 1 to 100`. */
export function describeRange({ least, isAbove = false, most, isWhole = false }: NumberRange): string {
  const noun = isWhole ? 'a whole number' : 'a number'
  if (isAbove) return `${noun} above ${least}${most === undefined ? '' : `, ${most} at most`}`
  return most === undefined ? `${noun}, ${least} or more` : `${noun} from ${least} to ${most}`
}

/**
 * Makes a function that reads a number of a range, as typed.
 * @throws InvalidArgumentError
 */
export function numberIn(range: NumberRange): (text: string) => number {
  const { least, isAbove = false, most = Infinity, isWhole = false } = range
  return (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    const isInside = (isAbove ? value > least : value >= least) && value <= most && value !== Infinity
    if (isInside && (!isWhole || Number.isSafeInteger(value))) return value
    throw new InvalidArgumentError(`Give ${describeRange(range)}.`)
  }
}

/**
 * How many, as typed: a whole number from 1 on.
 * @throws InvalidArgumentError
 */
export const parseCount = numberIn({ least: 1, isWhole: true })
