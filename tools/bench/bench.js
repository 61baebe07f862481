/*
 * `pnpm bench`: every benchmark; `pnpm bench cold-search --runs 9` that one alone, nine times.
 * Exit status: 0 measured, 1 failed or, with --check, slower than its bound, 2 not understood.
 */
import { parseArgs } from 'node:util'
import { benchmarks } from './src/benchmark-table.js'
import { describeMachine } from './src/describe-machine.js'
import { measure } from './src/measure.js'
import { renderHeader, renderResult } from './src/render-report.js'
import { positiveInteger, runProgram } from './src/run-program.js'
import { workspace } from './src/workspace.js'

const usage = `pnpm bench [${benchmarks.map(({ name }) => name).join('|')}…] [--runs N] [--files N] [--check] [--json]`

const mostDigits = 6

function request() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '7' },
      files: { type: 'string', default: '2000' },
      check: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const unknown = positionals.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name))
  if (unknown.length > 0) throw new TypeError(`No benchmark is called ${unknown.join(', ')}.`)
  const { check, json } = values
  const chosen = benchmarks.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const isAll = positionals.length === 0
  return {
    chosen,
    isAll,
    runs: positiveInteger(values.runs, mostDigits),
    files: positiveInteger(values.files, mostDigits),
    check,
    json,
  }
}

/** @param {ReturnType<typeof request>} asked */
async function run({ chosen, isAll, runs, files, check, json }) {
  const space = await workspace(files)
  try {
    const head = { ...describeMachine(), runs, corpus: space.size }
    if (!json) console.log(renderHeader(head))
    const results = []
    for (const benchmark of chosen) {
      const result = await measure(benchmark, space, runs).catch((error) => {
        if (!isAll || error?.code !== 'NO_MODEL') throw error
        console.error(`${benchmark.name}: skipped. ${error.message}`)
      })
      if (result === undefined) continue
      if (!json) console.log(renderResult(result))
      results.push(result)
    }
    if (json) console.log(JSON.stringify({ ...head, results }, null, 2))
    const broken = results.filter(({ isWithin }) => !isWithin).map(({ name }) => name)
    if (check && broken.length > 0) console.error(`Slower than the bound: ${broken.join(', ')}.`)
    return check && broken.length > 0 ? 1 : 0
  } finally {
    space.remove()
  }
}

await runProgram({ usage, request, run })
