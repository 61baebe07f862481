import type { Io } from './io.js'

/** A flag as people meet it; its name is where its value is found among the program's flags. */
export interface Flag<Flags> {
  readonly name: keyof Flags
  /** As in `--limit <number>`. */
  readonly syntax: string
  readonly help: string
  readonly choices?: readonly string[]
  /** Throws InvalidArgumentError where the text cannot be meant. */
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

/** Runs a request and returns the exit status. */
export type Run<Flags> = (request: Request<Flags>) => Promise<number>

/** A command as people meet it; its code is loaded when it is run. */
export interface Command<Flags> {
  readonly name: string
  /** Positional words, as in `<query...>`. */
  readonly words: string
  readonly help: string
  readonly example: string
  readonly flags: readonly Flag<Flags>[]
  readonly load: () => Promise<Run<Flags>>
}
