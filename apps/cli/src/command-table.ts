import type { Command } from '@recallite/command-line'
import { databaseFlags, indexFlags, modelFlags, searchFlags, settingsFlags } from './flags/flag-table.js'
import type { Flags } from './flags/flags.js'
import { modelsFlags } from './models/models-flags.js'

/** Every command, in the order of the help. */
export const commands: readonly Command<Flags>[] = [
  {
    name: 'index',
    words: '[folder...]',
    help: 'bring folders of notes into the index; without a folder, bring all of it up to date',
    example: 'recallite index ~/notes --model all-MiniLM-L6-v2.q8_0.gguf',
    flags: [...databaseFlags, ...settingsFlags, ...modelFlags, ...indexFlags],
    load: async () => (await import('./commands/index-folders.js')).runIndex,
  },
  {
    name: 'search',
    words: '<query...>',
    help: 'find notes by meaning and by words',
    example: 'recallite search what did we decide about auth',
    flags: [...databaseFlags, ...settingsFlags, ...modelFlags, ...searchFlags],
    load: async () => (await import('./commands/search.js')).runSearch,
  },
  {
    name: 'get',
    words: '<place>',
    help: 'print a note or a part of it: [root:]path[:from[-to]], lines or line:column, both ends included',
    example: 'recallite get notes:decisions/auth.md:12-34',
    flags: [...databaseFlags, ...settingsFlags],
    load: async () => (await import('./commands/get.js')).runGet,
  },
  {
    name: 'status',
    words: '',
    help: 'show what is indexed and what of it works',
    example: 'recallite status --json',
    flags: [...databaseFlags, ...settingsFlags],
    load: async () => (await import('./commands/status.js')).runStatus,
  },
  {
    name: 'roots',
    words: '[action] [name]',
    help: "list the indexed folders; 'roots remove NAME' forgets one (its files stay)",
    example: 'recallite roots remove notes',
    flags: [...databaseFlags, ...settingsFlags],
    load: async () => (await import('./commands/roots.js')).runRoots,
  },
  {
    name: 'spaces',
    words: '[action] [name]',
    help: "list the embedding models that have vectors here; 'spaces drop NAME' deletes those of one and gives the room back",
    example: 'recallite spaces drop openai/text-embedding-3-small',
    flags: [...databaseFlags, ...settingsFlags],
    load: async () => (await import('./commands/spaces.js')).runSpaces,
  },
  {
    name: 'models',
    words: '[action] [name]',
    help: "list the models kept here; 'models pull NAME' downloads one (or hf:owner/repository/file.gguf, or https://…/file.gguf; without a name the default), 'models remove NAME' deletes one",
    example: 'recallite models pull embeddinggemma-300M-Q8_0',
    flags: modelsFlags,
    load: async () => (await import('./commands/models.js')).runModels,
  },
  {
    name: 'config',
    words: '[key]',
    help: 'show each setting and where its value comes from: a file and line, a variable, a flag, or built in',
    example: 'recallite config query',
    flags: [...databaseFlags, ...settingsFlags, ...modelFlags],
    load: async () => (await import('./commands/config.js')).runConfig,
  },
]
