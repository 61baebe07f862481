import { flag, type Command } from '@recallite/command-line'
import { defaultChunking, mostCandidates, searchDefaults } from '@recallite/core'
import { includedSuites } from './suite/read-suite.js'
import {
  baseline,
  json,
  k,
  leaveOut,
  markdown,
  measures,
  models,
  out,
  strategies,
  work,
  parseShare,
  wholeIn,
  type Flags,
} from './flags.js'
import { found } from './measures/answer-measures.js'
import { defaultMeasureName } from './measures/measure-table.js'
import { settingTable } from './sweep/parse-grid.js'

const varied = Object.keys(settingTable).join(', ')
const foundName = found.name
const comparedMeasure = `(default: ${defaultMeasureName})`
const { everywhere, inClone } = includedSuites
const suiteNames = `included suites: ${everywhere.join(', ')}; in a clone of the repository also ${inClone.join(', ')}`

/** Every command, in the order of the help. */
export const commands: readonly Command<Flags>[] = [
  {
    name: 'run',
    words: '<suite...>',
    help: `put suites' queries to every strategy and print how well each ranks; ${suiteNames}`,
    example: 'recallite-eval run memory --model all-MiniLM-L6-v2.q8_0',
    flags: [
      ...models,
      strategies,
      k,
      measures,
      baseline,
      flag(
        'poolBy <field>',
        "a field of the documents and queries of a folder like BEIR's, such as a conversation: a query is put to an index of only those documents that have the same text there",
      ),
      flag(
        'threshold <number>',
        'confidence below which a query has no ranking (default: 0); what is shown, and replays, keep their own threshold',
        { parse: parseShare },
      ),
      flag(
        'candidates <number>',
        `chunks that each retriever finds, 1 to ${mostCandidates} (default: ${searchDefaults.candidates}); replays keep their own`,
        { parse: wholeIn(1, mostCandidates) },
      ),
      flag('chunkTokens <number>', `size that chunks are cut to (default: ${defaultChunking.target})`, {
        parse: wholeIn(16, 8_000),
      }),
      flag(
        'chunkOverlap <number>',
        `tokens that neighbouring chunks share (default: a fifth of the size, ${defaultChunking.overlap} of ${defaultChunking.target})`,
        { parse: wholeIn(0, 4_000) },
      ),
      flag('wholeChunks', 'embed long chunks as a whole, not in pieces'),
      flag(
        'failUnder <mean>',
        'end with 3 if a mean is lower: hit@6=0.9, or recallite:hit@6=0.9 for one strategy; may be repeated',
        { isRepeatable: true },
      ),
      flag(
        'rerank',
        'ask each strategy without and with the reranker of your settings (rerank.model, rerank.baseUrl)',
      ),
      json,
      markdown,
      out('file of the run (default: one in the work folder)'),
      work,
    ],
    load: async () => (await import('./commands/run.js')).runSuites,
  },
  {
    name: 'cross',
    words: '<suite...>',
    help: 'put questions of other suites to every collection: what is abstained on, by which threshold, and how well confidence is calibrated',
    example: 'recallite-eval cross memory issue-16021 --model all-MiniLM-L6-v2.q8_0',
    flags: [
      ...models,
      { ...strategies, help: 'names with commas between, as for run (default: recallite)' },
      flag(
        'questions <number>',
        'questions of each suite that are put to the other collections (default: 50)',
        {
          parse: wholeIn(1, 10_000),
        },
      ),
      json,
      markdown,
      out('file of the run (default: one in the work folder)'),
      work,
    ],
    load: async () => (await import('./commands/cross.js')).runCross,
  },
  {
    name: 'show',
    words: '<run...>',
    help: 'print the tables of runs that are kept',
    example: 'recallite-eval show before.jsonl --k 5',
    flags: [k, measures, leaveOut, baseline, json, markdown],
    load: async () => (await import('./commands/show.js')).runShow,
  },
  {
    name: 'compare',
    words: '<run> <run>',
    help: 'show which queries got better and worse from one run to another, with their ranks and how both runs scored them',
    example: 'recallite-eval compare before.jsonl after.jsonl --strategies recallite',
    flags: [
      {
        ...strategies,
        help: 'one strategy of both, or two, the first of the first run and the second of the second (default: all in both)',
      },
      flag('measure <name>', `by which queries are compared, such as ${foundName} ${comparedMeasure}`),
      flag('limit <number>', 'queries shown that got better, and that got worse (default: 10)', {
        parse: wholeIn(0, 10_000),
      }),
      json,
    ],
    load: async () => (await import('./commands/compare.js')).runCompare,
  },
  {
    name: 'sweep',
    words: '<suite...>',
    help: 'try settings, cross-validated, and print the configuration to use',
    example: 'recallite-eval sweep memory --tape minilm.tape --vary weight=0.5..0.9/0.1',
    flags: [
      ...models,
      flag(
        'vary <setting>',
        `values to try: weight=0.5,0.7 or weight=0.5..0.9/0.1; may be repeated: all combinations are tried; there are ${varied}`,
        { isRepeatable: true },
      ),
      flag(
        'measure <name>',
        `what is maximised: a measure of rankings, decision, or one of what is shown, such as ${foundName} (default: ${defaultMeasureName}; decision if threshold varies, ${foundName} if limit does)`,
      ),
      flag('folds <number>', 'parts of the queries, each held out once (default: 5)', {
        parse: wholeIn(2, 50),
      }),
      json,
      work,
    ],
    load: async () => (await import('./commands/sweep.js')).runSweep,
  },
  {
    name: 'report',
    words: '<run...>',
    help: 'write runs as one page that needs nothing else: what they say, their tables, what changed between two, every query with its first results',
    example: 'recallite-eval report before.jsonl after.jsonl --out report.html',
    flags: [k, baseline, out('file of the page (default: recallite-report.html)')],
    load: async () => (await import('./commands/show.js')).runReport,
  },
  {
    name: 'make-suite',
    words: '<folder>',
    help: 'make a suite of your own files: questions whose answers are known, held out of the text they must find',
    example: 'recallite-eval make-suite ~/notes --out my-suite',
    flags: [
      out('folder of the suite'),
      flag('perFile <number>', 'the most questions about each file (default: 3)', {
        parse: wholeIn(1, 20),
      }),
      json,
    ],
    load: async () => (await import('./commands/make-suite.js')).runMakeSuite,
  },
  {
    name: 'add',
    words: '<suite> <query...>',
    help: 'add a query to a suite',
    example: 'recallite-eval add my-suite "when do sessions end" --expect auth.md',
    flags: [
      flag(
        'expect <path>',
        'file that answers, also PATH:12-15; none: nothing should be found; may be repeated',
        { isRepeatable: true },
      ),
      flag('kind <name>', 'what sort of query it is (default: added)'),
      flag('note <text>', 'a note for people who read the suite'),
      json,
    ],
    load: async () => (await import('./commands/add.js')).runAdd,
  },
  {
    name: 'import',
    words: '<format> <source...>',
    help: 'bring in a suite (beir FOLDER) or a run (trec RUN…)',
    example: 'recallite-eval import beir scifact --out suites/scifact',
    flags: [
      out('folder of the suite, or file of the run'),
      flag('qrels <file>', 'judgements for TREC runs'),
      flag('queries <file>', 'the text of queries for TREC runs: {id, text} on each line'),
      flag('suite <name>', 'what the suite is called (default: after its file)'),
      json,
    ],
    load: async () => (await import('./commands/import.js')).runImport,
  },
  {
    name: 'export',
    words: '<run>',
    help: 'write a run and its judgements as TREC files, for trec_eval or ranx',
    example: 'recallite-eval export before.jsonl --out trec',
    flags: [out('folder of the files')],
    load: async () => (await import('./commands/export.js')).runExport,
  },
]
