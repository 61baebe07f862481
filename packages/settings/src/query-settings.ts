import { boolean, number, oneOf } from '@recallite/core/schema'
import { searchRanges } from '@recallite/core/search-ranges'
import { normalizationNames, strategyNames } from '@recallite/fusion'
import { duration } from './schemas/texts.js'
import type { Setting } from './schemas/schema.js'

const weight = number(searchRanges.textWeight)

/** The settings of a search, in the order of the reference. */
export const querySettings = {
  'query.maxResults': {
    schema: number(searchRanges.limit),
    default: 10,
    help: 'maximum number of results of a search',
  },
  'query.minScore': {
    schema: number({ least: 0, most: 1 }),
    default: 0.11,
    help: 'threshold: confidence that at least one result must have, or else none is shown; results below it are marked weak',
  },
  'query.perDocument': {
    schema: number(searchRanges.perDocument),
    help: 'maximum number of results of one document; 0: any number; without it 2, and more only where other documents do not fill the limit',
  },
  'query.recency': {
    schema: number(searchRanges.recency),
    help: 'half-life in days: recent notes rise by up to three positions; without it age does not count',
  },
  'query.time': {
    schema: boolean,
    default: true,
    help: 'whether notes and records of a time that the query names, such as "last week", are preferred',
  },
  'query.fusion': {
    schema: oneOf(strategyNames()),
    help: 'how the rankings of the retrievers are combined; without it calibrated, or weighted where a weight is set',
  },
  'query.hybrid.enabled': {
    schema: boolean,
    default: true,
    help: 'whether keyword and vector search are combined; false: vector search alone, or keyword search if vector search fails',
  },
  'query.hybrid.vectorWeight': {
    schema: weight,
    help: "weight of the vector search, 0: keyword search only; without it the strategy's default",
  },
  'query.hybrid.textWeight': {
    schema: weight,
    help: "weight of the keyword search, 0: vector search only; without it the strategy's default",
  },
  'query.hybrid.textNormalization': {
    schema: oneOf(normalizationNames),
    help: 'how keyword scores are normalised, by weighted (which it means without a fusion) and other strategies that normalise by name; without it as the strategy does',
  },
  'query.hybrid.rrfK': {
    schema: number(searchRanges.rrfK),
    help: 'rank constant of rrf (which it means without a fusion) and of rrf-compressed; without it 60, or 2',
  },
  'query.hybrid.candidateMultiplier': {
    schema: number(searchRanges.candidateMultiplier),
    help: "candidates per retriever, as a multiple of maxResults; without it the strategy's default",
  },
  'query.deadline': {
    schema: duration({ least: 1, most: 600_000 }),
    default: '15s',
    help: 'how long a search waits for the embedding of its query, including the loading of a model; at most 4 s of it for each remote provider',
  },
} as const satisfies Readonly<Record<string, Setting>>

const share = number({ least: 0, most: 1 })

/** The settings of a recall of records, in the order of the reference. */
export const recallRows = {
  'recall.threshold': {
    schema: share,
    help: 'confidence that at least one record must have, or else none is shown; without it 0.11, or 0 with a session, a filter or a position',
  },
  'recall.minConfidence': {
    schema: share,
    default: 0,
    help: 'only records that were at least so sure are recalled',
  },
  'recall.positions': {
    schema: boolean,
    default: false,
    help: 'whether agents may give memory_recall a position, its coordinate system and boosts, as robots need',
  },
  'recall.halfLife': {
    schema: number(searchRanges.recency),
    help: 'half-life in days: the score of a record falls with its age, but never below half of it; without it age does not count',
  },
} as const satisfies Readonly<Record<string, Setting>>

/** The settings of hooks, by which a host's plugin recalls without being asked. */
export const hookRows = {
  'hooks.recall': {
    schema: boolean,
    default: true,
    isUserOnly: true,
    help: "whether the hooks of a host's plugin add to a conversation what memory has to a prompt; without the plugin nothing is added",
  },
  'hooks.threshold': {
    schema: share,
    default: 0.85,
    isUserOnly: true,
    help: 'confidence that a result must have to be added to a conversation in which nobody asked for it',
  },
  'hooks.deadline': {
    schema: duration({ least: 50, most: 60_000 }),
    default: '400ms',
    isUserOnly: true,
    help: 'how long a host waits for a hook that asks the resident program; where none runs, two and a half times as long. A later answer is not added',
  },
  'hooks.beforeCompaction': {
    schema: boolean,
    default: false,
    isUserOnly: true,
    help: 'whether what the user wrote in a conversation is remembered as records before the host shortens the conversation',
  },
} as const satisfies Readonly<Record<string, Setting>>
