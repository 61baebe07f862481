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
    help: `run the queries of suites with every strategy and print how well each ranks; ${suiteNames}`,
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
    help: 'show which queries improved or got worse between two runs, with their ranks and scores',
    example: 'recallite-eval compare before.jsonl after.jsonl --strategies recallite',
    flags: flagTable.compare,
    load: async () => (await import('./commands/compare.js')).runCompare,
  },
  {
    name: 'report',
    words: '<run...>',
    help: 'write runs as one self-contained page: verdicts, tables, changes between two runs, every query with its first results',
    example: 'recallite-eval report before.jsonl after.jsonl --out report.html',
    flags: flagTable.report,
    load: async () => (await import('./commands/show.js')).runReport,
  },
  {
    name: 'make-suite',
    words: '<folder>',
    help: 'make a suite from your own files: headings and sentences become questions, and are cut out of the files',
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
    help: 'make a suite from a folder in the format of BEIR: import beir FOLDER; or from a JSON file of LongMemEval of up to 500 MB, to be run with --pool-by group: import longmemeval FILE',
    example: 'recallite-eval import beir scifact --out suites/scifact',
    flags: flagTable.import,
    load: async () => (await import('./commands/import.js')).runImport,
  },
]
