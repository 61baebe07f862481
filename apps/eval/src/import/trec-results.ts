import { basename, extname } from 'node:path'
import type { Answer, Run, RunEnvironment, RunQuery } from '../run/run.js'
import { SuiteError } from '../suite/errors.js'
import { idField, kindField, readJsonLines, textField } from '../suite/json-lines.js'
import type { Judgements } from '../suite/judgements.js'
import { type Rankings, readQrels, readTrecRun } from '../trec/trec-files.js'

/** Where other programs' results are. */
export interface TrecFiles {
  /** Each is named once. */
  readonly runs: readonly string[]
  readonly qrels: string
  readonly queries?: string | undefined
  /** What to call the collection; default the judgements' file name. */
  readonly suite?: string | undefined
}

/** What other programs answered to the queries of one collection. */
export interface TrecResults {
  /** What the collection is to be called. */
  readonly suite: string
  readonly judgements: Judgements
  /** By query id; a query that is not among them is called by its id. */
  readonly texts: ReadonlyMap<string, QueryText>
  /** By the name of the program, in the order of the tables. */
  readonly rankings: ReadonlyMap<string, Rankings>
}

/** When and on what the results become a run. */
export interface Occasion {
  readonly environment: RunEnvironment
  /** ISO 8601. */
  readonly startedAt: string
}

/** What a query asks. */
export interface QueryText {
  readonly text: string
  /** Empty where nobody says. */
  readonly kind: string
}

/** A run's file, and what its lines call the program that made it. */
export interface TaggedFile {
  readonly file: string
  readonly tags: readonly string[]
}

const leastDepth = 10

/**
 * Reads other programs' results, judgements and, if there are any, queries.
 * @throws SuiteError
 */
export function readTrecResults({ runs, qrels, queries, suite }: TrecFiles): TrecResults {
  const read = runs.map((file) => ({ file, ...readTrecRun(file) }))
  const names = strategyNames(read)
  return {
    suite: suite ?? basename(qrels, extname(qrels)),
    judgements: readJudgements(qrels),
    texts: queries === undefined ? new Map() : readQueryTexts(queries),
    rankings: new Map(read.map(({ rankings }, index) => [names[index] ?? '', rankings])),
  }
}

/**
 * Results of other programs as a run of ours, whose figures are those of trec_eval: every judged query counts, one that
 * is not answered with an empty answer. Queries that ask nothing are left out, and so are answers to queries that nobody
 * judged. How texts were cut and found is not known.
 */
export function trecToRun(results: TrecResults, { environment, startedAt }: Occasion): Run {
  const { suite, rankings } = results
  const queries = toQueries(results)
  const asking = queries.filter(({ text }) => text.trim() !== '')
  const depth = depthOf(results, asking)
  const answers = Array.from(rankings, ([strategy, byQuery]) =>
    asking.map(({ id }) => toAnswer(suite, strategy, [id, byQuery.get(id) ?? []])),
  )
  const blank = queries.length - asking.length
  return {
    settings: null,
    depth,
    strategies: [...rankings.keys()],
    suites: [{ name: suite, description: '', queries: asking, blank, corpus: '' }],
    environment,
    startedAt,
    answers: answers.flat(),
  }
}

/** What of the results is not in the run, or counts nothing in it. */
export function trecNotes({ judgements, rankings }: TrecResults): string[] {
  return Array.from(rankings, ([strategy, byQuery]) => {
    const strange = [...byQuery.keys()].filter((id) => !judgements.has(id)).length
    const unanswered = [...judgements.keys()].filter((id) => !byQuery.has(id)).length
    return [
      ...(strange > 0 ? [`${strategy}: queries that nobody judged, left out: ${strange}`] : []),
      ...(unanswered > 0
        ? [`${strategy}: judged queries without an answer, counted as 0: ${unanswered}`]
        : []),
    ]
  }).flat()
}

/**
 * A name for each run: their tags, where each has one and all are different, else their files' names without folder and
 * ending, else the files as they were named.
 * @param runs of which no file is named twice
 */
export function strategyNames(runs: readonly TaggedFile[]): readonly string[] {
  const tags = runs.map(({ tags: [tag, ...others] }) => (others.length === 0 ? tag : undefined))
  const stems = runs.map(({ file }) => basename(file, extname(file)))
  const files = runs.map(({ file }) => file)
  const choices: readonly (readonly (string | undefined)[])[] = [tags, stems]
  return choices.find(areDistinct) ?? files
}

function readJudgements(file: string): Judgements {
  const judgements = readQrels(file)
  if (judgements.size > 0) return judgements
  throw new SuiteError('SUITE_EMPTY', 'It judges nothing, so nothing could be measured. Name another.', {
    file,
  })
}

function toQueries({ judgements, texts }: TrecResults): RunQuery[] {
  return Array.from(judgements, ([id, grades]) => ({
    ...(texts.get(id) ?? { text: id, kind: '' }),
    id,
    grades: Object.fromEntries(grades),
    passages: [],
  }))
}

function depthOf({ rankings }: TrecResults, queries: readonly RunQuery[]): number {
  const lengths = [...rankings.values()].flatMap((byQuery) =>
    queries.map(({ id }) => byQuery.get(id)?.length ?? 0),
  )
  return lengths.reduce((most, length) => Math.max(most, length), leastDepth)
}

function toAnswer(suite: string, strategy: string, [query, documents]: [string, readonly string[]]): Answer {
  return { suite, strategy, query, documents, ranking: [], results: null, timings: null, degraded: [] }
}

/**
 * Reads queries by their ids, one JSON object on each line: {id or _id, text, kind? or category?}.
 * @throws SuiteError
 */
function readQueryTexts(file: string): Map<string, QueryText> {
  const taken = new Set<string>()
  return new Map(
    readJsonLines(file).map((item) => {
      const kind = kindField(item, 'kind', kindField(item, 'category', ''))
      return [idField(item, taken), { text: textField(item, 'text'), kind }]
    }),
  )
}

function areDistinct(names: readonly (string | undefined)[]): names is readonly string[] {
  return names.every((name) => name !== undefined) && new Set(names).size === names.length
}
