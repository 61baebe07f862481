import { constants, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeNotes, writeNotes, type Note } from './notes.ts'
import { faultsOfRun, runProgram, type Run, type RunOptions } from './program.ts'
import { dimensions, startProvider, type Provider } from './provider.ts'
import { CaseLog, FaultsError } from './run-suite.ts'

/** The key that must only reach the server named by the user. */
export const canaryKey = 'sk-CANARY-faults-6b1f0c9e'

/** Flags to embed texts with the loopback provider. */
export const withProvider = ['--provider', 'openai']
/** Flags for no embeddings. */
export const byWords = ['--provider', 'none']

/** The home, notes and database of one user, always at the same path, because a database contains the paths of its folders. */
export class World {
  readonly folder: string
  readonly home: string
  readonly notesFolder: string
  readonly dataFolder: string
  readonly database: string
  /** The output file of strace. */
  readonly trace: string
  variables: Record<string, string> = {}
  /** A wrapper for commands, such as to enter a small disk. */
  through: readonly string[] = []
  /** The URL of a server that stores the memory instead of a database file. */
  store: string | undefined

  constructor(folder: string) {
    this.folder = folder
    this.home = join(folder, 'home')
    this.notesFolder = join(folder, 'notes')
    this.dataFolder = join(folder, 'data')
    this.database = join(this.dataFolder, 'memory.sqlite')
    this.trace = join(folder, 'tmp', 'trace')
  }

  /** An environment without variables of the machine's user. */
  get env(): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      HOME: this.home,
      TMPDIR: join(this.folder, 'tmp'),
      LANG: 'C.UTF-8',
      NO_COLOR: '1',
      OPENAI_API_KEY: canaryKey,
      ...this.variables,
    }
  }

  clear(): void {
    rmSync(this.folder, { recursive: true, force: true })
    for (const folder of [this.home, this.notesFolder, this.dataFolder, join(this.folder, 'tmp')]) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
    }
  }

  /** Stores the current state under a name. */
  saveAs(template: string): void {
    rmSync(template, { recursive: true, force: true })
    renameSync(this.folder, template)
  }

  restore(template: string): void {
    rmSync(this.folder, { recursive: true, force: true })
    const asItIs = { preserveTimestamps: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE }
    cpSync(template, this.folder, { recursive: true, ...asItIs })
  }

  /** Runs the program with this world's database and logs how it failed. */
  async run(log: CaseLog, args: readonly string[], options: WorldOptions = {}): Promise<Run> {
    const { isKilled = false, isPlain = false, ...others } = options
    const where = this.store === undefined ? ['--db', this.database] : ['--store', this.store]
    const all = isPlain ? args : [...args, ...where]
    const run = await runProgram(all, {
      cwd: this.folder,
      env: this.env,
      through: this.through,
      ...others,
    })
    log.runs.push(run)
    if (!isKilled) log.deadEnds.push(...faultsOfRun(run))
    return run
  }

  /** Runs a command that must succeed before a fault can be tried. */
  async prepare(args: readonly string[], options: WorldOptions = {}): Promise<Run> {
    const run = await this.run(new CaseLog('before any fault'), args, options)
    if (run.exitCode === 0) return run
    throw new FaultsError(`${run.command} failed before any fault: ${run.stdout}${run.stderr}`)
  }
}

export type WorldOptions = Partial<RunOptions> & {
  /** Whether it is killed, and may end in any way. */
  readonly isKilled?: boolean
  /** Whether it finds its database by itself. */
  readonly isPlain?: boolean
}

/** What the cases of a worker share: notes, a provider that embeds them, and states to restore before each case. */
export interface Hall {
  readonly world: World
  readonly provider: Provider
  readonly notes: readonly Note[]
  /** The states: only notes, or also a memory. */
  readonly templates: Readonly<Record<'empty' | 'indexed', string>>
}

/** The amount of data, and its server. */
export interface HallSize {
  readonly files: number
  readonly sections: number
  readonly seed: number
  readonly store?: string
  readonly variables?: Readonly<Record<string, string>>
}

/** Creates notes and a memory by commands. `more` runs in addition to `index`. */
export async function makeHall(
  folder: string,
  { store, variables, ...size }: HallSize,
  more: readonly (readonly string[])[] = [],
): Promise<Hall> {
  const world = new World(join(folder, 'world'))
  world.store = store
  const provider = await startProvider()
  const notes = makeNotes(size)
  const templates = { empty: join(folder, 'empty'), indexed: join(folder, 'indexed') }
  world.clear()
  world.variables = {
    OPENAI_BASE_URL: provider.url,
    RECALLITE_PROVIDERS_OPENAI_DIMENSIONS: String(dimensions),
    RECALLITE_UPDATE_DEBOUNCE: '50ms',
    ...variables,
  }
  writeNotes(world.notesFolder, notes)
  world.saveAs(templates.empty)
  world.restore(templates.empty)
  for (const args of [['index', world.notesFolder, ...withProvider], ...more]) await world.prepare(args)
  world.saveAs(templates.indexed)
  world.restore(templates.indexed)
  return { world, provider, notes, templates }
}

export function hasDatabase({ database }: World): boolean {
  return existsSync(database)
}
