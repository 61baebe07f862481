import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BenchmarkError } from '../benchmark-error.js'
import { driverPath } from '../sqlite-driver.js'

const program = fileURLToPath(new URL('../../../../apps/eval/dist/bin.js', import.meta.url))

/**
 * Replays a set by `recallite-eval`, which indexes and embeds what is missing, and reads its nDCG@10.
 * @param {string} set a folder like BEIR's
 * @param {{ work: string, tape: string, model: string | undefined }} how
 * @returns {number}
 * @throws BenchmarkError `PROCESS_FAILED`
 */
export function evaluate(set, { work, tape, model }) {
  mkdirSync(work, { recursive: true })
  const run = join(work, `${basename(set)}.jsonl`)
  rmSync(run, { force: true })
  const args = ['run', set, '--strategies', 'recallite', '--k', '10', '--json']
  const files = ['--work', work, '--out', run, '--tape', tape]
  const all = [program, ...args, ...files, ...(model === undefined ? [] : ['--model', model])]
  const { status, stdout, stderr } = spawnSync(process.execPath, all, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) throw new BenchmarkError('PROCESS_FAILED', `recallite-eval run ${set} failed: ${stderr}`)
  /** @type {readonly { kind: string, measures: Record<string, number> }[]} */
  const rows = JSON.parse(stdout).rows
  return rows.find(({ kind }) => kind === 'all')?.measures['nDCG@10'] ?? Number.NaN
}

/**
 * Copies the index of a set and removes the codes of its vectors: a search there compares every vector.
 * @param {string} name of the set
 * @param {{ work: string, exactWork: string }} folders
 */
export function copyWithoutCodes(name, { work, exactWork }) {
  rmSync(join(exactWork, name), { recursive: true, force: true })
  cpSync(join(work, name), join(exactWork, name), { recursive: true, preserveTimestamps: true })
  withIndex(join(exactWork, name), (database) => database.exec('DELETE FROM vector_code'))
}

/**
 * How many vectors an index has, and how many blocks of codes.
 * @param {string} folder of the set's index
 * @returns {{ vectors: number, blocks: number, chunks: number }}
 */
export function countVectors(folder) {
  return withIndex(folder, (database) =>
    database
      .prepare(
        'SELECT (SELECT count(*) FROM vector) AS vectors, (SELECT count(*) FROM vector_code) AS blocks, (SELECT count(*) FROM chunk) AS chunks',
      )
      .get(),
  )
}

/** @param {string} folder @param {(database: any) => any} work */
function withIndex(folder, work) {
  const Database = createRequire(import.meta.url)(driverPath)
  const database = new Database(join(folder, 'index.sqlite'))
  try {
    return work(database)
  } finally {
    database.close()
  }
}
