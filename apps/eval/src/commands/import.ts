import { resolve } from 'node:path'
import { exitCodes, printable, renderJson, UsageError, type Request } from '@recallite/command-line'
import type { Flags } from '../flags.js'
import { countOf, queryWords } from '../render/figures.js'
import { documentFiles } from '../suite/lay-out-corpus.js'
import { readSuite } from '../suite/read-suite.js'
import { beirMarkerFile } from '../suite/suite.js'
import { writeSuite } from '../suite/write-suite.js'

/** `recallite-eval import beir <folder> --out SUITE` */
export async function runImport({ words, flags, io }: Request<Flags>): Promise<number> {
  const { out, suite: given } = flags
  const source = readSource(words)
  if (given?.trim() === '') throw new UsageError('--suite is blank. Give a name, or leave it out.')
  if (out === undefined) throw new UsageError('Name the folder to write: --out FOLDER')
  const folder = resolve(out)
  const { corpus, ...read } = readSuite(source)
  if (corpus.kind !== 'documents') {
    throw new UsageError(`${source} already is a suite. Name a folder with ${beirMarkerFile}.`)
  }
  const suite = { ...read, name: given ?? read.name }
  writeSuite(folder, suite, documentFiles(corpus.documents))
  const [name, queries] = [suite.name, suite.queries.length]
  const text = `${name}: ${countOf(queries, queryWords)}, in ${folder}`
  io.write(flags.json ? renderJson({ suite: name, queries, folder }) : `${printable(text)}\n`)
  return exitCodes.done
}

function readSource([format = '', source, ...others]: readonly string[]): string {
  if (format !== 'beir') throw new UsageError(`Unknown format ${JSON.stringify(format)}. Use beir.`)
  if (source !== undefined && others.length === 0) return source
  throw new UsageError('Name exactly one source. Import others into separate suites.')
}
