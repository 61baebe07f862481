import { basename, resolve } from 'node:path'
import { printable, renderJson, UsageError, type Request } from '@recallite/command-line'
import type { Flags } from '../flags.js'
import { countOf, queryWords } from '../render/figures.js'
import { documentFiles } from '../suite/lay-out-corpus.js'
import { convertLongMemEval } from '../suite/longmemeval.js'
import { readSuite } from '../suite/read-suite.js'
import { beirMarkerFile } from '../suite/suite.js'
import { writeSuite } from '../suite/write-suite.js'

/** `recallite-eval import <format> <source> --out SUITE` */
export async function runImport({ words, flags, io }: Request<Flags>): Promise<void> {
  const { out, suite: given } = flags
  const { isBeir, source } = readSource(words, given)
  if (given?.trim() === '') throw new UsageError('--suite is blank. Give a name, or leave it out.')
  if (out === undefined) throw new UsageError('Name the folder to write: --out FOLDER')
  const folder = resolve(out)
  const { name, queries } = isBeir
    ? importBeir(source, folder, given)
    : { name: basename(folder), queries: convertLongMemEval(source, folder) }
  const text = `${name}: ${countOf(queries, queryWords)}, in ${folder}${isBeir ? '' : '; run it with --pool-by group'}`
  io.write(flags.json ? renderJson({ suite: name, queries, folder }) : `${printable(text)}\n`)
}

function importBeir(source: string, folder: string, given: string | undefined) {
  const { corpus, ...suite } = readSuite(source)
  if (corpus.kind !== 'documents') {
    throw new UsageError(`${source} already is a suite. Name a folder with ${beirMarkerFile}.`)
  }
  const name = given ?? suite.name
  writeSuite(folder, { ...suite, name }, documentFiles(corpus.documents))
  return { name, queries: suite.queries.length }
}

function readSource([format = '', source, ...others]: readonly string[], suite: string | undefined) {
  const isBeir = format === 'beir'
  if (!isBeir && format !== 'longmemeval')
    throw new UsageError(`Unknown format ${JSON.stringify(format)}. Use beir or longmemeval.`)
  if (!isBeir && suite !== undefined) throw new UsageError('--suite is for beir. Name the folder instead.')
  if (source !== undefined && others.length === 0) return { isBeir, source }
  throw new UsageError('Name exactly one source. Import others into separate suites.')
}
