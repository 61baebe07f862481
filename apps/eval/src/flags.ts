import { flag, InvalidArgumentError, numberIn } from '@recallite/command-line'
import { distinctDepths, findMeasure, greatestDepth, defaultDepths } from './measures/measure-table.js'
import type { Measure } from './measures/ranking-measures.js'
import { controls, ownStrategyName, usualStrategies } from './strategy/strategy-table.js'

/** The values of `--provider`. */
export const providers = ['auto', 'local', 'openai', 'gemini', 'ollama', 'onnx', 'none'] as const

/** Every flag's value, as parsed; which command takes which is in the command table. */
export interface Flags {
  readonly baseline?: string
  readonly candidates?: number
  readonly chunkOverlap?: number
  readonly chunkTokens?: number
  readonly expect?: readonly string[]
  readonly failUnder?: readonly string[]
  readonly folds?: number
  readonly json?: boolean
  readonly k?: readonly number[]
  readonly kind?: string
  readonly leaveOut?: readonly string[]
  readonly limit?: number
  readonly markdown?: boolean
  readonly measure?: string
  readonly measures?: readonly Measure[]
  readonly model?: string
  readonly note?: string
  readonly out?: string
  readonly perFile?: number
  readonly poolBy?: string
  readonly provider?: (typeof providers)[number]
  readonly qrels?: string
  readonly queries?: string
  readonly questions?: number
  readonly rerank?: boolean
  readonly strategies?: readonly string[]
  readonly suite?: string
  readonly tape?: string
  readonly threshold?: number
  readonly vary?: readonly string[]
  readonly wholeChunks?: boolean
  readonly work?: string
}

/** Reads a whole number of a range, as typed. */
export function wholeIn(least: number, most: number): (text: string) => number {
  return numberIn({ least, most, isWhole: true })
}

/** Names with commas between, as typed. */
function parseNames(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  return names.filter((name) => name !== '')
}

const parseDepth = wholeIn(1, greatestDepth)

/** Depths with commas between, as typed: each once, the smallest first. */
function parseDepths(text: string): number[] {
  const depths = parseNames(text).map(parseDepth)
  if (depths.length === 0) throw new InvalidArgumentError('Give whole numbers with commas between.')
  return distinctDepths(depths)
}

/** Measures with commas between, as typed. */
function parseMeasures(text: string): Measure[] {
  const names = parseNames(text)
  const found = names.flatMap((name) => findMeasure(name) ?? [])
  if (found.length > 0 && found.length === names.length) return found
  throw new InvalidArgumentError(
    `Give measures at depths up to ${greatestDepth}, such as hit@5, with commas between.`,
  )
}

/** A number from 0 to 1, as typed. */
export const parseShare = numberIn({ least: 0, most: 1 })

const strategyList = usualStrategies.map(({ name }) => name).join(', ')
const controlList = controls.map(({ name }) => name).join(', ')

/** Output for programs. */
export const json = flag('json', 'print JSON')
/** Which strategies are asked. */
export const strategies = flag(
  'strategies <names>',
  `names with commas between, or all (default): ${strategyList}; ${ownStrategyName}, a search with your settings (among all if they change one); any other of @recallite/fusion; and for control: ${controlList}`,
  { parse: parseNames },
)
/** How deep rankings are measured. */
export const k = flag(
  'k <depths>',
  `depths of the measures, with commas between, 1 to 100 (default: ${defaultDepths.join(',')})`,
  { parse: parseDepths },
)
/** Which measures tables have. */
export const measures = flag(
  'measures <names>',
  'columns of tables instead of those of --k, with commas between: hit, recall, precision, MRR, nDCG, nDCG-linear, MAP, each at a depth: hit@5,recall@10',
  { parse: parseMeasures },
)
/** Which queries are not in the figures. */
export const leaveOut = flag('leaveOut <kinds>', 'kinds of queries to leave out, with commas between', {
  parse: parseNames,
})
/** What the strategies are compared with. */
export const baseline = flag(
  'baseline <strategy>',
  'what the others are compared with (default: what you use: settings if your settings change a search, else recallite; the first where neither ran)',
)
/** Tables for documents. */
export const markdown = flag('markdown', 'print tables for Markdown')
/** Where a run works. */
export const work = flag('work <folder>', 'keeps indexes and runs (default: .recallite-eval)')

/** Where texts are embedded. */
export const models = [
  flag(
    'model <name>',
    "the provider's embedding model: a name in the models folder (see 'recallite models list'), the path of a GGUF file or an ONNX folder, or the name that a service has for it (default: as in recallite's settings)",
  ),
  flag(
    'provider <name>',
    'where texts are embedded, with addresses and keys as recallite reads them; none: keywords only; auto: the usual model on this machine, else a service whose key is set',
    { choices: providers },
  ),
  flag('tape <file>', 'a file of embeddings: read without a model, recorded with one'),
]

/** Where a command writes. */
export const out = (help: string) => flag('out <path>', help)
