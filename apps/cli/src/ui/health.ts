import { printable } from '@recallite/command-line'
import type { Examination, Finding, HealthReport } from '@recallite/ui/api'
import { examineMemory } from '../commands/doctor.js'
import { readWholeStatus, statusRows } from '../commands/status.js'
import { storeSize } from '../open/driver.js'
import { recordsFileOf } from '../open/memory-location.js'
import type { OpenMemory } from '../open/open-memory.js'
import { describeBytes } from '../render/amounts.js'
import type { RestService } from '../serve/answer-rest.js'
import type { Routes } from '../serve/answer-route.js'
import { residentStatus } from '../serve/resident.js'

/** What the page asks about the state of a memory. */
export const healthRoutes = {
  '/api/health': {
    method: 'GET',
    answer: (_, service) => service.held.use((open) => describeHealth(open, service)),
  },
  // `?all` also asks the models and looks for changed files.
  '/api/doctor': {
    method: 'GET',
    answer: async ({ parameters, signal }, { flags }): Promise<Examination> => {
      const { findings } = await examineMemory(flags, signal, { isQuick: !parameters.has('all') })
      return { findings: findings.map(showFinding) }
    },
  },
} satisfies Routes<RestService>

/** As the terminal shows it. */
function showFinding({ name, state, detail, cause, fix }: Finding): Finding {
  return {
    name,
    state,
    detail: printable(detail),
    cause: cause && printable(cause),
    fix: fix && printable(fix),
  }
}

async function describeHealth(open: OpenMemory, { held, program }: RestService): Promise<HealthReport> {
  const status = await readWholeStatus(open)
  const { roots, spaces, indexing } = status
  const rows = statusRows({ ...status, resident: residentStatus(program, null) })
  const shown = rows.filter(([label]) => !['root', 'space', 'to drop one'].includes(label.trim()))
  return {
    rows: [...shown, ...sizeRows(open)],
    roots: await Promise.all(
      roots.map(async ({ name, path, files, chunks }) => {
        // While files are read, every second is the last change.
        const changedAt = indexing === null ? await lastChange(open, name) : null
        return { name: printable(name), path: printable(path), files, chunks, changedAt }
      }),
    ),
    spaces,
    indexing,
    failures: held.failures().map((line) => printable(line)),
  }
}

/** When a document of a root was last read, as an ISO date; null if the root has none. */
async function lastChange({ memory }: OpenMemory, root: string): Promise<string | null> {
  const documents = await memory.listDocuments(root)
  const latest = documents.reduce((max, { readAt }) => Math.max(max, readAt), 0)
  return latest === 0 ? null : new Date(latest).toISOString()
}

/** How much space files take up that are this memory's; none of a memory that has no file. */
function sizeRows({ path, connection }: OpenMemory): (readonly [label: string, what: string])[] {
  if (connection.server !== undefined || path === ':memory:') return []
  const [index, records] = [storeSize(path), storeSize(recordsFileOf(path))]
  const sizes = { database: index.file, 'its log': index.log, records: records.file + records.log }
  const parts = Object.entries(sizes).map(([name, bytes]) => `${name} ${describeBytes(bytes)}`)
  return [['on disk', parts.join(', ')]]
}
