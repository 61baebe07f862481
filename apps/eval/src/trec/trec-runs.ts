import { isAnswerable } from '../measures/answer-measures.js'
import { answersOf } from '../summary/score-answers.js'
import { distinctNames, safeName } from '../suite/lay-out-corpus.js'
import { basename, extname } from 'node:path'
import type { Flags } from '../flags.js'
import type { Run } from '../run/run.js'
import { EvaluationError } from '../errors.js'
import { readQueryText } from '../suite/beir-layout.js'
import { readId, readJsonLines } from '../suite/json-lines.js'
import { readQrels, readTrecRun } from './trec-files.js'

/** What other programs answered to the queries of one collection. */
export type TrecResults = ReturnType<typeof readTrecResults>

const leastDepth = 10

/** Reads other programs' results, judgements and queries; throws an EvaluationError. */
export function readTrecResults(
  runs: readonly string[],
  qrels: string,
  { queries, suite = basename(qrels, extname(qrels)) }: Pick<Flags, 'queries' | 'suite'> = {},
) {
  const read = runs.map((file) => ({ file, ...readTrecRun(file) }))
  const names = strategyNames(read)
  const judgements = readQrels(qrels)
  if (judgements.size === 0) {
    const message = 'It judges nothing, so nothing could be measured. Name another.'
    throw new EvaluationError('SUITE_EMPTY', message, { file: qrels })
  }
  return {
    suite,
    judgements,
    /** By query id; the kind may be empty. A query that is not among them has its id as text. */
    texts: readQueryTexts(queries),
    /** By the name of the program, in the order of the tables. */
    rankings: new Map(read.map(({ rankings }, index) => [names[index] ?? '', rankings])),
  }
}

/**
 * Makes a run of other programs' results. Its figures are those of trec_eval: a judged query without an answer counts
 * 0. Leaves out blank queries and answers to queries without judgements.
 */
export function trecToRun(results: TrecResults, occasion: Pick<Run, 'environment' | 'startedAt'>): Run {
  const { suite, judgements, texts, rankings } = results
  const queries = Array.from(judgements, ([id, grades]) => ({
    ...(texts.get(id) ?? { text: id, kind: '' }),
    id,
    grades: Object.fromEntries(grades),
    passages: [],
  }))
  const asking = queries.filter(({ text }) => text.trim() !== '')
  const answers = Array.from(rankings, ([strategy, byQuery]) =>
    asking.map(({ id }) => {
      const known = { suite, strategy, query: id, documents: byQuery.get(id) ?? [] }
      return { ...known, ranking: [], results: null, timings: null, degraded: [] }
    }),
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
      { count: unjudged, what: 'queries without judgements, left out' },
      { count: unanswered, what: 'judged queries without an answer, counted as 0' },
    ].flatMap(({ count, what }) => (count > 0 ? [`${strategy}: ${what}: ${count}`] : []))
  })
}

/**
 * A run as judgements, one file for each suite (`<suite>.qrels`), and rankings, one for each suite and strategy
 * (`<suite>.<strategy>.run`). Queries that no document answers are in no file, as trec_eval cannot leave them out of its means.
 * @throws EvaluationError `EVALUATION_RUN_INCOMPLETE`
 */
export function runToTrec(run: Run) {
  const findAnswers = answersOf(run)
  const judged = run.suites.map((suite) => {
    const answerable = suite.queries.filter(isAnswerable)
    const judgements = new Map(answerable.map(({ id, grades }) => [id, new Map(Object.entries(grades))]))
    return { suite, judgements }
  })
  const pairs = judged.flatMap((each) => run.strategies.map((strategy) => ({ ...each, strategy })))
  const qrelsNames = distinctNames(judged.map(({ suite }) => safeName(suite.name)))
  const runNames = distinctNames(pairs.map(({ suite, strategy }) => safeName(`${suite.name}.${strategy}`)))
  return {
    qrels: judged.map(({ judgements }, index) => ({ name: `${qrelsNames[index]}.qrels`, judgements })),
    runs: pairs.map(({ suite, strategy, judgements }, index) => {
      const answered = findAnswers(suite, strategy).filter(({ query }) => judgements.has(query.id))
      const rankings = new Map(answered.map(({ query, answer }) => [query.id, answer.documents]))
      return { name: `${runNames[index]}.run`, strategy, rankings }
    }),
    unanswerable: run.suites.flatMap(({ queries }) => queries.filter((query) => !isAnswerable(query))).length,
  }
}

/** Names each run by its tag, else by its file's name, else by its path: the first of these that tells all apart. */
export function strategyNames(runs: readonly { file: string; tags: readonly string[] }[]): string[] {
  const tags = runs.flatMap(({ tags: own }) => (own.length === 1 ? own : []))
  const stems = runs.map(({ file }) => basename(file, extname(file)))
  const isDistinct = (names: readonly string[]) => new Set(names).size === runs.length
  return [tags, stems].find(isDistinct) ?? runs.map(({ file }) => file)
}

/** Queries by their ids, one JSON object on each line: {id or _id, text, kind? or category?}. */
function readQueryTexts(file: string | undefined) {
  const taken = new Set<string>()
  const items = file === undefined ? [] : readJsonLines(file)
  return new Map(items.map((item) => [readId(item, taken), readQueryText(item)]))
}
