import { writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { pnpmCommand } from '@recallite/checks/pnpm-command'
import { run } from './run.js'

/** @typedef {import('@recallite/checks/workspace').WorkspacePackage} WorkspacePackage */

/**
 * Clones the last commit of a repository, with what its lockfile names.
 * @param {string} repository
 * @param {string} clone the folder to make
 */
export async function makeClone(repository, clone) {
  await run(['git', 'clone', '--quiet', repository, clone], { cwd: repository })
  // The Node that runs us is used: its package, the only one with a script, need not fetch it again.
  await runPnpm(clone, ['install', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts'])
}

/** Gives the packages their next versions. @param {string} clone */
export async function version(clone) {
  await runPnpm(clone, ['run', 'release:version'])
}

/**
 * Those of `chosen` and what they need of this workspace, directly or not.
 * @param {readonly WorkspacePackage[]} packages
 * @param {readonly string[]} chosen names
 * @returns {WorkspacePackage[]}
 */
export function withDependencies(packages, chosen) {
  const needed = new Set(chosen)
  // A set gives what is added to it while it is gone through, too.
  for (const name of needed) {
    const found = packages.find(({ manifest }) => manifest.name === name)
    for (const dependency of Object.keys(found?.manifest.dependencies ?? {})) needed.add(dependency)
  }
  return packages.filter(({ manifest }) => needed.has(manifest.name))
}

/**
 * Builds packages. What turbo built once for the repository, from the same files, is taken from there.
 * @param {{ repository: string, clone: string, packages: readonly WorkspacePackage[] }} options
 */
export async function build({ repository, clone, packages }) {
  const filters = packages.map(({ manifest }) => `--filter=${manifest.name}`)
  const cache = `--cache-dir=${join(repository, '.turbo/cache')}`
  await runPnpm(clone, ['exec', 'turbo', 'run', 'build', ...filters, cache, '--output-logs=errors-only'])
}

/**
 * Packs and publishes all packages with the commands of a release, which take no names: also those that are not built.
 * @param {string} clone
 * @param {string} registry
 */
export async function publish(clone, registry) {
  // The registry takes packages from everybody; npm insists on a token.
  const token = `${registry.replace(/^http:/u, '')}:_authToken=none`
  // What started us may name a registry in variables, which come before files.
  const settings = { npm_config_userconfig: join(clone, '.npmrc'), npm_config_registry: registry }
  writeFileSync(settings.npm_config_userconfig, `registry=${registry}\n${token}\n`)
  await runPnpm(clone, ['exec', 'changeset', 'pack', '--out-dir', 'release'], settings)
  await runPnpm(clone, ['run', 'release:publish'], settings)
}

/**
 * Runs pnpm with the Node that runs us first on the PATH.
 * @param {string} cwd
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [settings]
 */
function runPnpm(cwd, args, settings = {}) {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  // A variable of npm counts in small letters and in capitals.
  const isSet = (/** @type {string} */ name) => name.toLowerCase() in settings
  const inherited = Object.entries(process.env).filter(([name]) => !isSet(name))
  const env = { ...Object.fromEntries(inherited), PATH: path, TURBO_TELEMETRY_DISABLED: '1', ...settings }
  return run([...pnpmCommand(), ...args], { cwd, env })
}
