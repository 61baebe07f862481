import { join, resolve } from 'node:path'
import { type Request, UsageError, exitCodes, printable } from '@recallite/command-line'
import type { Flags } from '../flags.js'
import { readRun } from '../run/run-file.js'
import { makeEmptyFolder } from '../suite/write-suite.js'
import { runToTrec } from '../trec/trec-runs.js'
import { writeQrels, writeTrecRun } from '../trec/trec-files.js'

const howToRead =
  'Count queries without an answer as 0, as we do: trec_eval -c QRELS RUN. Its ndcg_cut is our nDCG-linear.'

/** `recallite-eval export <run>` */
export async function runExport({ words, flags, io }: Request<Flags>): Promise<number> {
  const [file = ''] = words
  if (flags.out === undefined) throw new UsageError('Say where to put the files: --out FOLDER')
  const { qrels, runs, unanswerable } = runToTrec(readRun(file))
  const folder = resolve(flags.out)
  makeEmptyFolder(folder)
  for (const { name, judgements } of qrels) writeQrels(join(folder, name), judgements)
  for (const { name, strategy, rankings } of runs) {
    writeTrecRun(join(folder, name), { tag: strategy, rankings })
  }
  for (const { name } of [...qrels, ...runs]) io.write(`${printable(join(folder, name))}\n`)
  if (unanswerable > 0) io.talk(`Queries that no document answers, left out: ${unanswerable}\n`)
  io.talk(`${howToRead}\n`)
  return exitCodes.done
}
