import { basename, extname } from 'node:path'
import type { Answer, Run, RunEnvironment, RunQuery } from '../run/run.js'
import { SuiteError } from '../suite/errors.js'
import { idField, kindField, readJsonLines, textField } from '../suite/json-lines.js'
import type { Judgements } from '../suite/judgements.js'
import { readQrels, readTrecRun, type Rankings } from '../trec/trec-files.js'

type Texts = ReadonlyMap<string, Pick<RunQuery, 'text' | 'kind'>>

/** What other programs answered to the queries of one collection. */
export interface TrecResults {
  /** The name of the collection. */
  readonly suite: string
  readonly judgements: Judgements
  /** By query id; the kind may be empty. A query that is not among them has its id as text. */
  readonly texts: Texts
  /** By the name of the program, in the order of the tables. */
  readonly rankings: ReadonlyMap<string, Rankings>
}

const leastDepth = 10

/** Reads other programs' results, judgements and queries; throws a SuiteError. */
export function readTrecResults({
  runs,
  qrels,
  queries,
  suite,
}: {
  readonly runs: readonly string[]
  readonly qrels: string
  readonly queries?: string | undefined
  readonly suite?: string | undefined
}): TrecResults {
  const read = runs.map((file) => ({ file, ...readTrecRun(file) }))
  const names = strategyNames(read)
  const judgements = readQrels(qrels)
  if (judgements.size === 0) {
    const message = 'It judges nothing, so nothing could be measured. Name another.'
    throw new SuiteError('SUITE_EMPTY', message, { file: qrels })
  }
  return {
    suite: suite ?? basename(qrels, extname(qrels)),
    judgements,
    texts: queries === undefined ? new Map() : readQueryTexts(queries),
    rankings: new Map(read.map(({ rankings }, index) => [names[index] ?? '', rankings])),
  }
}

/**
 * Makes a run of other programs' results. Its figures are those of trec_eval: a judged query without an answer counts
 * 0. Leaves out blank queries and answers to queries without judgements.
 */
export function trecToRun(
  results: TrecResults,
  occasion: { readonly environment: RunEnvironment; readonly startedAt: string },
): Run {
  const { suite, judgements, texts, rankings } = results
  const queries = Array.from(judgements, ([id, grades]) => ({
    ...(texts.get(id) ?? { text: id, kind: '' }),
    id,
    grades: Object.fromEntries(grades),
    passages: [],
  }))
  const asking = queries.filter(({ text }) => text.trim() !== '')
  const answers = Array.from(rankings, ([strategy, byQuery]) =>
    asking.map(({ id }) => toAnswer(suite, strategy, [id, byQuery.get(id) ?? []])),
  ).flat()
  const blank = queries.length - asking.length
  return {
    settings: null,
    depth: answers.reduce((most, { documents }) => Math.max(most, documents.length), leastDepth),
    strategies: [...rankings.keys()],
    suites: [{ name: suite, description: '', queries: asking, blank, corpus: '' }],
    ...occasion,
    answers,
  }
}

/** The parts of the results that are not in the run, or that count 0 in it. */
export function trecNotes({ judgements, rankings }: TrecResults): string[] {
  return [...rankings].flatMap(([strategy, byQuery]) => {
    const unjudged = [...byQuery.keys()].filter((id) => !judgements.has(id)).length
    const unanswered = [...judgements.keys()].filter((id) => !byQuery.has(id)).length
    return [
      ...(unjudged > 0 ? [`${strategy}: queries without judgements, left out: ${unjudged}`] : []),
      ...(unanswered > 0
        ? [`${strategy}: judged queries without an answer, counted as 0: ${unanswered}`]
        : []),
    ]
  })
}

/** Names each run by its tag, else by its file's name, else by its path: the first of these that tells all apart. */
export function strategyNames(
  runs: readonly { readonly file: string; readonly tags: readonly string[] }[],
): readonly string[] {
  const tags = runs.flatMap(({ tags: own }) => (own.length === 1 ? own : []))
  const stems = runs.map(({ file }) => basename(file, extname(file)))
  const isDistinct = (names: readonly string[]) => new Set(names).size === runs.length
  return [tags, stems].find(isDistinct) ?? runs.map(({ file }) => file)
}

/** Queries by their ids, one JSON object on each line: {id or _id, text, kind? or category?}. */
function readQueryTexts(file: string): Texts {
  const taken = new Set<string>()
  return new Map(
    readJsonLines(file).map((item) => {
      const kind = kindField(item, 'kind', kindField(item, 'category', ''))
      return [idField(item, taken), { text: textField(item, 'text'), kind }]
    }),
  )
}

function toAnswer(suite: string, strategy: string, [query, documents]: [string, readonly string[]]): Answer {
  return { suite, strategy, query, documents, ranking: [], results: null, timings: null, degraded: [] }
}
