/* The compared programs, how to use each, and how to install others from npm. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { BenchmarkError } from '../benchmark-error.ts'
import { ourVersion } from '../measure.ts'
import table from './programs.json' with { type: 'json' }

/**
 * How to use a program without a model, in a home folder that each first indexing creates again. Its commands contain
 * placeholders: PROGRAM for our program, PACKAGE for the package folder, LIBRARIES for other libraries, BARE and DRIVER for plain SQLite; CORPUS, HOME, WORDS.
 */
export interface Program {
  /** Its npm package and measured version. */
  readonly package?: string
  readonly version?: string
  /** The settings of OpenClaw, which stores the notes in its home. */
  readonly settings?: object
  readonly index: readonly string[]
  /** Indexing without changed files. */
  readonly update?: readonly string[]
  readonly search: readonly string[]
  readonly database: string
  /** The arguments of the host that answers queries, if the program is also a library. */
  readonly answer?: readonly string[]
  /** The same for a long-running process with its default freshness. */
  readonly answerFresh?: readonly string[]
}

/** Ours first, plain SQLite last. */
const programTable: Readonly<Record<string, Program>> = table

const ours = 'Recallite'

export const peerNames = Object.keys(programTable).filter((name) => programTable[name]?.package)

/** The sides of a comparison with these peers. */
export const sidesWith = (peers: readonly string[]) =>
  Object.entries(programTable).filter(([name]) => peers.includes(name) || !peerNames.includes(name))

/** The program of a side; SQLite's FTS5 has no package. */
export const programOf = (side: string): Pick<Program, 'package' | 'version'> => programTable[side] ?? {}

export function versionOf(side: string) {
  return side === ours ? ourVersion() : (programTable[side]?.version ?? 'SQLite only')
}

/**
 * Installs a peer into the user's cache, once per version, without install scripts. Returns the package folder, or an empty
 * string for a program without a package.
 * @throws BenchmarkError `NOT_INSTALLED`
 */
export function installPeer({ package: name, version }: Pick<Program, 'package' | 'version'>): string {
  if (name === undefined) return ''
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
  const folder = join(cache, 'recallite-bench', `${name.replaceAll('/', '+')}-${version}`)
  const installed = join(folder, 'node_modules', name)
  const isDone = join(folder, 'installed')
  if (existsSync(isDone)) return installed
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const args = ['install', ...quietly, `${name}@${version}`]
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new BenchmarkError('NOT_INSTALLED', `npm cannot install ${name}: ${stderr}`)
  writeFileSync(isDone, '')
  return installed
}
