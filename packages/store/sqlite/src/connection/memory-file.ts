import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'

/** Whose memory a database holds. */
export interface MemoryOwner {
  /** A name that a file can have. */
  readonly agent: string
  /** The real path of the project whose memory it is; without one it is the user's own memory. */
  readonly project?: string | undefined
}

/**
 * Where a memory's database is that was given no other place: `<agent>.sqlite` for the user's own memory,
 * `projects/<name>-<hash of its path>/<agent>.sqlite` for that of a project.
 * @param folder the folder of all memories
 */
export function memoryFile(folder: string, { agent, project }: MemoryOwner): string {
  const file = `${agent}.sqlite`
  return project === undefined ? join(folder, file) : join(folder, 'projects', folderNameOf(project), file)
}

const longestName = 40
const hashLength = 12

/** The name is for people who look into the folder; the hash keeps projects of one name apart. */
function folderNameOf(project: string): string {
  const name = basename(project)
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, longestName)
  return `${name}-${createHash('sha256').update(project).digest('hex').slice(0, hashLength)}`
}
