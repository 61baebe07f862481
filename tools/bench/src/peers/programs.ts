import { cpSync, existsSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assertResult } from '../benchmark-error.ts'
import type { Values, Benchmark } from '../benchmark.ts'
import { drawQuestions } from '../generate-corpus.ts'
import { createRandom } from '@recallite/test-kit/random'
import { driverPath, hostPath, program, run, type RunOptions } from '../run.ts'
import { percentile } from '../statistics.ts'
import { installPeer, sidesWith, versionOf, type Program } from './peers.ts'
import type { Workspace } from '../workspace.ts'

const time = 'time' as const
const memory = 'memory' as const

const bound = (of: string, factor: number) => ({ of, factor, extra: 0 })

const kinds = ['two words', 'questions'] as const

/** The same work with Recallite, other programs and plain SQLite. */
export const programs: Benchmark = {
  name: 'programs',
  what: 'indexing notes and searching them by keywords, compared with other programs (--peers)',
  isByName: true,
  figures: [
    { name: 'first index', unit: time, bound: bound('QMD', 0.6) },
    { name: 'index again, nothing changed', unit: time, bound: bound('QMD', 0.35) },
    { name: 'cold search of two words', unit: time, bound: bound('QMD', 0.85) },
    ...kinds.flatMap((kind) => [
      { name: `warm search, ${kind}, p50`, unit: time, bound: bound('QMD', 1) },
      { name: `warm search, ${kind}, p50`, unit: time, bound: bound('FTS5', 0.8) },
      { name: `warm search, ${kind}, p95`, unit: time, bound: bound('QMD', 1.5) },
      { name: `warm search, ${kind}, default freshness, p50`, unit: time },
    ]),
    { name: 'database', unit: memory },
    { name: 'memory of the first index', unit: memory },
    { name: 'memory of warm searches', unit: memory },
  ],
  describe: versionOf,
  async prepare(space, { peers: names }) {
    const random = createRandom(23)
    const questions = {
      'two words': drawQuestions(space.notes, { random, count: 100, words: 2 }),
      questions: drawQuestions(space.notes, { random, count: 40, words: 5 }),
    }
    return Object.fromEntries(
      sidesWith(names).map(([name, side]) => {
        const folder = installPeer(side)
        return [name, () => measureProgram({ side, folder }, space, questions)]
      }),
    )
  },
}

async function measureProgram(
  { side, folder }: { side: Program; folder: string },
  space: Workspace,
  questions: Record<(typeof kinds)[number], string[]>,
): Promise<Values> {
  const home = mkdtempSync(join(space.folder, 'home-'))
  const env = { XDG_CACHE_HOME: join(home, '.cache'), XDG_CONFIG_HOME: join(home, '.config') }
  const options = { cwd: home, home, env }
  const [words = ''] = questions['two words']
  const bare = hostPath('hosts/bare-full-text.js')
  const libraries = hostPath('peers/hosts/libraries.ts')
  const places = { corpus: space.corpus, home, package: folder }
  const values = { program, libraries, bare, driver: driverPath, words, ...places }
  const fill = (text: string) =>
    Object.entries(values).reduce((filled, [name, value]) => filled.replace(name.toUpperCase(), value), text)
  if (side.settings) layForOpenClaw(side.settings, space.corpus, join(home, '.openclaw'))
  const first = await run(side.index.map(fill), { ...options, measuresMemory: true })
  const again = side.update && (await run(side.update.map(fill), options)).milliseconds
  const cold = await run(side.search.map(fill), options)
  const printed = JSON.parse(cold.stdout || '[0]')
  assertResult((printed.results ?? printed).length > 0, `No results for "${words}".`)
  return {
    'first index': first.milliseconds,
    'index again, nothing changed': again,
    'cold search of two words': cold.milliseconds,
    database: bytesOf(fill(side.database)) / 1e6,
    'memory of the first index': first.megabytes,
    ...(side.answer && (await askWarm(side.answer.map(fill), questions, options))),
    ...(side.answerFresh && (await askFresh(side.answerFresh.map(fill), questions, options))),
  }
}

function layForOpenClaw(settings: object, corpus: string, folder: string) {
  cpSync(corpus, join(folder, 'workspace/memory'), { recursive: true })
  writeFileSync(join(folder, 'openclaw.json'), JSON.stringify(settings))
}

/** The words of each query are from one note, so that every program finds something. */
async function askWarm(answer: readonly string[], questions: object, options: RunOptions) {
  const { times, megabytes } = await answerAll(answer, questions, options)
  const figures = kinds.flatMap((kind) => [
    [`warm search, ${kind}, p50`, percentile(times[kind] ?? [], 0.5)],
    [`warm search, ${kind}, p95`, percentile(times[kind] ?? [], 0.95)],
  ])
  return { 'memory of warm searches': megabytes, ...Object.fromEntries(figures) }
}

async function askFresh(answer: readonly string[], questions: object, options: RunOptions) {
  const { times } = await answerAll(answer, questions, options)
  return Object.fromEntries(
    kinds.map((kind) => [`warm search, ${kind}, default freshness, p50`, percentile(times[kind] ?? [], 0.5)]),
  )
}

async function answerAll(answer: readonly string[], questions: object, options: RunOptions) {
  const args = [hostPath('peers/hosts/answers.ts'), ...answer, JSON.stringify(questions)]
  const { stdout, megabytes } = await run(args, { ...options, measuresMemory: true })
  const times: Record<string, number[]> = JSON.parse(stdout)
  return { times, megabytes }
}

/** The size of a database, a file with its log or a folder. */
function bytesOf(database: string) {
  const files = [database, `${database}-wal`, `${database}-shm`].filter(existsSync)
  assertResult(files.length > 0, `There is no ${database}.`)
  return files.flatMap(sizesIn).reduce((sum, size) => sum + size, 0)
}

function sizesIn(path: string): number[] {
  if (!statSync(path).isDirectory()) return [statSync(path).size]
  return readdirSync(path).flatMap((name) => sizesIn(join(path, name)))
}
