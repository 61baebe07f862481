import type { Command } from '@recallite/command-line'
import { flagTable, type Flags } from './flags.js'
import { includedSuites } from './suite/read-suite.js'

const { everywhere, inClone } = includedSuites
const suiteNames = `included suites: ${everywhere.join(', ')}; in a clone of the repository also ${inClone.join(', ')}`

/** Every command, in the order of the help. */
export const commands: readonly Command<Flags>[] = [
  {
    name: 'run',
    words: '<suite...>',
    help: `put suites' queries to every strategy and print how well each ranks; ${suiteNames}`,
    example: 'recallite-eval run memory --model all-MiniLM-L6-v2.q8_0',
    flags: flagTable.run,
    load: async () => (await import('./commands/run.js')).runSuites,
  },
  {
    name: 'show',
    words: '<run...>',
    help: 'print the tables of stored runs',
    example: 'recallite-eval show before.jsonl --k 5',
    flags: flagTable.show,
    load: async () => (await import('./commands/show.js')).runShow,
  },
  {
    name: 'compare',
    words: '<run> <run>',
    help: 'show which queries got better and worse from one run to another, with their ranks and how both runs scored them',
    example: 'recallite-eval compare before.jsonl after.jsonl --strategies recallite',
    flags: flagTable.compare,
    load: async () => (await import('./commands/compare.js')).runCompare,
  },
  {
    name: 'report',
    words: '<run...>',
    help: 'write runs as one page that needs nothing else: what they say, their tables, what changed between two, every query with its first results',
    example: 'recallite-eval report before.jsonl after.jsonl --out report.html',
    flags: flagTable.report,
    load: async () => (await import('./commands/show.js')).runReport,
  },
  {
    name: 'make-suite',
    words: '<folder>',
    help: 'make a suite of your own files: questions whose answers are known, held out of the text they must find',
    example: 'recallite-eval make-suite ~/notes --out my-suite',
    flags: flagTable.makeSuite,
    load: async () => (await import('./commands/make-suite.js')).runMakeSuite,
  },
  {
    name: 'add',
    words: '<suite> <query...>',
    help: 'add a query to a suite',
    example: 'recallite-eval add my-suite "when do sessions end" --expect auth.md',
    flags: flagTable.add,
    load: async () => (await import('./commands/add.js')).runAdd,
  },
  {
    name: 'import',
    words: '<format> <source>',
    help: 'make a suite of a folder laid out like the data of BEIR: import beir FOLDER',
    example: 'recallite-eval import beir scifact --out suites/scifact',
    flags: flagTable.import,
    load: async () => (await import('./commands/import.js')).runImport,
  },
]
