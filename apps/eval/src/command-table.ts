import { runFlags, type Flag } from './flags/flag-table.js'
import type { Flags } from './flags/flags.js'
import type { Io } from './io.js'

/** What a command is asked to do. */
export interface Request {
  readonly words: readonly string[]
  readonly flags: Flags
  readonly io: Io
}

/** Runs a request and returns the exit status. */
export type Run = (request: Request) => Promise<number>

/** A command as people meet it; its code is loaded when it is run. */
export interface Command {
  readonly name: string
  /** Positional words, as in `<suite...>`. */
  readonly words: string
  readonly help: string
  readonly example: string
  readonly flags: readonly Flag[]
  readonly load: () => Promise<Run>
}

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  {
    name: 'run',
    words: '<suite...>',
    help: "replay suites' queries with every strategy and print how well each ranks",
    example: 'recallite-eval run my-suite --model all-MiniLM-L6-v2.q8_0.gguf --work .eval',
    flags: runFlags,
    load: async () => (await import('./commands/run.js')).runSuites,
  },
]
