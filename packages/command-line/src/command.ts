import { InvalidArgumentError } from 'commander'
import { UsageError } from './errors.js'
import type { Io } from './process-io.js'

/** A flag of a command; `Value` is what it gives, as parsed. */
export interface Flag<Name extends string = string, Value = unknown> {
  /** The property of the parsed flags that holds its value. */
  readonly name: Name
  /** As in `--limit <number>` or `-n, --limit <number>`. */
  readonly syntax: string
  readonly help: string
  /** The heading under which help lists it, in the order of the flags; without one it is among the options. */
  readonly group?: string
  readonly choices?: readonly string[]
  /** Throws InvalidArgumentError for a text that is no value of the flag. */
  readonly parse?: (text: string) => Value
  readonly isRepeatable?: boolean
}

/** The values of flags, as parsed. */
export type FlagsOf<Each extends Flag> = {
  readonly [Name in Each['name']]?: Extract<Each, { readonly name: Name }> extends Flag<string, infer Value>
    ? Value
    : never
}

type NameIn<Spec extends string> = Spec extends `-${string} ${infer Rest}`
  ? NameIn<Rest>
  : Spec extends `${infer Name} <${string}>`
    ? Name
    : Spec

type ValueIn<Spec extends string, More> = More extends { readonly parse: (text: string) => infer Value }
  ? Value
  : More extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : Spec extends `${string}>`
      ? More extends { readonly isRepeatable: true }
        ? string[]
        : string
      : boolean

/**
 * A flag as a row of a table.
 * @param spec its name, behind its short name if it has one, and what its value is called: `-n limit <number>`
 */
export function flag<const Spec extends string, const More extends Omit<Flag, 'name' | 'syntax' | 'help'>>(
  spec: Spec,
  help: string,
  more?: More,
) {
  const [, short, name = '', value] = /^(?:(-\w) )?(\w+)(?: (<.*>))?$/u.exec(spec) ?? []
  const long = flagSyntax(name)
  const syntax = [short === undefined ? long : `${short}, ${long}`, value ?? []].flat().join(' ')
  return { name, syntax, help, ...more } as Flag<NameIn<Spec>, ValueIn<Spec, More>>
}

/** The same flags, which help lists under a heading. */
export function grouped<Each extends Flag>(group: string, flags: readonly Each[]): Each[] {
  return flags.map((each) => ({ ...each, group }))
}

/** A flag as it is typed: `--threshold`. */
export function flagSyntax(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
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
  readonly flags: readonly Flag<keyof Flags & string>[]
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
