import { InvalidArgumentError } from 'commander'
import { UsageError } from './errors.js'
import type { Io } from './process-io.js'

/** A flag of a command; `Value` is the type of its parsed value. */
export interface Flag<Name extends string = string, Value = unknown> {
  /** The property of the parsed flags that holds its value. */
  readonly name: Name
  /** Such as `--limit <number>` or `-n, --limit <number>`. */
  readonly syntax: string
  readonly help: string
  /** The heading under which help lists it; default: the options. */
  readonly group?: string
  readonly choices?: readonly string[]
  /** Throws InvalidArgumentError for an invalid value. */
  readonly parse?: (text: string) => Value
  readonly isRepeatable?: boolean
  /** Whether only `--help all` lists it. */
  readonly isRare?: boolean
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

type ValueIn<Spec extends string, More> = More extends { readonly isRepeatable: true }
  ? SingleValueIn<Spec, More>[]
  : SingleValueIn<Spec, More>

type SingleValueIn<Spec extends string, More> = More extends {
  readonly parse: (text: string) => infer Value
}
  ? Value
  : More extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : Spec extends `${string}>`
      ? string
      : boolean

/**
 * A flag as a row of a table.
 * @param spec an optional short name, the name, and the name of the value if it has one: `-n limit <number>`
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

/** The same flags or commands, listed under a heading by help. */
export function grouped<Each extends object>(group: string, rows: readonly Each[]): Each[] {
  return rows.map((each) => ({ ...each, group }))
}

/** The same flags, listed only by `--help all`. */
export function rare<Each extends Flag>(flags: readonly Each[]): Each[] {
  return flags.map((each) => ({ ...each, isRare: true }))
}

/** The flag of a property on the command line, such as `--threshold`. */
export function flagSyntax(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** The arguments of a command. */
export interface Request<Flags> {
  readonly words: readonly string[]
  readonly flags: Flags
  readonly io: Io
}

/** Runs a request and returns the exit status; default 0. */
export type Run<Flags> = (request: Request<Flags>) => Promise<number | void>

/** A command of a program; its code is loaded when it is run. */
export interface Command<Flags> {
  readonly name: string
  /** Positional words, such as `<query...>`; default: none. */
  readonly words?: string
  readonly help: string
  /** Its heading in the list of commands. */
  readonly group?: string
  /** One line of the list of commands; default: `help`. */
  readonly summary?: string
  /** Whether its words are free text, which may begin with a dash. */
  readonly hasFreeText?: boolean
  readonly example: string
  /** Lines that help prints after the flags. */
  readonly notes?: string
  /** Lines that only `--help all` prints, after the notes. */
  readonly details?: string
  readonly flags: readonly Flag<keyof Flags & string>[]
  /** Completions of its first word. */
  readonly completes?: readonly string[]
  readonly load: () => Promise<Run<Flags>>
}

/**
 * Runs the action that the first word names (default `list`) with the second word (default empty).
 * @param actions by their usage: `list`, `start [ID]`, `remove NAME`
 * @throws UsageError for an unknown action, or a missing word
 */
export function actionsRun<Flags>(
  command: string,
  actions: Readonly<Record<string, (request: Request<Flags>, word: string) => Promise<number | void> | void>>,
): Run<Flags> {
  return async (request) => {
    const [action = 'list', word = ''] = request.words
    const entry = Object.entries(actions).find(([usage]) => usage.split(' ', 1)[0] === action)
    if (!entry) {
      const usages = Object.keys(actions).map((usage) => `'${command} ${usage}'`)
      throw new UsageError(`'${command} ${action}' is unknown. Use ${usages.join(', ')}.`)
    }
    const [usage, run] = entry
    if (word === '' && /[A-Z]$/u.test(usage)) throw new UsageError(`Missing argument: '${command} ${usage}'.`)
    return run(request, word)
  }
}

export { InvalidArgumentError }

/** The numbers that a flag accepts: from `min` (exclusive with `isAbove`) to `max`, if there is one. */
export interface NumberRange {
  readonly min: number
  readonly isAbove?: boolean | undefined
  readonly max?: number | undefined
  readonly isWhole?: boolean | undefined
}

/** Describes a range, such as `a whole number from 1 to 100`. */
export function describeRange({ min, isAbove = false, max, isWhole = false }: NumberRange): string {
  const noun = isWhole ? 'a whole number' : 'a number'
  if (isAbove) return `${noun} above ${min}${max === undefined ? '' : `, up to ${max}`}`
  return max === undefined ? `${noun}, ${min} or more` : `${noun} from ${min} to ${max}`
}

/** Returns a function that parses a number of a range, or throws an InvalidArgumentError. */
export function numberIn(range: NumberRange): (text: string) => number {
  const { min, isAbove = false, max = Infinity, isWhole = false } = range
  return (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    const isInside = (isAbove ? value > min : value >= min) && value <= max && value !== Infinity
    if (isInside && (!isWhole || Number.isSafeInteger(value))) return value
    throw new InvalidArgumentError(`Give ${describeRange(range)}.`)
  }
}

/** Parses a whole number, 1 or more, or throws an InvalidArgumentError. */
export const parseCount = numberIn({ min: 1, isWhole: true })
