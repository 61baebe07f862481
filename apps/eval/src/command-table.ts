import type { Command } from '@recallite/command-line'
import { builtInSuites } from './built-in-suites.js'
import {
  addFlags,
  agreeFlags,
  compareFlags,
  exportFlags,
  importFlags,
  makeSuiteFlags,
  reportFlags,
  runFlags,
  showFlags,
  sweepFlags,
} from './flags/flag-table.js'
import type { Flags } from './flags/flags.js'

/** Every command, in the order of the help. */
export const commands: readonly Command<Flags>[] = [
  {
    name: 'run',
    words: '<suite...>',
    help: `put suites' queries to every strategy and print how well each ranks; included suites: ${builtInSuites.join(', ')}`,
    example: 'recallite-eval run memory --model all-MiniLM-L6-v2.q8_0.gguf',
    flags: runFlags,
    load: async () => (await import('./commands/run.js')).runSuites,
  },
  {
    name: 'show',
    words: '<run...>',
    help: 'print the tables of runs that are kept',
    example: 'recallite-eval show before.jsonl --k 5',
    flags: showFlags,
    load: async () => (await import('./commands/show.js')).runShow,
  },
  {
    name: 'compare',
    words: '<run> <run>',
    help: 'say which queries got better and worse from one run to another, and why',
    example: 'recallite-eval compare before.jsonl after.jsonl --strategies convex',
    flags: compareFlags,
    load: async () => (await import('./commands/compare.js')).runCompare,
  },
  {
    name: 'agree',
    words: '<run> <run>',
    help: 'say how similarly two suites order strategies, such as made and labelled questions',
    example: 'recallite-eval agree labelled.jsonl made.jsonl',
    flags: agreeFlags,
    load: async () => (await import('./commands/agree.js')).runAgree,
  },
  {
    name: 'sweep',
    words: '<suite...>',
    help: 'try settings, cross-validated, and print the configuration to use',
    example: 'recallite-eval sweep memory --tape minilm.tape --vary vectorWeight=0.5..0.9/0.1',
    flags: sweepFlags,
    load: async () => (await import('./commands/sweep.js')).runSweep,
  },
  {
    name: 'report',
    words: '<run...>',
    help: 'draw runs as one page that needs nothing else',
    example: 'recallite-eval report before.jsonl after.jsonl --out report.html',
    flags: reportFlags,
    load: async () => (await import('./commands/report.js')).runReport,
  },
  {
    name: 'make-suite',
    words: '<folder>',
    help: 'make a suite of your own files: questions whose answers are known, held out of the text they must find',
    example: 'recallite-eval make-suite ~/notes --out my-suite',
    flags: makeSuiteFlags,
    load: async () => (await import('./commands/make-suite.js')).runMakeSuite,
  },
  {
    name: 'add',
    words: '<suite> [query...]',
    help: 'add a query to a suite',
    example: 'recallite-eval add my-suite "when do sessions end" --expect auth.md',
    flags: addFlags,
    load: async () => (await import('./commands/add.js')).runAdd,
  },
  {
    name: 'import',
    words: '<format> <source...>',
    help: 'bring in a suite (beir FOLDER, qmd FIXTURE.json) or a run (trec RUN…)',
    example: 'recallite-eval import beir scifact --out suites/scifact',
    flags: importFlags,
    load: async () => (await import('./commands/import.js')).runImport,
  },
  {
    name: 'export',
    words: '<run>',
    help: 'write a run and its judgements as TREC files, for trec_eval or ranx',
    example: 'recallite-eval export before.jsonl --out trec',
    flags: exportFlags,
    load: async () => (await import('./commands/export.js')).runExport,
  },
]
