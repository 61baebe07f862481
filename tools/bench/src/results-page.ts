/* keepResults: the results that are committed, and the page that shows them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { renderResults } from './render.ts'
import type { Result } from './benchmark.ts'

const file = new URL('../results.json', import.meta.url)
const page = new URL('../RESULTS.md', import.meta.url)

/** What a section shows; the first one all that no other shows. */
const sections = [
  {
    title: 'How times grow with size',
    about: `\`pnpm bench keyword-question keyword-search vector-search --files 20,200,2000 --runs 5 --keep\`; \`vector-search --files 20000\` measures a million vectors. Notes and vectors are
synthetic; a chunk of \`vector-search\` has three vectors.`,
    benchmarks: [],
  },
  {
    title: 'Side by side with other programs and libraries',
    about: `\`pnpm bench programs --peers QMD --runs 5 --keep\`. Libraries are no longer among the benchmarks: the tables with notes and synthetic vectors are of earlier versions.`,
    benchmarks: ['programs', 'libraries'],
  },
  {
    title: 'Documents divided among several stores',
    about: `A simulation of earlier versions, no longer among the benchmarks: SQLite stores that were asked in turn, where the slowest of each round counted, as if each were a machine of its own, without a
network. Twelve words and a synthetic vector of 384 numbers, 50 candidates of each retriever. The candidates by words were those of one index, in the same order; how often those by vector were is in the table.`,
    benchmarks: ['shards'],
  },
  {
    title: 'A store in PostgreSQL',
    about: `\`pnpm bench postgres --url postgres://USER@HOST/DATABASE --server 'PostgreSQL 16.14, pgvector 0.8.5' --runs 1 --keep\`. A search by twelve words and a synthetic vector of 384 numbers that is
ready, six results with snippets; the same by words alone; 100 candidates by vector under a filter that 1 % of 100,000 chunks pass. The server runs on the same machine.`,
    benchmarks: ['postgres'],
  },
]

/**
 * Keeps results in place of earlier ones of the same benchmarks, sizes and sides, and writes the page of all that is kept.
 */
export function keepResults(results: readonly Result[]) {
  const again = new Set(results.map(keyOf))
  const kept = [...readResults().filter((result) => !again.has(keyOf(result))), ...results]
  writeFileSync(file, `${JSON.stringify(kept, null, 1)}\n`)
  writeFileSync(page, renderPage(kept))
}

function keyOf({ benchmark, size, sides }: Result) {
  return JSON.stringify([benchmark, size, Object.keys(sides)])
}

const readResults = (): Result[] => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [])

export function renderPage(results: readonly Result[]) {
  const named = new Set(sections.flatMap(({ benchmarks }) => benchmarks))
  const parts = sections.map(({ title, about, benchmarks }) => {
    const shown = results.filter(({ benchmark }) =>
      benchmarks.length === 0 ? !named.has(benchmark) : benchmarks.includes(benchmark),
    )
    return `# ${title}\n\n${about}\n\n${renderResults(shown)}\n`
  })
  const head = `Written by \`pnpm bench … --keep\`; the rows of all runs are in [results.json](results.json). What is measured: [README](README.md).
What is dated before 2026-11-26 was measured by earlier programs that did the same work.
`
  return [`${parts[0]?.replace('\n\n', `\n\n${head}\n`)}`, ...parts.slice(1)].join('\n')
}
