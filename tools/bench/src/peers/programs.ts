import { cpSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assertResult } from '../benchmark-error.ts'
import type { Values, Benchmark } from '../benchmark.ts'
import { drawQuestions, readCranfield } from '../generate-corpus.ts'
import { createRandom } from '@recallite/test-kit/random'
import { driverPath, hostPath, program, run, withoutModel } from '../run.ts'
import { percentile } from '../statistics.ts'
import { bare, installPeer, ours, peersOf, versionOf } from './peers.ts'
import type { Workspace } from '../workspace.ts'

/** How it is used, without a model, in a home folder that each first index makes anew. */
export interface Program {
  readonly index: (home: string) => readonly string[]
  /** The same, where no file changed. */
  readonly update?: readonly string[]
  readonly search: (words: string) => readonly string[]
  readonly count?: (stdout: string) => number
  /** Its files, with their log. */
  readonly database: (home: string) => { folder: string; names: RegExp }
  /** What the host that answers questions is given, where it is a library too. */
  readonly answer?: (home: string) => readonly string[]
}

function recalliteProgram({ corpus }: Workspace): Program {
  const flags = ['--db', 'memory.sqlite', ...withoutModel, '--json']
  return {
    index: () => [program, 'index', corpus, ...flags],
    update: [program, 'index', corpus, ...flags],
    search: (words) => [program, 'search', words, ...flags],
    count: (stdout) => JSON.parse(stdout).results.length,
    database: (folder) => ({ folder, names: /^memory\.sqlite/u }),
    answer: (home) => ['recallite', '', join(home, 'memory.sqlite')],
  }
}

function qmdProgram({ corpus }: Workspace): Program {
  const folder = installPeer('@tobilu/qmd')
  const file = join(folder, 'dist/cli/qmd.js')
  return {
    index: () => [file, 'collection', 'add', corpus, '--name', 'notes'],
    update: [file, 'update'],
    search: (words) => [file, 'search', words, '--json'],
    count: (stdout) => JSON.parse(stdout).length,
    database: (home) => ({ folder: join(home, '.cache/qmd'), names: /^index\.sqlite/u }),
    answer: (home) => ['qmd', folder, join(home, '.cache/qmd/index.sqlite')],
  }
}

function openClawProgram({ corpus }: Workspace): Program {
  const file = join(installPeer('openclaw'), 'openclaw.mjs')
  return {
    index(home) {
      const settings = { memory: { search: { provider: 'none', rememberAcrossConversations: false } } }
      mkdirSync(join(home, '.openclaw/workspace'), { recursive: true })
      writeFileSync(join(home, '.openclaw/openclaw.json'), JSON.stringify(settings))
      cpSync(corpus, join(home, '.openclaw/workspace/memory'), { recursive: true })
      return [file, 'memory', 'index', '--force']
    },
    update: [file, 'memory', 'index'],
    search: (words) => [file, 'memory', 'search', words, '--json'],
    count: (stdout) => JSON.parse(stdout).results.length,
    database: (home) => ({
      folder: join(home, '.openclaw/agents/main/agent'),
      names: /^openclaw-agent\.sqlite(?:-wal)?$/u,
    }),
  }
}

/** What SQLite takes at the least: a bare FTS5 table, Node that opens the driver, one FTS5 query. */
function bareProgram({ corpus }: Workspace): Program {
  return {
    index: () => [hostPath('hosts/bare-full-text.js'), driverPath, 'bare.sqlite', corpus],
    search: () => ['-e', `new (require(${JSON.stringify(driverPath)}))(':memory:')`],
    database: (folder) => ({ folder, names: /^bare\.sqlite/u }),
    answer: (home) => ['bare', driverPath, join(home, 'bare.sqlite')],
  }
}

const makers: Readonly<Record<string, (space: Workspace) => Program>> = {
  [ours]: recalliteProgram,
  QMD: qmdProgram,
  OpenClaw: openClawProgram,
  [bare]: bareProgram,
}

const time = 'time' as const
const count = 'count' as const
const memory = 'memory' as const

/** Of all questions of a kind: milliseconds and numbers of results. */
export type Answers = { times: number[]; found: number[] }

const kinds = ['two words', 'questions'] as const

/** Figures by their names, and the answers to warm searches. */
type Measured = Record<string, unknown> & { warm?: Record<string, Answers> | undefined }

/** The same work by Recallite, by other programs and by SQLite alone. */
export const programs: Benchmark = {
  name: 'programs',
  what: 'indexing notes and searching them by words, beside other programs (--peers)',
  isByName: true,
  figures: [
    { name: 'first index', unit: time, bound: { of: 'QMD', factor: 0.7, extra: 0 } },
    { name: 'index again, nothing changed', unit: time },
    { name: 'cold search of two words', unit: time, bound: { of: 'QMD', factor: 1.2, extra: 0 } },
    ...kinds.flatMap((kind) => [
      { name: `warm search, ${kind}, p50`, unit: time, bound: { of: 'QMD', factor: 1, extra: 0 } },
      { name: `warm search, ${kind}, p95`, unit: time },
      { name: `${kind} that were answered`, unit: count },
      { name: `${kind} that all answered`, unit: count },
    ]),
    { name: 'database', unit: memory },
    { name: 'memory of the first index', unit: memory },
    { name: 'memory of warm searches', unit: memory },
  ],
  describe: versionOf,
  combine: (values) => addShared(values as unknown as Record<string, Measured>),
  async prepare(space, { peers: names, corpus }) {
    const random = createRandom(23)
    const questions = {
      'two words': drawQuestions(space.notes, { random, count: 100, words: 2 }),
      questions:
        corpus === 'cranfield'
          ? readCranfield('queries.jsonl').map(({ text }) => text)
          : drawQuestions(space.notes, { random, count: 40, words: 5 }),
    }
    const sides = [ours, ...peersOf('programs', names).map(({ name }) => name), bare]
    return Object.fromEntries(
      sides.map((name) => {
        const side = makers[name]?.(space) as Program
        return [name, async () => (await measureProgram(side, { space, questions })) as unknown as Values]
      }),
    )
  },
}

async function measureProgram(
  side: Program,
  { space, questions }: { space: Workspace; questions: Record<(typeof kinds)[number], string[]> },
) {
  const home = mkdtempSync(join(space.folder, 'home-'))
  const env = { XDG_CACHE_HOME: join(home, '.cache'), XDG_CONFIG_HOME: join(home, '.config') }
  const options = { cwd: home, home, env }
  const first = await run(side.index(home), { ...options, isMemoryWanted: true })
  const again = side.update && (await run(side.update, options)).milliseconds
  const [words = ''] = questions['two words']
  const cold = await run(side.search(words), options)
  assertResult(side.count?.(cold.stdout) !== 0, `Nothing was found for "${words}".`)
  let { warm, megabytes }: { warm?: Record<string, Answers>; megabytes?: number } = {}
  if (side.answer) {
    const args = [hostPath('peers/hosts/answers.ts'), ...side.answer(home), JSON.stringify(questions)]
    const answered = await run(args, { ...options, isMemoryWanted: true })
    warm = JSON.parse(answered.stdout)
    megabytes = answered.megabytes
  }
  return {
    'first index': first.milliseconds,
    'index again, nothing changed': again,
    'cold search of two words': cold.milliseconds,
    database: bytesOf(side.database(home)) / 1e6,
    'memory of the first index': first.megabytes,
    'memory of warm searches': megabytes,
    warm,
  }
}

function bytesOf({ folder, names }: { folder: string; names: RegExp }) {
  const files = readdirSync(folder).filter((name) => names.test(name))
  assertResult(files.length > 0, `There is no database in ${folder}.`)
  return files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

/** Adds the times of warm searches: over the questions that every side answered, in which it was asked. */
export function addShared(values: Record<string, Measured>): Record<string, Values> {
  const asked = Object.values(values).flatMap(({ warm }) => (warm ? [warm] : []))
  return Object.fromEntries(
    Object.entries(values).map(([id, { warm, ...rest }]) => {
      const figures = kinds.flatMap((kind) => {
        const { times, found } = warm?.[kind] ?? { times: [], found: [] }
        if (times.length === 0) return []
        const shared = times.filter((_, place) => asked.every((each) => (each[kind]?.found[place] ?? 0) > 0))
        return [
          [`warm search, ${kind}, p50`, percentile(shared, 0.5)],
          [`warm search, ${kind}, p95`, percentile(shared, 0.95)],
          [`${kind} that were answered`, found.filter((each) => each > 0).length],
          [`${kind} that all answered`, shared.length],
        ]
      })
      return [id, { ...rest, ...Object.fromEntries(figures) } as Values]
    }),
  )
}
