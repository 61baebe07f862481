import type { HealthReport } from '@recallite/ui/api'
import { readWholeStatus, statusRows } from '../commands/status.js'
import { storeSize } from '../open/driver.js'
import { recordsFileOf } from '../open/memory-location.js'
import type { OpenMemory } from '../open/open-memory.js'
import { describeBytes } from '../render/amounts.js'
import { reading, type Content, type Routes, type Service } from '../serve/answer-route.js'
import { residentStatus } from '../serve/resident.js'
import { latestOf } from './notes.js'

/** The routes for the state of a memory. */
export const healthRoutes = {
  '/api/health': reading(describeHealth),
  // `?all` also tries the models and checks for changed files.
  '/api/doctor': {
    method: 'GET',
    answer: async ({ parameters, signal }, { flags }) => {
      const { examineMemory } = await import('../commands/doctor.js')
      return examineMemory(flags, signal, { isQuick: !parameters.has('all') })
    },
  },
} satisfies Routes

async function describeHealth(
  open: OpenMemory,
  _: Content,
  { held, program }: Service,
): Promise<HealthReport> {
  const status = await readWholeStatus(open)
  const { roots, spaces, indexing } = status
  const rows = statusRows({ ...status, resident: residentStatus(program, null) })
  const displayed = rows.filter(([label]) => !['root', 'space', 'to drop one'].includes(label.trim()))
  const changes = roots.map(async (root) => {
    // While files are being read, this time would keep changing.
    const latest = indexing === null ? latestOf(await open.memory.listDocuments(root.name)) : 0
    return { ...root, changedAt: latest === 0 ? null : latest }
  })
  return {
    rows: [...displayed, ...sizeRows(open)],
    roots: await Promise.all(changes),
    spaces,
    indexing,
    failures: held.failures(),
  }
}

/** The sizes of the memory's files; empty without files. */
function sizeRows({ path, connection }: OpenMemory): (readonly [label: string, what: string])[] {
  if (connection.server !== undefined || path === ':memory:') return []
  const [index, records] = [storeSize(path), storeSize(recordsFileOf(path))]
  const sizes = { database: index.file, log: index.log, records: records.file + records.log }
  const parts = Object.entries(sizes).map(([name, bytes]) => `${name} ${describeBytes(bytes)}`)
  return [['on disk', parts.join(', ')]]
}
