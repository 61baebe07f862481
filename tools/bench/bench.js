/*
 * `pnpm bench`: all benchmarks that need nothing else; `pnpm bench cold-search --runs 9`: only that one, nine times.
 * Exit status: 0 measured, 1 failed or, with --check, slower than the bound, 2 invalid arguments.
 */
import { parseArgs } from 'node:util'
import { benchmarks } from './src/benchmark-table.ts'
import { generateCorpus } from './src/generate-corpus.ts'
import { measure } from './src/measure.ts'
import { peerNames } from './src/peers/peers.ts'
import { renderResults } from './src/render.ts'
import { summarise } from './src/statistics.ts'
import { workspace } from './src/workspace.ts'

const usage = `pnpm bench [${benchmarks.map(({ name }) => name).join('|')}…] [--runs N] [--files N,N…] [--check] [--json]
  [--peers ${peerNames.join(',')}] [--url postgres://…|opensearch://…]`

/** @param {string} text @throws TypeError */
function positiveIntegers(text) {
  return text.split(',').map((each) => {
    if (/^[1-9]\d{0,6}$/u.test(each)) return Number(each)
    throw new TypeError(`${each} is not a positive whole number.`)
  })
}

/** @param {readonly string[]} given @param {readonly string[]} names @param {string} what */
function assertExisting(given, names, what) {
  const unknown = given.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new TypeError(`There is no ${what} ${unknown.join(', ')}.`)
}

function request() {
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '7' },
      files: { type: 'string', default: '2000' },
      check: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      peers: { type: 'string', default: '' },
      url: { type: 'string' },
    },
  })
  const { check, json, url } = values
  const peers = values.peers.split(',').filter((name) => name !== '')
  assertExisting(
    names,
    benchmarks.map(({ name }) => name),
    'benchmark',
  )
  assertExisting(peers, peerNames, 'peer')
  if (names.some((name) => ['postgres', 'opensearch'].includes(name)) && url === undefined)
    throw new TypeError('Name the server with --url.')
  const [runs = 1] = positiveIntegers(values.runs)
  const options = { runs, peers, url }
  return { names, sizes: positiveIntegers(values.files), check, json, options }
}

/** @param {ReturnType<typeof request>} chosen */
async function runAll({ names, sizes, check, json, options }) {
  const chosen = benchmarks.filter(({ name, isByName }) =>
    names.length === 0 ? !isByName : names.includes(name),
  )
  const results = []
  for (const files of sizes) {
    const space = await workspace(generateCorpus(files))
    try {
      for (const benchmark of chosen) {
        const result = await measure(benchmark, space, options).catch((error) => {
          if (names.length > 0 || error?.code !== 'NO_MODEL') throw error
          console.error(`${benchmark.name}: skipped. ${error.message}`)
        })
        if (result === undefined) continue
        results.push(result)
        if (!json)
          console.error(
            `${benchmark.name}: ${benchmark.what}. Baseline: ${benchmark.comparedWith ?? 'none'}.`,
          )
      }
    } finally {
      space.remove()
    }
  }
  console.log(json ? JSON.stringify(results, null, 2) : renderResults(results))
  return check ? reportBroken(results) : 0
}

/** @param {readonly import('./src/benchmark.ts').Result[]} results */
function reportBroken(results) {
  const broken = results.flatMap(({ sides, figures }) =>
    figures
      .filter((figure) => figure.bound && !summarise(figure, Object.keys(sides)).isWithin)
      .map(({ name }) => name),
  )
  if (broken.length > 0) console.error(`Slower than the bound: ${broken.join(', ')}.`)
  return broken.length > 0 ? 1 : 0
}

/** @param {unknown} error @param {string} more @param {number} exitCode */
function fail(error, more, exitCode) {
  console.error(`${error instanceof Error ? error.message : error}${more}`)
  process.exitCode = exitCode
}

try {
  const chosen = request()
  await runAll(chosen).then(
    (exitCode) => (process.exitCode = exitCode),
    (error) => fail(error, '', 1),
  )
} catch (error) {
  fail(error, `\n${usage}`, 2)
}
