import { UsageError } from '@recallite/command-line'
import { isAnswerable, relevantDocuments } from '../measures/answer-measures.js'
import { gradeOf, type RunHeader, type RunQuery, type RunSettings, type RunSuite } from '../run/run.js'

type RunConditions = Pick<RunHeader, 'settings' | 'depth' | 'environment'>
type Ran = Pick<RunHeader, 'strategies'>

/** The settings of a run that are compared. */
export type SettingName = keyof ReturnType<typeof comparedSettings>

/** A setting in which two runs differ; null if it is not known, as for another program's run. */
export interface SettingDifference {
  readonly name: SettingName
  readonly first: string | null
  readonly second: string | null
}

/** The queries of a suite that both runs ask alike, in the order of the first run, and the ids of the others. */
export function pairQueries(first: RunSuite, second: RunSuite) {
  const others = new Map(second.queries.map((query) => [query.id, query]))
  const groups = Map.groupBy(first.queries, (query) => groupOf(query, others.get(query.id)))
  return {
    shared: groups.get('shared') ?? [],
    apart: {
      ...unpaired(idsOf(first.queries), idsOf(second.queries)),
      /** Their texts differ. */
      otherText: idsOf(groups.get('otherText')),
      /** Other documents are relevant, or they have other grades. */
      otherJudgements: idsOf(groups.get('otherJudgements')),
      /** No document answers them, so their ranking cannot be measured. */
      unanswerable: idsOf(groups.get('unanswerable')),
    },
  }
}

/** The strategies to compare: those that both runs have, or the named one of both runs, or one of each run. */
export function pairStrategies(first: Ran, second: Ran, names?: readonly string[]) {
  if (names) return [namedPair(first, second, names)]
  const shared = first.strategies.filter((name) => second.strategies.includes(name))
  if (shared.length > 0) return shared.map((name) => ({ first: name, second: name }))
  const [ours, theirs] = [first.strategies.join(', '), second.strategies.join(', ')]
  throw new UsageError(
    `The runs have no strategy in common: the first has ${ours}; the second ${theirs}. Name one of each: --strategies a,b.`,
  )
}

/** The settings in which two runs differ, or which are known of only one. */
export function differingSettings(first: RunConditions, second: RunConditions): SettingDifference[] {
  const [ours, theirs] = [comparedSettings(first), comparedSettings(second)]
  const names = Object.keys(ours) as SettingName[]
  return names
    .map((name) => ({
      name,
      first: ours[name]?.toString() ?? null,
      second: theirs[name]?.toString() ?? null,
    }))
    .filter((setting) => setting.first !== setting.second)
}

/** Each setting in the order of the output; undefined if it is not known. */
function comparedSettings({ settings, environment, depth }: RunConditions) {
  return {
    // The environment of another program's run is that of its import.
    version: settings ? environment.version : undefined,
    model: settings ? describeModel(settings) : undefined,
    'chunk tokens': settings?.chunking.target,
    'chunk overlap': settings?.chunking.overlap,
    // Runs of earlier versions had none.
    pieces: settings && (settings.chunking.pieces ?? false),
    candidates: settings?.candidates,
    depth,
    threshold: settings?.threshold,
    ...ownChoices(settings ?? {}),
  }
}

function ownChoices({ reranker, store, search }: Partial<RunSettings>) {
  return { reranker, store, settings: search }
}

/** The names that only one side has, in their order. */
export function unpaired(first: readonly string[], second: readonly string[]) {
  const [inFirst, inSecond] = [new Set(first), new Set(second)]
  return {
    onlyFirst: first.filter((name) => !inSecond.has(name)),
    onlySecond: second.filter((name) => !inFirst.has(name)),
  }
}

function idsOf(queries: readonly RunQuery[] = []): string[] {
  return queries.map(({ id }) => id)
}

function groupOf(one: RunQuery, other: RunQuery | undefined) {
  if (!other) return 'onlyFirst'
  if (one.text !== other.text) return 'otherText'
  if (!isJudgedAlike(one, other)) return 'otherJudgements'
  return isAnswerable(one) ? 'shared' : 'unanswerable'
}

/** Only grades above 0 count: for the measures a grade of 0 and no grade are the same. */
function isJudgedAlike(one: RunQuery, other: RunQuery): boolean {
  const documents = relevantDocuments(one)
  return (
    documents.length === relevantDocuments(other).length &&
    documents.every((document) => gradeOf(one, document) === gradeOf(other, document))
  )
}

function namedPair(one: Ran, other: Ran, names: readonly string[]) {
  const [first, second = first] = names
  if (first === undefined || second === undefined || names.length > 2) {
    throw new UsageError(
      `--strategies names ${names.length}. Name one that both runs have, or two: one of the first run, one of the second.`,
    )
  }
  for (const [{ strategies }, name, which] of [
    [one, first, 'first'],
    [other, second, 'second'],
  ] as const) {
    if (strategies.includes(name)) continue
    throw new UsageError(`The ${which} run has no strategy "${name}". It has: ${strategies.join(', ')}.`)
  }
  return { first, second }
}

function describeModel({ model }: RunSettings): string {
  if (!model) return 'none, keywords alone'
  return `${model.provider} ${model.model}, ${model.dimensions} dimensions, prompts ${model.promptStyle}`
}
