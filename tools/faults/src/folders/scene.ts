import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Random } from '@recallite/test-kit/random'
import type { World } from '../world.ts'

/** What a hostile folder is made of. */
export interface Scene {
  readonly world: World
  /** The folder that is opened; it has MEMORY.md and memory/own.md with the folder's own word. */
  readonly project: string
  readonly outside: string
  readonly random: Random
  /** Address of a server that must not be sent a key. */
  readonly trap: string
  /** A database that the program made of this very folder. */
  readonly shipped: string
}

export interface Kind {
  readonly name: string
  lay(scene: Scene): unknown
  /** Whether the folder's own note may stay unfound. */
  readonly hidesNote?: boolean
  /** A script that goes on changing the folder while it is read. */
  swap?(scene: Scene): string
  readonly commands?: readonly (readonly string[])[]
  readonly folderName?: string
}

/** Writes a file of the hostile folder, by its path below it. */
export function lay({ project }: Pick<Scene, 'project'>, path: string, content: string | Buffer): void {
  const file = join(project, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

/** Puts a link in place of whatever is there. */
export function link({ project }: Pick<Scene, 'project'>, path: string, target: string): void {
  const file = join(project, path)
  mkdirSync(dirname(file), { recursive: true })
  rmSync(file, { recursive: true, force: true })
  symlinkSync(target, file)
}

/** Writes the settings that come with the folder, in one line of YAML. */
export function laySettings(scene: Pick<Scene, 'project'>, settings: string): void {
  lay(scene, '.recallite.yaml', `{${settings}}\n`)
}

/** A text in which names in capitals stand for folders, and for a server. */
export function filled(text: string, { project, outside, trap, world }: Scene): string {
  const values = { PROJECT: project, OUTSIDE: outside, TRAP: trap, WORLD: world.folder }
  return text.replaceAll(/PROJECT|OUTSIDE|TRAP|WORLD/g, (name) => values[name as keyof typeof values])
}

/** A kind for each of these settings, with what `before` lays. */
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
