import { lstatSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, timed } from './run.js'

/**
 * @typedef {object} Installed
 * @property {string} project the folder from which the package is used
 * @property {number} seconds that npm took
 * @property {number} megabytes of all that it installed
 * @property {number} packages that it installed
 * @property {string[]} scripted the names of those that run a script when they are installed
 */

/**
 * Installs packages by plain npm: programs globally, others in an empty project.
 * @param {import('./machine.js').Machine} machine
 * @param {readonly string[]} words as npm is told
 * @returns {Promise<Installed>}
 */
export async function install({ home, env }, words) {
  const isGlobal = words.includes('--global')
  const project = isGlobal ? home : join(home, 'project')
  mkdirSync(project, { recursive: true })
  if (!isGlobal) writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n')
  const { seconds } = await timed(() => run(['npm', 'install', ...words], { cwd: project, env }))
  const modules = join(isGlobal ? join(env.npm_config_prefix ?? '', 'lib') : project, 'node_modules')
  return { project, seconds, ...measure(modules) }
}

/** A package's manifest, in a folder of modules; packages have others in their folders. */
const manifest = /node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/u

/** @param {string} modules */
function measure(modules) {
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

/** @param {{ scripts?: Record<string, string> }} manifest */
function hasScript({ scripts = {} }) {
  return ['preinstall', 'install', 'postinstall'].some((name) => scripts[name] !== undefined)
}
