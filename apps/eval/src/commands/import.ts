import { resolve } from 'node:path'
import { type Request, UsageError, exitCodes, printable, renderJson } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import { readQmdSuite } from '../import/qmd-suite.js'
import { readTrecResults, trecNotes, trecToRun } from '../import/trec-results.js'
import { writeRun } from '../run/run-file.js'
import { describeEnvironment } from '../settings.js'
import { readBeirLayout } from '../suite/beir-layout.js'
import { checkSuite } from '../suite/our-layout.js'
import type { Suite } from '../suite/suite.js'
import { type WriteSuiteOptions, writeSuite } from '../suite/write-suite.js'
import { distinctFiles } from './kept-runs.js'

/** What is to be imported, and to where. */
interface Order {
  readonly sources: readonly string[]
  readonly flags: Flags
  readonly out: string
}

/** A suite that was written; printed as it is with `--json`. */
interface ImportedSuite {
  readonly suite: string
  readonly queries: number
  readonly folder: string
}

/** A run that was written: answers came along; printed as it is with `--json`. */
interface ImportedRun {
  readonly suite: string
  readonly queries: number
  readonly strategies: readonly string[]
  readonly file: string
}

interface Outcome {
  readonly imported: ImportedSuite | ImportedRun
  readonly notes: readonly string[]
}

function onlySource({ sources }: Order): string {
  const [source, ...others] = sources
  if (source !== undefined && others.length === 0) return source
  throw new UsageError('Name one source: a suite is made of one. Import others into suites of their own.')
}

/** What could not be run is not written. */
function keepSuite(suite: Suite, { sources, out: folder }: Order, options?: WriteSuiteOptions): Outcome {
  checkSuite(suite, { file: sources.join() })
  writeSuite(folder, suite, options)
  return { imported: { suite: suite.name, queries: suite.queries.length, folder }, notes: [] }
}

function importBeir(order: Order): Outcome {
  const suite = readBeirLayout(onlySource(order))
  return keepSuite({ ...suite, name: order.flags.suite ?? suite.name }, order)
}

function importQmd(order: Order): Outcome {
  const { corpus, suite: name } = order.flags
  if (corpus === undefined) {
    throw new UsageError('A fixture of QMD says nothing of the files. Name their folder: --corpus FOLDER')
  }
  return keepSuite(readQmdSuite(onlySource(order), { corpus, name }), order, { corpus: 'point' })
}

function importTrec({ sources: runs, flags, out }: Order): Outcome {
  const { qrels, queries, suite } = flags
  if (qrels === undefined) {
    throw new UsageError('A run does not say which documents are relevant. Name the judgements: --qrels FILE')
  }
  const results = readTrecResults({ runs: distinctFiles(runs), qrels, queries, suite })
  const occasion = { environment: describeEnvironment(), startedAt: new Date().toISOString() }
  const run = trecToRun(results, occasion)
  writeRun(out, run)
  const asked = run.suites.reduce((sum, each) => sum + each.queries.length, 0)
  const imported = { suite: results.suite, queries: asked, strategies: run.strategies, file: out }
  return { imported, notes: trecNotes(results) }
}

const importers: ReadonlyMap<string, (order: Order) => Outcome> = new Map([
  ['beir', importBeir],
  ['qmd', importQmd],
  ['trec', importTrec],
])

function describe(imported: ImportedSuite | ImportedRun): string {
  const { suite, queries } = imported
  const noun = queries === 1 ? 'query' : 'queries'
  const rest =
    'folder' in imported
      ? `, in ${imported.folder}`
      : `, answered by ${imported.strategies.join(', ')}, in ${imported.file}`
  return printable(`${suite}: ${queries} ${noun}${rest}`)
}

/** `recallite-eval import <format> <source…>` */
export async function runImport({ words, flags, io }: Request<Flags>): Promise<number> {
  const [format = '', ...sources] = words
  const importer = importers.get(format)
  if (!importer) {
    const formats = [...importers.keys()].join(', ')
    throw new UsageError(`There is no format ${JSON.stringify(format)}. Name one of ${formats}.`)
  }
  if (flags.suite?.trim() === '') throw new UsageError('--suite is blank. Give a name, or leave it out.')
  if (flags.out === undefined) throw new UsageError('Say where to put it: --out FOLDER, for runs --out FILE')
  const { imported, notes } = importer({ sources, flags, out: resolve(flags.out) })
  for (const note of notes) io.talk(`${printable(note)}\n`)
  io.write(flags.json ? renderJson(imported) : `${describe(imported)}\n`)
  return exitCodes.done
}
