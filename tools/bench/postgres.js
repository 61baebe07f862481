/*
 * `pnpm bench:postgres --url postgres://USER@HOST/DATABASE`: how long searches of a store in PostgreSQL take. Exit status: 0 measured, 1 failed, 2 not
 * understood.
 */
import { parseArgs } from 'node:util'
import { describeMachine } from './src/describe-machine.js'
import { measurePostgres } from './src/measure-postgres.js'
import { keepRows, readRows } from './src/results-page.js'
import { renderPostgres } from './src/render-postgres.js'
import { positiveInteger, runProgram } from './src/run-program.js'

const usage = 'pnpm bench:postgres --url URL [--server NAME] [--chunks N] [--schema NAME] [--keep]'

function request() {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      server: { type: 'string', default: 'PostgreSQL' },
      chunks: { type: 'string', default: '100000' },
      schema: { type: 'string', default: `recallite_bench_${process.pid}` },
      keep: { type: 'boolean', default: false },
    },
  })
  if (values.url === undefined) throw new TypeError('Name the database with --url.')
  return { ...values, url: values.url, chunks: positiveInteger(values.chunks, 7) }
}

/** @param {ReturnType<typeof request>} asked */
async function run({ url, schema, chunks, server, keep }) {
  const { machine, date } = describeMachine()
  console.error(`The schema ${schema} stays; remove it with: DROP SCHEMA ${schema} CASCADE`)
  const row = {
    ...(await measurePostgres({ url, schema, chunks })),
    server,
    machine,
    date: date.slice(0, 10),
  }
  console.log(renderPostgres([row]))
  if (keep) keepRows('postgres', [...readRows('postgres'), row])
}

await runProgram({ usage, request, run })
