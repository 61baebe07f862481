import { resolve } from 'node:path'
import { exitCodes, printable, renderJson, UsageError, type Request } from '@recallite/command-line'
import type { Flags } from '../flags.js'
import { readTrecResults, trecNotes, trecToRun } from '../trec/trec-runs.js'
import { countOf, queryWords } from '../render/figures.js'
import { writeRun } from '../run/run-file.js'
import { describeEnvironment } from '../run/describe-run.js'
import { readBeirLayout } from '../suite/beir-layout.js'
import { documentFiles } from '../suite/lay-out-corpus.js'
import { checkSuite } from '../suite/manifest.js'
import { writeSuite } from '../suite/write-suite.js'

/** What was imported, as `--json` prints it: a suite, written to `folder`, or a run, written to `file`. */
interface Imported {
  readonly suite: string
  readonly queries: number
  readonly strategies?: readonly string[]
  readonly folder?: string
  readonly file?: string
}

/** `recallite-eval import <format> <source…>` */
export async function runImport(request: Request<Flags>): Promise<number> {
  const { words, flags, io } = request
  const [format = '', ...sources] = words
  if (format !== 'beir' && format !== 'trec') {
    throw new UsageError(`There is no format ${JSON.stringify(format)}. Name one of beir, trec.`)
  }
  if (flags.suite?.trim() === '') throw new UsageError('--suite is blank. Give a name, or leave it out.')
  if (flags.out === undefined) throw new UsageError('Say where to put it: --out FOLDER, for runs --out FILE')
  const out = resolve(flags.out)
  const imported = format === 'beir' ? importBeir(sources, out, flags) : importTrec(sources, out, request)
  io.write(flags.json ? renderJson(imported) : `${printable(describe(imported))}\n`)
  return exitCodes.done
}

function describe({ suite, queries, strategies, folder, file }: Imported): string {
  const answered = strategies ? `, answered by ${strategies.join(', ')}` : ''
  return `${suite}: ${countOf(queries, queryWords)}${answered}, in ${folder ?? file}`
}

function importBeir([source, ...others]: readonly string[], out: string, flags: Flags): Imported {
  if (source === undefined || others.length > 0) {
    throw new UsageError('Name one source: a suite is made of one. Import others into suites of their own.')
  }
  const { corpus, ...suite } = readBeirLayout(source)
  checkSuite(suite, { file: source })
  const name = flags.suite ?? suite.name
  writeSuite(out, { ...suite, name }, documentFiles(corpus.documents))
  return { suite: name, queries: suite.queries.length, folder: out }
}

function importTrec(
  runs: readonly string[],
  out: string,
  { flags, io }: Pick<Request<Flags>, 'flags' | 'io'>,
): Imported {
  const { qrels } = flags
  if (qrels === undefined) {
    throw new UsageError('A run does not say which documents are relevant. Name the judgements: --qrels FILE')
  }
  const results = readTrecResults([...new Set(runs)], qrels, flags)
  const occasion = { environment: describeEnvironment(), startedAt: new Date().toISOString() }
  const run = trecToRun(results, occasion)
  writeRun(out, run)
  const asked = run.suites.reduce((sum, each) => sum + each.queries.length, 0)
  for (const note of trecNotes(results)) io.talk(`${printable(note)}\n`)
  return { suite: results.suite, queries: asked, strategies: run.strategies, file: out }
}
