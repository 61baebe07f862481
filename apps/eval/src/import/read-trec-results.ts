import { basename, extname } from 'node:path'
import { SuiteError } from '../suite/errors.js'
import type { Judgements } from '../suite/judgements.js'
import { readQrels } from '../trec/qrels.js'
import { readTrecRun } from '../trec/trec-run.js'
import { readQueryTexts } from './read-query-texts.js'
import { strategyNames } from './strategy-names.js'
import type { TrecResults } from './trec-to-run.js'

/** Where other programs' results are. */
export interface TrecFiles {
  /** Each is named once. */
  readonly runs: readonly string[]
  readonly qrels: string
  readonly queries?: string | undefined
  /** What to call the collection; default the judgements' file name. */
  readonly suite?: string | undefined
}

function readJudgements(file: string): Judgements {
  const judgements = readQrels(file)
  if (judgements.size > 0) return judgements
  throw new SuiteError('SUITE_EMPTY', 'It judges nothing, so nothing could be measured. Name another.', {
    file,
  })
}

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
