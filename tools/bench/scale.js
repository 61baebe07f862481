/*
 * `pnpm bench:scale`: how times grow with the number of chunks. Runs benchmarks at several sizes, adds the rows to results/scale.json
 * and draws them in RESULTS.md. `pnpm bench:scale vector-search --files 20,200,2000,20000` measures that one up to a million vectors.
 * Exit status: 0 measured, 1 failed, 2 not understood.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { keepRows, readRows } from './src/results-page.js'
import { runProgram } from './src/run-program.js'

/** The benchmarks whose databases have 50 chunks or vectors for each file. */
const grown = ['keyword-question', 'keyword-search', 'keyword-search-slowest', 'vector-search']
const chunksPerFile = 50

/**
 * @param {readonly string[]} names
 * @param {number} files
 * @param {string} runs
 * @returns {import('./src/draw-scale.js').Measured[]}
 */
function measureAt(names, files, runs) {
  const bench = fileURLToPath(new URL('bench.js', import.meta.url))
  const args = [
    '--max-old-space-size=12000',
    bench,
    ...names,
    '--files',
    `${files}`,
    '--runs',
    runs,
    '--json',
  ]
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`The benchmarks failed with ${files} files.`)
  const { machine, node, date, results } = JSON.parse(stdout)
  return results.map(
    (/** @type {import('./src/measure.js').Result} */ { name, subject, baseline, rows }) => ({
      name,
      chunks: files * chunksPerFile,
      subject,
      baseline,
      rows,
      machine,
      node,
      date: date.slice(0, 10),
    }),
  )
}

/** What was measured before, without what is measured again. @param {readonly import('./src/draw-scale.js').Measured[]} measured */
function withEarlier(measured) {
  /** @type {import('./src/draw-scale.js').Measured[]} */
  const earlier = readRows('scale')
  const isAgain = (/** @type {import('./src/draw-scale.js').Measured} */ one) =>
    measured.some(({ name, chunks }) => name === one.name && chunks === one.chunks)
  return [...earlier.filter((one) => !isAgain(one)), ...measured].toSorted(
    (a, b) => grown.indexOf(a.name) - grown.indexOf(b.name) || a.chunks - b.chunks,
  )
}

function request() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      files: { type: 'string', default: '20,200,2000' },
      runs: { type: 'string', default: '5' },
    },
  })
  const unknown = positionals.filter((name) => !grown.includes(name))
  if (unknown.length > 0) throw new TypeError(`${unknown.join(', ')}: only ${grown.join(', ')} grow.`)
  const sizes = values.files.split(',').map(Number)
  if (!sizes.every((size) => Number.isInteger(size) && size > 0))
    throw new TypeError('--files are numbers with commas.')
  return { names: positionals.length > 0 ? positionals : grown, sizes, runs: values.runs }
}

/** @param {ReturnType<typeof request>} asked */
async function run({ names, sizes, runs }) {
  keepRows('scale', withEarlier(sizes.flatMap((files) => measureAt(names, files, runs))))
}

await runProgram({ usage: 'pnpm bench:scale [NAME…] [--files N,N] [--runs N]', request, run })
