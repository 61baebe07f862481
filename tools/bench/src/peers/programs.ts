import { cpSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assertResult } from '../benchmark-error.ts'
import type { Values, Benchmark } from '../benchmark.ts'
import { drawQuestions } from '../generate-corpus.ts'
import { createRandom } from '@recallite/test-kit/random'
import { driverPath, hostPath, program, run, withoutModel, type RunOptions } from '../run.ts'
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
const memory = 'memory' as const

const kinds = ['two words', 'questions'] as const

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
    const sides = [ours, ...peersOf(names).map(({ name }) => name), bare]
    return Object.fromEntries(
      sides.map((name) => {
        const side = makers[name]?.(space) as Program
        return [name, () => measureProgram(side, space, questions)]
      }),
    )
  },
}

async function measureProgram(
  side: Program,
  space: Workspace,
  questions: Record<(typeof kinds)[number], string[]>,
): Promise<Values> {
  const home = mkdtempSync(join(space.folder, 'home-'))
  const env = { XDG_CACHE_HOME: join(home, '.cache'), XDG_CONFIG_HOME: join(home, '.config') }
  const options = { cwd: home, home, env }
  const first = await run(side.index(home), { ...options, isMemoryWanted: true })
  const again = side.update && (await run(side.update, options)).milliseconds
  const [words = ''] = questions['two words']
  const cold = await run(side.search(words), options)
  assertResult(side.count?.(cold.stdout) !== 0, `Nothing was found for "${words}".`)
  return {
    'first index': first.milliseconds,
    'index again, nothing changed': again,
    'cold search of two words': cold.milliseconds,
    database: bytesOf(side.database(home)) / 1e6,
    'memory of the first index': first.megabytes,
    ...(side.answer && (await askWarm(side.answer(home), questions, options))),
  }
}

/** Each question has words of one note, so that every program finds something. */
async function askWarm(answer: readonly string[], questions: object, options: RunOptions) {
  const args = [hostPath('peers/hosts/answers.ts'), ...answer, JSON.stringify(questions)]
  const { stdout, megabytes } = await run(args, { ...options, isMemoryWanted: true })
  const times: Record<string, number[]> = JSON.parse(stdout)
  const figures = kinds.flatMap((kind) => [
    [`warm search, ${kind}, p50`, percentile(times[kind] ?? [], 0.5)],
    [`warm search, ${kind}, p95`, percentile(times[kind] ?? [], 0.95)],
  ])
  return { 'memory of warm searches': megabytes, ...Object.fromEntries(figures) }
}

function bytesOf({ folder, names }: { folder: string; names: RegExp }) {
  const files = readdirSync(folder).filter((name) => names.test(name))
  assertResult(files.length > 0, `There is no database in ${folder}.`)
  return files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}
