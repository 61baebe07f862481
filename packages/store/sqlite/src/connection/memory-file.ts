import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'

/** The owner of a memory. */
export interface MemoryOwner {
  /** A valid file name. */
  readonly agent: string
  /** The real path of the project; without one it is the user's memory. */
  readonly project?: string | undefined
}

/**
 * The default path of a memory's database: `<agent>.sqlite` for the user's memory, `projects/<name>-<hash of the
 * path>/<agent>.sqlite` for a project's.
 * @param folder the folder of all memories
 */
export function memoryFile(folder: string, { agent, project }: MemoryOwner): string {
  const file = `${agent}.sqlite`
  return project === undefined ? join(folder, file) : join(folder, 'projects', folderNameOf(project), file)
}

const maxNameLength = 40
const hashLength = 12

/** The name is for people; the hash separates projects of the same name. */
function folderNameOf(project: string): string {
  const name = basename(project)
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, maxNameLength)
  return `${name}-${createHash('sha256').update(project).digest('hex').slice(0, hashLength)}`
}
