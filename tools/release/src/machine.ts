import { existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface Machine {
  readonly home: string
  readonly env: NodeJS.ProcessEnv
}

/** A user's machine in a new folder: an empty home, Node, npm and a shell on the PATH, no compiler, and one registry for npm. */
export function makeMachine(folder: string, registry: string): Machine {
  const [home, bin] = [join(folder, 'home'), join(folder, 'bin')]
  for (const path of [home, bin]) mkdirSync(path, { recursive: true })
  for (const [name, program] of Object.entries(findPrograms(process.env.PATH ?? ''))) {
    symlinkSync(program, join(bin, name))
  }
  const prefix = join(home, '.npm-global')
  const path = [join(prefix, 'bin'), bin].join(delimiter)
  const npm = { npm_config_registry: registry, npm_config_prefix: prefix }
  return { home, env: { PATH: path, HOME: home, NO_COLOR: '1', ...npm } }
}

/** The programs needed to install and run packages. */
const programs = ['npm', 'npx', 'sh']

/** Programs by name: the current Node, and the first match on a PATH for others. */
function findPrograms(path: string): Record<string, string> {
  const found = programs.map((name) => {
    const file = path
      .split(delimiter)
      .map((folder) => join(folder, name))
      .find((each) => existsSync(each))
    if (file === undefined) throw new Error(`There is no ${name} on the PATH.`)
    // npm finds its files next to the real path.
    return [name, realpathSync(file)]
  })
  return Object.fromEntries([['node', process.execPath], ...found])
}
