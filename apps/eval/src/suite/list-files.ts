import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isPassedOver } from '@recallite/core'

/**
 * The files that an index would look at in a folder: paths in it, with forward slashes, sorted. Links are not followed.
 */
export function listFiles(root: string): string[] {
  const files: string[] = []
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (isPassedOver(entry.name)) continue
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isFile()) files.push(path)
    }
  }
  return files.toSorted()
}
