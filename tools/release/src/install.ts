import { lstatSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, timed } from './run.ts'
import type { Machine } from './machine.ts'

export interface Installed {
  readonly project: string
  readonly seconds: number
  readonly megabytes: number
  readonly packages: number
  /** The names of packages with an install script. */
  readonly scripted: string[]
}

/** Installs packages with npm and the arguments `words`: programs globally, others in an empty project. */
export async function install({ home, env }: Machine, words: readonly string[]): Promise<Installed> {
  const isGlobal = words.includes('--global')
  const project = isGlobal ? home : join(home, 'project')
  mkdirSync(project, { recursive: true })
  if (!isGlobal) writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n')
  const { seconds } = await timed(() => run(['npm', 'install', ...words], { cwd: project, env }))
  const modules = join(isGlobal ? join(env.npm_config_prefix ?? '', 'lib') : project, 'node_modules')
  return { project, seconds, ...measure(modules) }
}

/** The manifest of a package in `node_modules`, not the additional ones in its folders. */
const manifest = /node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/u

function measure(modules: string) {
  const entries = readdirSync(modules, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const manifests = files
    .filter((path) => manifest.test(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')))
  const bytes = files.reduce((sum, path) => sum + lstatSync(path).size, 0)
  return {
    megabytes: bytes / 1e6,
    packages: manifests.length,
    scripted: [...new Set(manifests.filter(hasScript).map(({ name }) => String(name)))].toSorted(),
  }
}

function hasScript({ scripts = {} }: { scripts?: Record<string, string> }) {
  return ['preinstall', 'install', 'postinstall'].some((name) => scripts[name] !== undefined)
}
