import { flag, InvalidArgumentError, numberIn, type Flag, type FlagsOf } from '@recallite/command-line'
import { defaultChunking, maxCandidates, searchDefaults } from '@recallite/core'
import { found } from './measures/answer-measures.js'
import {
  defaultDepths,
  defaultMeasureName,
  distinctDepths,
  findMeasure,
  greatestDepth,
} from './measures/measure-table.js'
import type { Measure } from './measures/ranking-measures.js'
import { controls, defaultStrategies, ownStrategyName } from './strategy/strategy-table.js'

/** Every flag's value, as parsed; which command takes which is in `flagTable`. */
export type Flags = FlagsOf<(typeof flagTable)[keyof typeof flagTable][number]>

const namesOf = (strategies: readonly { readonly name: string }[]) =>
  strategies.map(({ name }) => name).join(', ')

const wholeIn = (least: number, most: number) => numberIn({ least, most, isWhole: true })
const parseShare = numberIn({ least: 0, most: 1 })
const parseDepth = wholeIn(1, greatestDepth)

const json = flag('json', 'print JSON')
const markdown = flag('markdown', 'print tables for Markdown')
const out = (help: string) => flag('out <path>', help)
const work = flag('work <folder>', 'stores indexes and runs (default: .recallite-eval)')
const strategies = (help: string) => flag('strategies <names>', help, { parse: parseNames })
const measure = (help: string) => flag('measure <name>', help)

const models = [
  flag(
    'model <name>',
    "the provider's embedding model: a name in the models folder (see 'recallite models list'), the path of a GGUF file or an ONNX folder, or the name that a service has for it (default: as in recallite's settings)",
  ),
  flag(
    'provider <name>',
    'where texts are embedded, with addresses and keys as recallite reads them; none: keywords only; auto: the default model on this machine, else a service whose key is set',
    { choices: ['auto', 'local', 'openai', 'gemini', 'ollama', 'onnx', 'none'] },
  ),
  flag('tape <file>', 'a file of embeddings: read without a model, recorded with one'),
]

const k = flag(
  'k <depths>',
  `depths of the measures, comma-separated, 1 to ${greatestDepth} (default: ${defaultDepths.join(',')})`,
  { parse: parseDepths },
)
const measures = flag(
  'measures <names>',
  'first lines of tables instead of those of --k, comma-separated: hit, recall, precision, MRR, nDCG, nDCG-linear, MAP, each at a depth: hit@5,recall@10',
  { parse: parseMeasures },
)
const baseline = flag(
  'baseline <strategy>',
  'what the others are compared with (default: what you use: settings if your settings change a search, else recallite; the first where neither ran)',
)

/** The flags of each command, in the order of its help. */
export const flagTable = {
  run: [
    ...models,
    strategies(
      `comma-separated names, or all (default): ${namesOf(defaultStrategies)}; ${ownStrategyName}, a search with your settings (among all if they change one); any other of @recallite/fusion; and for control: ${namesOf(controls)}`,
    ),
    k,
    measures,
    baseline,
    flag(
      'foreign <number>',
      'also ask this many questions of each other suite, which nothing here answers: how many are abstained on, by which threshold, and how well confidence is calibrated',
      { parse: wholeIn(1, 10_000) },
    ),
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
      `chunks that each retriever finds, 1 to ${maxCandidates} (default: ${searchDefaults.candidates}); replays keep their own`,
      { parse: wholeIn(1, maxCandidates) },
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
  show: [
    k,
    measures,
    flag('leaveOut <kinds>', 'kinds of queries to leave out, comma-separated', { parse: parseNames }),
    baseline,
    json,
    markdown,
  ],
  compare: [
    strategies(
      'one strategy of both, or two, the first of the first run and the second of the second (default: all in both)',
    ),
    measure(`by which queries are compared, such as ${found.name} (default: ${defaultMeasureName})`),
    flag('limit <number>', 'queries shown that got better, and that got worse (default: 10)', {
      parse: wholeIn(0, 10_000),
    }),
    json,
  ],
  report: [k, baseline, out('file of the page (default: recallite-report.html)')],
  makeSuite: [
    out('folder of the suite'),
    flag('perFile <number>', 'the maximum of questions about each file (default: 3)', {
      parse: wholeIn(1, 20),
    }),
    json,
  ],
  add: [
    flag(
      'expect <path>',
      'file that answers, also PATH:12-15; none: nothing should be found; may be repeated',
      { isRepeatable: true },
    ),
    flag('kind <name>', 'what sort of query it is (default: added)'),
    flag('note <text>', 'a note for people who read the suite'),
    json,
  ],
  import: [
    out('folder of the suite'),
    flag('suite <name>', 'what the suite is called (default: after its folder)'),
    json,
  ],
} satisfies Readonly<Record<string, readonly Flag[]>>

function parseNames(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  return names.filter((name) => name !== '')
}

/** Each depth once, the smallest first. */
function parseDepths(text: string): number[] {
  const depths = parseNames(text).map(parseDepth)
  if (depths.length === 0) throw new InvalidArgumentError('Give comma-separated whole numbers.')
  return distinctDepths(depths)
}

function parseMeasures(text: string): Measure[] {
  const names = parseNames(text)
  const measured = names.flatMap((name) => findMeasure(name) ?? [])
  if (measured.length > 0 && measured.length === names.length) return measured
  throw new InvalidArgumentError(
    `Give comma-separated measures at depths up to ${greatestDepth}, such as hit@5.`,
  )
}
