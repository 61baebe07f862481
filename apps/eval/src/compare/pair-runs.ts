import { UsageError } from '@recallite/command-line'
import { isAnswerable, relevantDocuments } from '../measures/answer-measures.js'
import { gradeOf, type RunHeader, type RunQuery, type RunSettings, type RunSuite } from '../run/run.js'
import type { ApartQueries, Unpaired } from './comparison.js'

/** A query that both runs ask alike, and its positions among each suite's queries. */
export interface QueryPair {
  readonly query: RunQuery
  readonly first: number
  readonly second: number
}

/** A strategy of each run. */
export interface StrategyPair {
  readonly first: string
  readonly second: string
}

type RunConditions = Pick<RunHeader, 'settings' | 'depth' | 'environment'>
type Ran = Pick<RunHeader, 'strategies'>
type Group = 'otherText' | 'otherJudgements' | 'unanswerable' | 'pairs'

const settingReaders = {
  // The environment of another program's run is that of its import.
  version: ({ settings, environment }: RunConditions) => (settings ? environment.version : undefined),
  model: ({ settings }: RunConditions) => (settings ? describeModel(settings) : undefined),
  'chunk tokens': ({ settings }: RunConditions) => settings?.chunking.target,
  'chunk overlap': ({ settings }: RunConditions) => settings?.chunking.overlap,
  candidates: ({ settings }: RunConditions) => settings?.candidates,
  depth: ({ depth }: RunConditions) => depth,
  'min score': ({ settings }: RunConditions) => settings?.minScore,
}

/** The settings of a run that are compared. */
export type SettingName = keyof typeof settingReaders

/** A setting in which two runs differ; null if it is not known, as for another program's run. */
export interface SettingDifference {
  readonly name: SettingName
  readonly first: string | null
  readonly second: string | null
}

/** Pairs the queries of a suite in two runs by their ids, in the order of the first run. */
export function pairQueries(
  first: RunSuite,
  second: RunSuite,
): { pairs: readonly QueryPair[]; apart: ApartQueries } {
  const positions = new Map(second.queries.map(({ id }, position) => [id, position]))
  const grouped = first.queries.flatMap((query, position) => {
    const match = positions.get(query.id)
    const other = match === undefined ? undefined : second.queries[match]
    if (match === undefined || !other) return []
    return [{ pair: { query, first: position, second: match }, group: groupOf(query, other) }]
  })
  const pairsOf = (wanted: Group) => grouped.filter(({ group }) => group === wanted).map(({ pair }) => pair)
  const idsOf = (wanted: Group) => pairsOf(wanted).map(({ query }) => query.id)
  const [ids, otherIds] = [first, second].map(({ queries }) => queries.map(({ id }) => id))
  return {
    pairs: pairsOf('pairs'),
    apart: {
      ...unpaired(ids ?? [], otherIds ?? []),
      otherText: idsOf('otherText'),
      otherJudgements: idsOf('otherJudgements'),
      unanswerable: idsOf('unanswerable'),
    },
  }
}

/** The strategies to compare: those that both runs have, or the named one of both runs, or one of each run. */
export function pairStrategies(first: Ran, second: Ran, names?: readonly string[]): StrategyPair[] {
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
  const names = Object.keys(settingReaders) as SettingName[]
  return names
    .map((name) => ({ name, first: readSetting(name, first), second: readSetting(name, second) }))
    .filter((setting) => setting.first !== setting.second)
}

/** The names that only one side has, in their order. */
export function unpaired(first: readonly string[], second: readonly string[]): Unpaired {
  const [inFirst, inSecond] = [new Set(first), new Set(second)]
  return {
    onlyFirst: first.filter((name) => !inSecond.has(name)),
    onlySecond: second.filter((name) => !inFirst.has(name)),
  }
}

function groupOf(one: RunQuery, other: RunQuery): Group {
  if (one.text !== other.text) return 'otherText'
  if (!isJudgedAlike(one, other)) return 'otherJudgements'
  return isAnswerable(one) ? 'pairs' : 'unanswerable'
}

/** Only grades above 0 count: for the measures a grade of 0 and no grade are the same. */
function isJudgedAlike(one: RunQuery, other: RunQuery): boolean {
  const documents = relevantDocuments(one)
  return (
    documents.length === relevantDocuments(other).length &&
    documents.every((document) => gradeOf(one, document) === gradeOf(other, document))
  )
}

function namedPair(one: Ran, other: Ran, names: readonly string[]): StrategyPair {
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

function readSetting(name: SettingName, run: RunConditions): string | null {
  return settingReaders[name](run)?.toString() ?? null
}
