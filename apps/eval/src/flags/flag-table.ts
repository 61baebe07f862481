import type { Flag } from '@recallite/command-line'
import { defaultChunking, mostCandidates, searchDefaults } from '@recallite/core'
import { defaultDepths, defaultMeasureName } from '../measures/measure-table.js'
import { controls, usualStrategies } from '../strategy/strategy-table.js'
import { type Flags, parseDepths, parseNames, parseShare, parseWhole } from './flags.js'

const strategyList = usualStrategies.map(({ name }) => name).join(', ')
const controlList = controls.map(({ name }) => name).join(', ')

const json: Flag<Flags> = { name: 'json', syntax: '--json', help: 'print JSON' }

const strategies: Flag<Flags> = {
  name: 'strategies',
  syntax: '--strategies <names>',
  help: `with commas between, or all (default): ${strategyList}; and ${controlList}, a control`,
  parse: parseNames,
}

const k: Flag<Flags> = {
  name: 'k',
  syntax: '--k <depths>',
  help: `depths of the measures, with commas between, 1 to 100 (default: ${defaultDepths.join(',')})`,
  parse: parseDepths,
}

const baseline: Flag<Flags> = {
  name: 'baseline',
  syntax: '--baseline <strategy>',
  help: 'what the others are compared with (default: the first)',
}

const markdown: Flag<Flags> = { name: 'markdown', syntax: '--markdown', help: 'print tables for Markdown' }

function out(what: string): Flag<Flags> {
  return { name: 'out', syntax: '--out <path>', help: what }
}

const models: readonly Flag<Flags>[] = [
  {
    name: 'model',
    syntax: '--model <file>',
    help: 'GGUF embedding model; without it (and without a tape) only words are searched',
  },
  {
    name: 'provider',
    syntax: '--provider <name>',
    help: 'where texts are embedded: local, none (words only), or auto (local if there is a model)',
    choices: ['local', 'none', 'auto'],
  },
  {
    name: 'tape',
    syntax: '--tape <file>',
    help: 'embeddings are read from there, and recorded there if there is a model; without one nothing else is needed',
  },
]

const searching: readonly Flag<Flags>[] = [
  {
    name: 'candidates',
    syntax: '--candidates <number>',
    help: `chunks each retriever brings in, 1 to ${mostCandidates} (default: ${searchDefaults.candidates}); replays keep their own`,
    parse: parseWhole(1, mostCandidates),
  },
  {
    name: 'chunkTokens',
    syntax: '--chunk-tokens <number>',
    help: `size that chunks are cut to (default: ${defaultChunking.target})`,
    parse: parseWhole(16, 8_000),
  },
  {
    name: 'chunkOverlap',
    syntax: '--chunk-overlap <number>',
    help: `tokens that neighbouring chunks share (default: ${defaultChunking.overlap})`,
    parse: parseWhole(0, 4_000),
  },
]

const work: Flag<Flags> = {
  name: 'work',
  syntax: '--work <folder>',
  help: 'keeps indexes and runs (default: .recallite-eval)',
}

/** For running suites. */
export const runFlags: readonly Flag<Flags>[] = [
  ...models,
  strategies,
  k,
  baseline,
  {
    name: 'minScore',
    syntax: '--min-score <number>',
    help: 'evidence below which rankings are cut (default: 0); what is shown has its own threshold, and replays too',
    parse: parseShare,
  },
  ...searching,
  {
    name: 'failUnder',
    syntax: '--fail-under <mean>',
    help: 'end with 3 where a mean is lower: hit@6=0.9, or convex:hit@6=0.9 for one strategy; may be repeated',
    isRepeatable: true,
  },
  json,
  markdown,
  out('file of the run (default: one in the work folder)'),
  work,
]

/** For showing runs that are kept. */
export const showFlags: readonly Flag<Flags>[] = [k, baseline, json, markdown]

/** For comparing runs. */
export const compareFlags: readonly Flag<Flags>[] = [
  {
    ...strategies,
    help: 'one strategy of both, or two, the first of the first run and the second of the second (default: all in both)',
  },
  {
    name: 'measure',
    syntax: '--measure <name>',
    help: `by which queries are compared (default: ${defaultMeasureName})`,
  },
  {
    name: 'limit',
    syntax: '--limit <number>',
    help: 'queries shown that got better, and that got worse (default: 10)',
    parse: parseWhole(0, 10_000),
  },
  json,
]

/** For asking whether two suites order strategies alike. */
export const agreeFlags: readonly Flag<Flags>[] = [
  {
    name: 'measure',
    syntax: '--measure <name>',
    help: `by which strategies are ordered (default: ${defaultMeasureName})`,
  },
  json,
  markdown,
]

/** For trying settings. */
export const sweepFlags: readonly Flag<Flags>[] = [
  ...models,
  {
    name: 'vary',
    syntax: '--vary <setting>',
    help: 'values to try: vectorWeight=0.5,0.7 or vectorWeight=0.5..0.9/0.1; may be repeated: all combinations are tried',
    isRepeatable: true,
  },
  {
    name: 'measure',
    syntax: '--measure <name>',
    help: `what is made as high as possible (default: ${defaultMeasureName}; decision where minScore varies)`,
  },
  {
    name: 'folds',
    syntax: '--folds <number>',
    help: 'parts of the queries, each held out once (default: 5)',
    parse: parseWhole(2, 50),
  },
  json,
  work,
]

/** For drawing a report. */
export const reportFlags: readonly Flag<Flags>[] = [
  k,
  baseline,
  out('file of the page (default: recallite-report.html)'),
]

/** For making a suite of one's own files. */
export const makeSuiteFlags: readonly Flag<Flags>[] = [
  out('folder of the suite'),
  {
    name: 'perFile',
    syntax: '--per-file <number>',
    help: 'questions about each file at most (default: 3)',
    parse: parseWhole(1, 20),
  },
  json,
]

/** For adding a query to a suite. */
export const addFlags: readonly Flag<Flags>[] = [
  {
    name: 'expect',
    syntax: '--expect <path>',
    help: 'file that answers, also PATH:12-15; none: nothing should be found; a place after --from-last-search; may be repeated',
    isRepeatable: true,
  },
  { name: 'kind', syntax: '--kind <name>', help: 'what sort of question it is (default: added)' },
  { name: 'note', syntax: '--note <text>', help: 'what people who read the suite should know' },
  {
    name: 'fromLastSearch',
    syntax: '--from-last-search',
    help: "take the query of the last 'recallite search', and its first result unless --expect says otherwise",
  },
  { name: 'agent', syntax: '--agent <id>', help: 'whose search (default: main)' },
  { name: 'db', syntax: '--db <file>', help: 'the database that was searched' },
  json,
]

/** For bringing in what others made. */
export const importFlags: readonly Flag<Flags>[] = [
  out('folder of the suite, or file of the run'),
  { name: 'corpus', syntax: '--corpus <folder>', help: 'the files that QMD fixtures are about' },
  { name: 'qrels', syntax: '--qrels <file>', help: 'judgements for TREC runs' },
  {
    name: 'queries',
    syntax: '--queries <file>',
    help: 'the text of queries for TREC runs: {id, text} on each line',
  },
  { name: 'suite', syntax: '--suite <name>', help: 'what the suite is called (default: after its file)' },
  json,
]

/** For giving runs to other programs. */
export const exportFlags: readonly Flag<Flags>[] = [out('folder of the files')]
