import type { Flag } from '@recallite/command-line'
import { defaultChunking, mostCandidates, searchDefaults } from '@recallite/core'
import { defaultDepths, defaultMeasureName } from '../measures/measure-table.js'
import { controls, usualStrategies } from '../strategy/strategy-table.js'
import { parseDepths, parseNames, parseShare, parseWhole, type Flags } from './flags.js'

const strategyList = usualStrategies.map(({ name }) => name).join(', ')
const controlList = controls.map(({ name }) => name).join(', ')

const json = flag('json', '', 'print JSON')
const strategies = {
  ...flag(
    'strategies',
    '<names>',
    `names with commas between, or all (default): ${strategyList}; and for control: ${controlList}`,
  ),
  parse: parseNames,
}
const k = {
  ...flag(
    'k',
    '<depths>',
    `depths of the measures, with commas between, 1 to 100 (default: ${defaultDepths.join(',')})`,
  ),
  parse: parseDepths,
}
const baseline = flag('baseline', '<strategy>', 'what the others are compared with (default: the first)')
const markdown = flag('markdown', '', 'print tables for Markdown')
const work = flag('work', '<folder>', 'keeps indexes and runs (default: .recallite-eval)')

const models: readonly Flag<Flags>[] = [
  flag('model', '<file>', 'GGUF embedding model; without it (and without a tape) only keywords are searched'),
  {
    ...flag(
      'provider',
      '<name>',
      'where texts are embedded: local, none (keywords only), or auto (local if there is a model)',
    ),
    choices: ['local', 'none', 'auto'],
  },
  flag('tape', '<file>', 'a file of embeddings: read without a model, recorded with one'),
]

const searching: readonly Flag<Flags>[] = [
  {
    ...flag(
      'candidates',
      '<number>',
      `chunks that each retriever finds, 1 to ${mostCandidates} (default: ${searchDefaults.candidates}); replays keep their own`,
    ),
    parse: parseWhole(1, mostCandidates),
  },
  {
    ...flag('chunkTokens', '<number>', `size that chunks are cut to (default: ${defaultChunking.target})`),
    parse: parseWhole(16, 8_000),
  },
  {
    ...flag(
      'chunkOverlap',
      '<number>',
      `tokens that neighbouring chunks share (default: ${defaultChunking.overlap})`,
    ),
    parse: parseWhole(0, 4_000),
  },
]

/** For `run`. */
export const runFlags: readonly Flag<Flags>[] = [
  ...models,
  strategies,
  k,
  baseline,
  {
    ...flag(
      'minScore',
      '<number>',
      'evidence below which rankings are cut (default: 0); what is shown, and replays, keep their own threshold',
    ),
    parse: parseShare,
  },
  ...searching,
  {
    ...flag(
      'failUnder',
      '<mean>',
      'end with 3 if a mean is lower: hit@6=0.9, or convex:hit@6=0.9 for one strategy; may be repeated',
    ),
    isRepeatable: true,
  },
  json,
  markdown,
  out('file of the run (default: one in the work folder)'),
  work,
]

/** For `show`. */
export const showFlags: readonly Flag<Flags>[] = [k, baseline, json, markdown]

/** For `compare`. */
export const compareFlags: readonly Flag<Flags>[] = [
  {
    ...strategies,
    help: 'one strategy of both, or two, the first of the first run and the second of the second (default: all in both)',
  },
  flag('measure', '<name>', `by which queries are compared (default: ${defaultMeasureName})`),
  {
    ...flag('limit', '<number>', 'queries shown that got better, and that got worse (default: 10)'),
    parse: parseWhole(0, 10_000),
  },
  json,
]

/** For `agree`. */
export const agreeFlags: readonly Flag<Flags>[] = [
  flag('measure', '<name>', `by which strategies are ordered (default: ${defaultMeasureName})`),
  json,
  markdown,
]

/** For `sweep`. */
export const sweepFlags: readonly Flag<Flags>[] = [
  ...models,
  {
    ...flag(
      'vary',
      '<setting>',
      'values to try: vectorWeight=0.5,0.7 or vectorWeight=0.5..0.9/0.1; may be repeated: all combinations are tried',
    ),
    isRepeatable: true,
  },
  flag(
    'measure',
    '<name>',
    `what is maximised (default: ${defaultMeasureName}; decision if minScore varies)`,
  ),
  {
    ...flag('folds', '<number>', 'parts of the queries, each held out once (default: 5)'),
    parse: parseWhole(2, 50),
  },
  json,
  work,
]

/** For `report`. */
export const reportFlags: readonly Flag<Flags>[] = [
  k,
  baseline,
  out('file of the page (default: recallite-report.html)'),
]

/** For `make-suite`. */
export const makeSuiteFlags: readonly Flag<Flags>[] = [
  out('folder of the suite'),
  {
    ...flag('perFile', '<number>', 'the most questions about each file (default: 3)'),
    parse: parseWhole(1, 20),
  },
  json,
]

/** For `add`. */
export const addFlags: readonly Flag<Flags>[] = [
  {
    ...flag(
      'expect',
      '<path>',
      'file that answers, also PATH:12-15; none: nothing should be found; with --from-last-search also the rank of a result; may be repeated',
    ),
    isRepeatable: true,
  },
  flag('kind', '<name>', 'what sort of question it is (default: added)'),
  flag('note', '<text>', 'a note for people who read the suite'),
  flag(
    'fromLastSearch',
    '',
    "take the query of the last 'recallite search', and its first result unless --expect says otherwise",
  ),
  flag('agent', '<id>', 'whose search (default: main)'),
  flag('db', '<file>', 'the database that was searched'),
  json,
]

/** For `import`. */
export const importFlags: readonly Flag<Flags>[] = [
  out('folder of the suite, or file of the run'),
  flag('corpus', '<folder>', 'the files that QMD fixtures are about'),
  flag('qrels', '<file>', 'judgements for TREC runs'),
  flag('queries', '<file>', 'the text of queries for TREC runs: {id, text} on each line'),
  flag('suite', '<name>', 'what the suite is called (default: after its file)'),
  json,
]

/** For `export`. */
export const exportFlags: readonly Flag<Flags>[] = [out('folder of the files')]

/** @param argument as in the help; empty for a switch */
function flag(name: keyof Flags, argument: string, help: string): Flag<Flags> {
  const word = name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)
  return { name, syntax: `--${word} ${argument}`.trim(), help }
}

function out(help: string): Flag<Flags> {
  return flag('out', '<path>', help)
}
