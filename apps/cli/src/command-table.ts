import { databaseFlags, indexFlags, modelFlags, searchFlags, type Flag } from './flags/flag-table.js'
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
  /** Positional words, as in `<query...>`. */
  readonly words: string
  readonly help: string
  readonly example: string
  readonly flags: readonly Flag[]
  readonly load: () => Promise<Run>
}

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  {
    name: 'index',
    words: '[folder...]',
    help: 'bring folders of notes into the index; without a folder, bring all of it up to date',
    example: 'recallite index ~/notes --model all-MiniLM-L6-v2.q8_0.gguf',
    flags: [...databaseFlags, ...modelFlags, ...indexFlags],
    load: async () => (await import('./commands/index-folders.js')).runIndex,
  },
  {
    name: 'search',
    words: '<query...>',
    help: 'find notes by meaning and by words',
    example: 'recallite search what did we decide about auth',
    flags: [...databaseFlags, ...modelFlags, ...searchFlags],
    load: async () => (await import('./commands/search.js')).runSearch,
  },
  {
    name: 'get',
    words: '<place>',
    help: 'print a note or a part of it: [root:]path[:from[-to]], lines or line:column, both ends included',
    example: 'recallite get notes:decisions/auth.md:12-34',
    flags: databaseFlags,
    load: async () => (await import('./commands/get.js')).runGet,
  },
  {
    name: 'status',
    words: '',
    help: 'show what is indexed and what of it works',
    example: 'recallite status --json',
    flags: databaseFlags,
    load: async () => (await import('./commands/status.js')).runStatus,
  },
  {
    name: 'roots',
    words: '[action] [name]',
    help: "list the indexed folders; 'roots remove NAME' forgets one (its files stay)",
    example: 'recallite roots remove notes',
    flags: databaseFlags,
    load: async () => (await import('./commands/roots.js')).runRoots,
  },
]
