import type { Command } from '@recallite/command-line'
import { runFlags } from './flags/flag-table.js'
import type { Flags } from './flags/flags.js'

/** Every command, in the order of the help. */
export const commands: readonly Command<Flags>[] = [
  {
    name: 'run',
    words: '<suite...>',
    help: "replay suites' queries with every strategy and print how well each ranks",
    example: 'recallite-eval run my-suite --model all-MiniLM-L6-v2.q8_0.gguf --work .eval',
    flags: runFlags,
    load: async () => (await import('./commands/run.js')).runSuites,
  },
]
