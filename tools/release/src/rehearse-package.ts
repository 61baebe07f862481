import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { adapt } from './adaptations.ts'
import { firstExample, installWords, runExample } from './example.ts'
import { install } from './install.ts'
import { makeMachine } from './machine.ts'
import { Failure, run, timed } from './run.ts'
import type { WorkspacePackage } from '@recallite/checks/workspace'

/** The environment of a rehearsal. */
export interface Stage {
  readonly repository: string
  readonly scratch: string
  readonly clone: string
  readonly registry: string
  readonly services: string
  readonly servers: { stop(): unknown }[]
  /** The packages whose install script is not needed. */
  readonly unneededScripts: readonly string[]
  readonly packages: readonly WorkspacePackage[]
}

/** The result of a rehearsed package. */
export interface Row {
  readonly name: string
  /** Missing if npm failed. */
  installed?: { megabytes: number; packages: number; seconds: number }
  /** Missing if the example failed. */
  readonly exampleSeconds?: number
  readonly failure?: string
}

/** Installs one package on a separate machine and runs the first example of its README. Returns measurements. */
export async function rehearsePackage(
  { folder, manifest: { name, exports } }: WorkspacePackage,
  stage: Stage,
): Promise<Row> {
  // A program, or the plugin of one.
  const isProgram = exports?.['.'] === undefined
  const row: Row = { name }
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
    // A program's README also installs models, which are optional.
    if (!isProgram && alone.length < pinned.length)
      await run(['npm', 'install', ...pinned], { cwd: project, env })
    const load = (path: string) => import(pathToFileURL(join(stage.repository, path)).href)
    const written = firstExample(readme, isProgram)
    const { code, shows } = await adapt(name, written, { ...stage, project, load })
    const { seconds } = await timed(() => runExample({ code, isProgram, project, env }, shows))
    return { ...row, exampleSeconds: seconds }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { ...row, failure: error.message }
  }
}

function checkScripts(scripted: readonly string[], unneeded: readonly string[]) {
  const unknown = scripted.filter((name) => !unneeded.includes(name))
  if (unknown.length === 0) return
  throw new Failure(
    `${unknown.join(', ')} has an install script, which npm may not run. If everything works without it, add it to ignoredBuiltDependencies in pnpm-workspace.yaml.`,
  )
}
