import type { Command } from '@recallite/command-line'
import { databaseFlags, indexFlags, modelFlags, searchFlags } from './flags/flag-table.js'
import type { Flags } from './flags/flags.js'

/** Every command, in the order of the help. */
export const commands: readonly Command<Flags>[] = [
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
