import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { adaptations } from './adaptations.js'
import { firstExample, installWords, runExample } from './example.js'
import { install } from './install.js'
import { makeMachine } from './machine.js'
import { Failure, run, timed } from './run.js'

/**
 * @typedef {object} Stage where packages are rehearsed
 * @property {string} repository the folder whose fixtures are used
 * @property {string} scratch a folder for machines
 * @property {string} clone what was published
 * @property {string} registry
 * @property {string} services
 * @property {{ stop(): unknown }[]} servers
 * @property {readonly string[]} unneededScripts the packages whose install script nothing needs
 * @property {readonly import('./clone.js').WorkspacePackage[]} packages all that were published
 */

/**
 * @typedef {object} Row of a package that was rehearsed
 * @property {string} name
 * @property {{ megabytes: number, packages: number, seconds: number }} [installed] missing where npm failed
 * @property {number} [exampleSeconds] missing where the example failed
 * @property {string} [failure]
 */

/**
 * Installs one package on a machine of its own and runs the first example of its README.
 * @param {import('./clone.js').WorkspacePackage} subject
 * @param {Stage} stage
 * @returns {Promise<Row>} what was measured until it failed, if it did
 */
export async function rehearsePackage({ folder, manifest: { name, bin } }, stage) {
  const isProgram = bin !== undefined
  /** @type {Row} */
  const row = { name }
  try {
    const machine = makeMachine(join(stage.scratch, name.replace('/', '-')), stage.registry)
    const readme = readFileSync(join(stage.clone, folder, 'README.md'), 'utf8')
    const words = installWords(readme)
    const versions = new Map(stage.packages.map(({ manifest }) => [manifest.name, manifest.version]))
    const pinned = words.map((word) => (versions.has(word) ? `${word}@${versions.get(word)}` : word))
    const alone = pinned.filter((_, index) => words[index] === name || !versions.has(words[index] ?? ''))
    const installed = await install(machine, alone)
    row.installed = installed
    const { project, scripted } = installed
    checkScripts(scripted, stage.unneededScripts)
    const { env } = machine
    if (!isProgram)
      await run(['node', '--input-type=module', '--eval', `import '${name}'`], { cwd: project, env })
    // What a program's README names beside it are models, which it does without.
    if (!isProgram && alone.length < pinned.length)
      await run(['npm', 'install', ...pinned], { cwd: project, env })
    const { adapt, shows } = adaptations[name] ?? {}
    const load = (/** @type {string} */ path) => import(pathToFileURL(join(stage.repository, path)).href)
    const written = firstExample(readme, isProgram)
    const code = (await adapt?.(written, { ...stage, project, load })) ?? written
    const { seconds } = await timed(() => runExample({ code, isProgram, project, env }, shows))
    return { ...row, exampleSeconds: seconds }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { ...row, failure: error.message }
  }
}

/**
 * @param {readonly string[]} scripted
 * @param {readonly string[]} unneeded
 */
function checkScripts(scripted, unneeded) {
  const unknown = scripted.filter((name) => !unneeded.includes(name))
  if (unknown.length === 0) return
  throw new Failure(
    `The install script of ${unknown.join(', ')} may be needed, and npm need not run it. If everything works without, name it under ignoredBuiltDependencies in pnpm-workspace.yaml.`,
  )
}
