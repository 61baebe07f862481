import { lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, listTree } from '../fingerprint.ts'
import type { World } from '../world.ts'
import outsideFiles from './outside.json' with { type: 'json' }

/** Must not occur in any output, because only files outside of the hostile folder contain it. */
export const canary = 'Canarius sleeps behind the seventh dune'
/** The word that would find the canary's files. */
export const canaryWord = 'zqcanaryword'
/** The word of the folder's own note. */
export const noteWord = 'zqownword'

/** Writes files of the user outside of the folder. */
export function writeOutside(world: World): void {
  for (const [path, text] of Object.entries(outsideFiles)) {
    mkdirSync(dirname(join(world.folder, path)), { recursive: true })
    writeFileSync(join(world.folder, path), text.replaceAll('CANARY', canary).replace('WORD', canaryWord))
  }
}

/** Bytes, times and modes of all files of the user, except those of the program. */
export function outsideState({ folder }: World): string {
  const paths = ['outside', 'home'].flatMap((name) =>
    listTree(join(folder, name)).map((path) => join(name, path)),
  )
  const users = paths.filter((path) => !/^home\/\.recallite(?:\/|$)/.test(path))
  return users.map((path) => `${path} ${stateOf(join(folder, path))}`).join('\n')
}

/** Ignores the times of folders, which change when the program adds files to the home. */
function stateOf(path: string): string {
  const { mtimeMs, ctimeMs, mode, size, ino } = lstatSync(path)
  const what = describe(path)
  return what === 'folder' ? what : [mtimeMs, ctimeMs, mode, size, ino, what].join(' ')
}
