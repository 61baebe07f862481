import { boolean, number, oneOf } from '@recallite/core/schema'
import { searchRanges } from '@recallite/core/search-ranges'
import { normalizationNames, strategyNames } from '@recallite/fusion'
import { recordOrigins } from '@recallite/store/records'
import { duration } from './schemas/texts.js'
import { list, type Setting } from './schemas/schema.js'

const weight = number(searchRanges.textWeight)

export const querySettings = {
  'query.maxResults': {
    schema: number(searchRanges.limit),
    default: 10,
    help: 'maximum number of results of a search',
  },
  'query.minScore': {
    schema: number({ min: 0, max: 1 }),
    default: 0.11,
    help: 'threshold: confidence that at least one result must reach, otherwise none is shown; results below it are marked weak',
  },
  'query.perDocument': {
    schema: number(searchRanges.perDocument),
    help: 'maximum number of results per document; 0: no limit; if unset, 2, or more if other documents do not fill the limit',
  },
  'query.recency': {
    schema: number(searchRanges.recency),
    help: 'half-life in days: recent notes rise by up to three positions; if unset, age does not count',
  },
  'query.time': {
    schema: boolean,
    default: true,
    help: 'whether notes and records from a time named in the query, such as "last week", rank higher',
  },
  'query.status': {
    schema: boolean,
    default: true,
    help: 'whether notes lose up to three positions if their front matter states that they are not in force, such as "status: superseded"',
  },
  'query.fusion': {
    schema: oneOf(strategyNames()),
    help: 'how the rankings of the retrievers are combined; if unset, calibrated, or weighted if a weight is set',
  },
  'query.hybrid.enabled': {
    schema: boolean,
    default: true,
    help: 'whether keyword and vector search are combined; false: only vector search, or keyword search if that fails',
  },
  'query.hybrid.vectorWeight': {
    schema: weight,
    help: "weight of the vector search; 0: keyword search only; if unset, the strategy's default",
  },
  'query.hybrid.textWeight': {
    schema: weight,
    help: "weight of the keyword search; 0: vector search only; if unset, the strategy's default",
  },
  'query.hybrid.textNormalization': {
    schema: oneOf(normalizationNames),
    help: 'how keyword scores are normalised, by weighted (implied if no fusion is set) and other strategies with a choice; if unset, the default of the strategy',
  },
  'query.hybrid.rrfK': {
    schema: number(searchRanges.rrfK),
    help: 'rank constant of rrf (implied if no fusion is set) and rrf-compressed; if unset, 60 or 2',
  },
  'query.hybrid.candidateMultiplier': {
    schema: number(searchRanges.candidateMultiplier),
    help: "candidates per retriever, as a multiple of maxResults; if unset, the strategy's default",
  },
  'query.deadline': {
    schema: duration({ min: 1, max: 600_000 }),
    default: '15s',
    help: 'how long a search waits for the embedding of its query, including the loading of a model; up to 4 s of it per remote provider',
  },
} as const satisfies Readonly<Record<string, Setting>>

const share = number({ min: 0, max: 1 })

export const recallRows = {
  'recall.threshold': {
    schema: share,
    help: 'confidence that at least one record must reach, otherwise none is shown; if unset, 0.11, or 0 with a session, a filter or a position',
  },
  'recall.minConfidence': {
    schema: share,
    default: 0,
    help: 'minimum confidence that a record was stored with',
  },
  'recall.positions': {
    schema: boolean,
    default: false,
    help: 'whether agents may pass a position, its coordinate system and boosts to memory_recall, as robots need',
  },
  'recall.halfLife': {
    schema: number(searchRanges.recency),
    help: 'half-life in days: the score of a record falls with its age, but never below half of it; if unset, age does not count',
  },
} as const satisfies Readonly<Record<string, Setting>>

/** The settings of hooks, by which a host's plugin recalls automatically. */
export const hookRows = {
  'hooks.recall': {
    schema: boolean,
    default: true,
    isUserOnly: true,
    help: "whether the hooks of a host's plugin add memories that match a prompt to the conversation; without the plugin nothing is added",
  },
  'hooks.threshold': {
    schema: share,
    default: 0.5,
    isUserOnly: true,
    help: 'minimum confidence of a result that a hook adds to a conversation',
  },
  'hooks.deadline': {
    schema: duration({ min: 50, max: 60_000 }),
    default: '400ms',
    isUserOnly: true,
    help: 'how long a host waits for a hook that uses the resident program; if none runs, two and a half times as long. A later answer is not added',
  },
  'hooks.origins': {
    schema: list(oneOf(recordOrigins), recordOrigins.join(', ')),
    default: ['user', 'agent', 'hook', 'api'],
    isUserOnly: true,
    help: 'origins of the records that a hook may add to a conversation; by default not import, because other people may have written imported texts',
  },
  'hooks.beforeCompaction': {
    schema: boolean,
    default: false,
    isUserOnly: true,
    help: "whether the user's messages are remembered as records before the host compacts a conversation",
  },
} as const satisfies Readonly<Record<string, Setting>>
