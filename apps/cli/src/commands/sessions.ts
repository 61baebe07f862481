import { printable, renderJson, UsageError, type Request } from '@recallite/command-line'
import type { SessionEntry } from '@recallite/records'
import type { Flags } from '../flags/flags.js'
import { withRecordStore } from '../open/open-records.js'
import { count } from '../render/amounts.js'
import { dateAndTime } from '../render/recall.js'
import { renderTable } from '../render/table.js'

/** `recallite sessions`, `recallite sessions start [ID]`, `recallite sessions end ID` */
export async function runSessions(request: Request<Flags>): Promise<void> {
  const [action = 'list', id] = request.words
  if (action === 'list') await listSessions(request)
  else if (action === 'start') await startSession(request, id)
  else if (action === 'end') await endSession(request, id)
  else {
    throw new UsageError(
      `'sessions ${action}' is not known. There are 'sessions', 'sessions start [ID]' and 'sessions end ID'.`,
    )
  }
}

/** How many sessions are listed at most. */
const most = 1000

async function listSessions({ flags, io }: Request<Flags>): Promise<void> {
  const { collection } = flags
  const sessions = await withRecordStore(flags, { onlyReads: true }, (store) =>
    store.listSessions({ collection, limit: most }),
  )
  if (flags.json) io.write(renderJson(sessions))
  else if (sessions.length === 0) io.talk('There is no session yet. Start one: recallite sessions start\n')
  else io.write(renderTable(sessions.map(rowOf), { columns: io.columns, numbers: [2] }))
  if (sessions.length === most) io.talk(`Only the latest ${most} sessions are listed.\n`)
}

function rowOf({ id, collection, records, startedAt, endedAt, summary }: SessionEntry): string[] {
  const end = endedAt === null ? 'goes on' : `ended ${dateAndTime(endedAt)}`
  const cells = [id, collection, count(records, 'record'), dateAndTime(startedAt), end, summary ?? '']
  return cells.map((cell) => printable(cell))
}

async function startSession({ flags, io }: Request<Flags>, id: string | undefined): Promise<void> {
  const { collection, context } = flags
  const session = await withRecordStore(flags, {}, (store) => store.startSession({ id, collection, context }))
  io.write(flags.json ? renderJson(session) : `${printable(session.id)}\n`)
}

async function endSession({ flags, io }: Request<Flags>, id: string | undefined): Promise<void> {
  if (id === undefined) throw new UsageError("Say which session: 'recallite sessions end ID'.")
  const { summary } = flags
  const session = await withRecordStore(flags, { onlyReads: true }, (store) =>
    store.endSession(id, { summary }),
  )
  if (flags.json) io.write(renderJson(session))
  else io.talk(`The session ${printable(session.id)} has ended.\n`)
}
