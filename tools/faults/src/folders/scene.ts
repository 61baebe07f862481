import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Random } from '@recallite/test-kit/random'
import type { World } from '../world.ts'

/** The parts of a hostile folder. */
export interface Scene {
  readonly world: World
  /** The folder to open. Its MEMORY.md and memory/own.md contain the folder's word. */
  readonly project: string
  readonly outside: string
  readonly random: Random
  /** The address of a server that must not get a key. */
  readonly trap: string
  /** A database that the program created from this folder. */
  readonly shipped: string
}

export interface Kind {
  readonly name: string
  lay(scene: Scene): unknown
  /** Whether the folder's own note may be missing from results. */
  readonly hidesNote?: boolean
  /** A script that changes the folder while it is read. */
  swap?(scene: Scene): string
  readonly commands?: readonly (readonly string[])[]
  readonly folderName?: string
}

/** Writes a file in the hostile folder. */
export function lay({ project }: Pick<Scene, 'project'>, path: string, content: string | Buffer): void {
  const file = join(project, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

/** Replaces an entry by a link. */
export function link({ project }: Pick<Scene, 'project'>, path: string, target: string): void {
  const file = join(project, path)
  mkdirSync(dirname(file), { recursive: true })
  rmSync(file, { recursive: true, force: true })
  symlinkSync(target, file)
}

/** Writes the settings of the folder, as one line of YAML. */
export function laySettings(scene: Pick<Scene, 'project'>, settings: string): void {
  lay(scene, '.recallite.yaml', `{${settings}}\n`)
}

/** Replaces names in capitals by folders and a server. */
export function filled(text: string, { project, outside, trap, world }: Scene): string {
  const values = { PROJECT: project, OUTSIDE: outside, TRAP: trap, WORLD: world.folder }
  return text.replaceAll(/PROJECT|OUTSIDE|TRAP|WORLD/g, (name) => values[name as keyof typeof values])
}

/** One kind per setting. `before` prepares the folder. */
export function settingsKindsOf(
  what: string,
  settings: Readonly<Record<string, string>>,
  before?: (scene: Scene) => void,
): Kind[] {
  return Object.entries(settings).map(([name, text]) => ({
    name: `${what}: ${name}`,
    lay: (scene) => {
      before?.(scene)
      laySettings(scene, filled(text, scene))
    },
  }))
}
