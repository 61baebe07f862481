import { realpathSync } from 'node:fs'
import type { Root } from '@recallite/store'

/** Why a root's files cannot be told to be its own now; undefined where all is well. */
export function rootTrouble({ path }: Root): string | undefined {
  try {
    return realpathSync(path) === path ? undefined : `the folder ${path} is a link to another place now`
  } catch {
    return `the folder ${path} cannot be reached`
  }
}
