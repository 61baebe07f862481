/*
 * `pnpm bench:shards --chunks 100000 --shards 4,16`: how long a search over documents that are divided among machines would take, and
 * whether it finds what one index finds. Exit status: 0 measured, 1 failed or other answers, 2 not understood.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeMachine } from './src/describe-machine.js'
import { keepRows } from './src/results-page.js'
import { positiveInteger, runProgram } from './src/run-program.js'
import { measureShards } from './src/shards/measure-shards.js'
import { renderShards } from './src/shards/render-shards.js'

const usage = 'pnpm bench:shards [--chunks N] [--shards N,N…] [--keep]'

function request() {
  const { values } = parseArgs({
    options: {
      chunks: { type: 'string', default: '100000' },
      shards: { type: 'string', default: '4,16' },
      keep: { type: 'boolean', default: false },
    },
  })
  const shards = values.shards.split(',').map((text) => positiveInteger(text, 3))
  return { chunks: positiveInteger(values.chunks, 7), shards, keep: values.keep }
}

/** @param {ReturnType<typeof request>} asked */
async function run({ chunks, shards, keep }) {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-shards-'))
  try {
    const { machine, date } = describeMachine()
    const measured = await measureShards({ folder, chunks, shards })
    const rows = measured.map((row) => ({ ...row, chunks, machine, date: date.slice(0, 10) }))
    console.log(renderShards(rows))
    if (keep) keepRows('shards', rows)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await runProgram({ usage, request, run })
