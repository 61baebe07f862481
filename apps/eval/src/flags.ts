import { flag, rare, InvalidArgumentError, numberIn, type Flag, type FlagsOf } from '@recallite/command-line'
import { defaultChunking, maxCandidates, searchDefaults } from '@recallite/core'
import { found } from './measures/answer-measures.js'
import { defaultDepths, defaultMeasureName, distinctDepths } from './measures/measure-table.js'
import { findMeasure, maxDepth } from './measures/measure-table.js'
import type { Measure } from './measures/ranking-measures.js'
import { controls, defaultStrategies, settingsStrategyName, singleFixes } from './strategy/strategy-table.js'

export type Flags = FlagsOf<(typeof flagTable)[keyof typeof flagTable][number]>

const namesOf = (strategies: readonly { readonly name: string }[]) =>
  strategies.map(({ name }) => name).join(', ')

const wholeIn = (min: number, max: number) => numberIn({ min, max, isWhole: true })
const parseShare = numberIn({ min: 0, max: 1 })
const parseDepth = wholeIn(1, maxDepth)

const json = flag('json', 'print JSON')
const markdown = flag('markdown', 'print tables for Markdown')
const out = (help: string) => flag('out <path>', help)
const work = flag('work <folder>', 'stores indexes and runs (default: .recallite-eval)')
const strategies = (help: string) => flag('strategies <names>', help, { parse: parseNames })
const measure = (help: string) => flag('measure <name>', help)

const models = [
  flag(
    'model <name>',
    "the provider's embedding model: a name in the models folder (see 'recallite models list'), the path of a GGUF file or ONNX folder, or a service's name for it (default: as in recallite's settings)",
  ),
  flag(
    'provider <name>',
    "the embedding provider, with recallite's addresses and keys; none: keywords only; auto: the local default model, else a service whose key is set",
    { choices: ['auto', 'local', 'openai', 'gemini', 'ollama', 'onnx', 'none'] },
  ),
]

const k = flag(
  'k <depths>',
  `depths of the measures, comma-separated, 1 to ${maxDepth} (default: ${defaultDepths.join(',')})`,
  { parse: parseDepths },
)
const measures = flag(
  'measures <names>',
  'comma-separated measures for the first rows of tables, instead of those of --k: hit, all, recall, precision, MRR, nDCG, nDCG-linear, MAP, each at a depth: hit@5,recall@10',
  { parse: parseMeasures },
)
const baseline = flag(
  'baseline <strategy>',
  'the strategy that the others are compared with (default: settings if your settings change a search, else recallite, else the first)',
)

/** The flags of each command, in the order of its help. */
export const flagTable = {
  run: [
    ...models,
    strategies(
      `comma-separated names, or all (default): ${namesOf(defaultStrategies)}; ${settingsStrategyName}, a search with your settings (part of all if they change a search); any other strategy of @recallite/fusion; OpenClaw 2026.2 with one of its three bugs fixed: ${namesOf(singleFixes)} (issue-16021 runs them by default); and controls: ${namesOf(controls)}`,
    ),
    k,
    measures,
    baseline,
    flag(
      'foreign <number>',
      'also ask this many questions of each other suite, which this suite cannot answer, to measure abstention by threshold and the calibration of confidence',
      { parse: wholeIn(1, 10_000) },
    ),
    ...rare([
      flag(
        'poolBy <field>',
        'a field of documents and queries in BEIR format, such as a conversation: each query searches only the documents with the same value',
      ),
      flag(
        'threshold <number>',
        'the minimum confidence of ranked results (default: 0); displayed results and replays keep their own threshold',
        { parse: parseShare },
      ),
      flag(
        'candidates <number>',
        `candidates of each retriever, 1 to ${maxCandidates} (default: ${searchDefaults.candidates}); replays keep their own number`,
        { parse: wholeIn(1, maxCandidates) },
      ),
      flag('chunkTokens <number>', `target size of chunks in tokens (default: ${defaultChunking.target})`, {
        parse: wholeIn(16, 8_000),
      }),
      flag(
        'chunkOverlap <number>',
        `tokens that neighbouring chunks share (default: a fifth of the size, ${defaultChunking.overlap} of ${defaultChunking.target})`,
        { parse: wholeIn(0, 4_000) },
      ),
      flag('wholeChunks', 'embed long chunks whole, not in pieces'),
    ]),
    flag(
      'failUnder <mean>',
      'exit with 3 if a mean is lower: hit@6=0.9, or recallite:hit@6=0.9 for one strategy; may be repeated',
      { isRepeatable: true },
    ),
    flag(
      'rerank',
      'run each strategy without and with the reranker of your settings (rerank.model, rerank.baseUrl)',
    ),
    json,
    markdown,
    out('file of the run (default: one in the work folder)'),
    work,
    ...rare([
      flag(
        'store <url>',
        'index the suites on this server, as with --store of recallite, instead of in the work folder; each has a schema or prefix that ends with its name',
      ),
    ]),
  ],
  show: [
    k,
    measures,
    flag('leaveOut <kinds>', 'kinds of queries to leave out, comma-separated', { parse: parseNames }),
    baseline,
    json,
    markdown,
  ],
  compare: [
    strategies('one strategy of both runs, or one of each run (default: all that both runs have)'),
    measure(`the measure to compare queries by, such as ${found.name} (default: ${defaultMeasureName})`),
    flag('limit <number>', 'maximum number of improved and of worse queries to show (default: 10)', {
      parse: wholeIn(0, 10_000),
    }),
    json,
  ],
  report: [k, baseline, out('file of the page (default: recallite-report.html)')],
  makeSuite: [
    out('folder of the suite'),
    flag('perFile <number>', 'maximum number of questions per file (default: 3)', {
      parse: wholeIn(1, 20),
    }),
    flag('links', 'make questions from headings and from sentences that link to a note, without the link'),
    json,
  ],
  add: [
    flag(
      'expect <path>',
      'a file that answers the query, or lines of it: PATH:12-15; none: no answer exists; may be repeated',
      { isRepeatable: true },
    ),
    flag('kind <name>', 'kind of the query (default: added)'),
    flag('note <text>', 'a note for readers of the suite'),
    json,
  ],
  import: [
    out('folder of the suite'),
    flag('suite <name>', 'name of the suite (default: that of its folder)'),
    json,
  ],
} satisfies Readonly<Record<string, readonly Flag[]>>

function parseNames(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  return names.filter((name) => name !== '')
}

function parseDepths(text: string): number[] {
  const depths = parseNames(text).map(parseDepth)
  if (depths.length === 0) throw new InvalidArgumentError('Give comma-separated whole numbers.')
  return distinctDepths(depths)
}

function parseMeasures(text: string): Measure[] {
  const names = parseNames(text)
  const measured = names.flatMap((name) => findMeasure(name) ?? [])
  if (measured.length > 0 && measured.length === names.length) return measured
  throw new InvalidArgumentError(`Give comma-separated measures at depths up to ${maxDepth}, such as hit@5.`)
}
