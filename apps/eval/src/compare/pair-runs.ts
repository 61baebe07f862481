import { UsageError } from '@recallite/command-line'
import { isAnswerable, relevantDocuments } from '../measures/answer-measures.js'
import { gradeOf, type RunHeader, type RunQuery, type RunSuite } from '../run/run.js'

type Strategies = Pick<RunHeader, 'strategies'>

/** The common queries of both runs, in the order of the first run, and the ids of all others. */
export function pairQueries(first: RunSuite, second: RunSuite) {
  const others = new Map(second.queries.map((query) => [query.id, query]))
  const firstIds = new Set(idsOf(first.queries))
  const groups = Map.groupBy(first.queries, (query) => groupOf(query, others.get(query.id)))
  return {
    shared: groups.get('shared') ?? [],
    apart: {
      onlyFirst: idsOf(groups.get('onlyFirst')),
      onlySecond: idsOf(second.queries.filter(({ id }) => !firstIds.has(id))),
      /** Queries with a different text or different grades. */
      changed: idsOf(groups.get('changed')),
      /** Queries without an answer, whose ranking cannot be measured. */
      unanswerable: idsOf(groups.get('unanswerable')),
    },
  }
}

/** The strategies to compare. `names`: one of both runs, or one of each; default: all that both runs have. */
export function pairStrategies(first: Strategies, second: Strategies, names?: readonly string[]) {
  const shared = first.strategies.filter((name) => second.strategies.includes(name))
  const wrong = names ? reasonAgainst(names, [first, second]) : 'The runs have no strategy in common'
  if (wrong === undefined && names) return [{ first: names[0] ?? '', second: names.at(-1) ?? '' }]
  if (!names && shared.length > 0) return shared.map((name) => ({ first: name, second: name }))
  const [ours, theirs] = [first.strategies.join(', '), second.strategies.join(', ')]
  throw new UsageError(
    `${wrong}. The first run has ${ours}; the second ${theirs}. Name one of each: --strategies a,b.`,
  )
}

function reasonAgainst(
  names: readonly string[],
  [first, second]: readonly [Strategies, Strategies],
): string | undefined {
  if (names.length < 1 || names.length > 2) return `--strategies takes one or two names, not ${names.length}`
  const [one = '', other = one] = names
  const haveRun = first.strategies.includes(one) && second.strategies.includes(other)
  return haveRun ? undefined : `--strategies ${one},${other}: they did not run`
}

/** The settings that differ between two runs. Null: not set. */
export function differingSettings(one: RunHeader, other: RunHeader) {
  const [ours, theirs] = [comparedSettings(one), comparedSettings(other)]
  return Array.from(ours, ([name, first]) => ({ name, first, second: theirs.get(name) ?? null })).filter(
    (setting) => setting.first !== setting.second,
  )
}

/** The settings that affect a run's answers, in output order. Null: not set. */
export function comparedSettings({ settings, environment, depth }: RunHeader) {
  const { model, chunking, candidates, threshold, reranker, store, search } = settings
  const values = {
    version: environment.version,
    model: model === null ? 'none, only keywords' : Object.values(model).join(', '),
    'chunk tokens': chunking.target,
    'chunk overlap': chunking.overlap,
    pieces: chunking.pieces ?? false,
    candidates,
    depth,
    threshold,
    reranker,
    store,
    settings: search,
  }
  return new Map(Object.entries(values).map(([name, value]) => [name, value?.toString() ?? null]))
}

const idsOf = (queries: readonly RunQuery[] = []): string[] => queries.map(({ id }) => id)

function groupOf(one: RunQuery, other: RunQuery | undefined) {
  if (!other) return 'onlyFirst'
  if (one.text !== other.text || !isJudgedAlike(one, other)) return 'changed'
  return isAnswerable(one) ? 'shared' : 'unanswerable'
}

/** Ignores grades of 0, as the measures do. */
function isJudgedAlike(one: RunQuery, other: RunQuery): boolean {
  const documents = relevantDocuments(one)
  return (
    documents.length === relevantDocuments(other).length &&
    documents.every((document) => gradeOf(one, document) === gradeOf(other, document))
  )
}
