import { reasonOf } from '@recallite/core'
import type { RecordMemory } from '@recallite/core/records'
import { text as anyText } from '@recallite/core/schema'
import { required } from '@recallite/core/tools'
import { type MemoryRecord, RecordError } from '@recallite/store/records'
import type { ListedRecord, RecordsAnswer } from '@recallite/ui/api'
import * as v from 'valibot'
import type { OpenMemory } from '../open/open-memory.js'
import { asking, reading, type Routes } from '../serve/answer-route.js'
import { withoutMarkup } from './render-markdown.js'

const forgetRequest = v.strictObject({ id: required(anyText, 'id of the record') })
const supersedeRequest = v.strictObject({
  ...forgetRequest.entries,
  content: required(anyText, 'content of the new record'),
})
/** The routes for records, which use the functions of the commands. */
export const recordRoutes: Routes = {
  '/api/records': reading(async (open, { parameters }, { page: { forgetting } }): Promise<RecordsAnswer> => {
    const after = parameters.get('after') || undefined
    const { records, next } = await recordsOf(open).list({ after, limit: 1000 })
    return { records: records.filter(({ id }) => !forgetting.isPending(id)).map(listed), next }
  }),
  '/api/record': reading(async (open, { parameters }, { page: { forgetting } }) => {
    const id = parameters.get('id') ?? ''
    if (forgetting.isPending(id)) return unknown(id)
    return (await recordsOf(open).get(id)) ?? unknown(id)
  }),
  '/api/sessions': reading((open) => recordsOf(open).listSessions({ limit: 1000 })),
  '/api/supersede': asking(supersedeRequest, (open, { id, content }) =>
    recordsOf(open).supersede(id, content, { origin: 'user' }),
  ),
  // A second request forgets the record at once.
  '/api/forget': asking(forgetRequest, async (open, { id }, { page: { forgetting }, held, onFailure }) => {
    if (forgetting.isPending(id)) return forgetting.forgetNow(id).then(() => ({ id }))
    if (!(await recordsOf(open).get(id))) return unknown(id)
    const forget = () => held.use((current) => recordsOf(current).forget(id))
    forgetting.schedule(id, forget, (error) =>
      onFailure(`The record ${id} was not forgotten: ${reasonOf(error)}`),
    )
    return { id }
  }),
  '/api/undo-forget': asking(forgetRequest, async (_, { id }, { page: { forgetting } }) =>
    forgetting.undo(id) ? { id } : unknown(id),
  ),
}

/** A long-running program always has records. */
export function recordsOf({ memory: { records } }: OpenMemory): RecordMemory {
  if (records) return records
  throw new TypeError('The memory was opened without records.')
}

function unknown(id: string): never {
  const message = `There is no record ${id}; it may have been forgotten or have expired.`
  throw new RecordError('RECORD_UNKNOWN', message)
}

const maxCharacters = 200

/** A record as in a list. */
export function listed(record: MemoryRecord): ListedRecord {
  const { content, summary, context: _, tags: __, ...fields } = record
  const text = withoutMarkup((summary ?? content).slice(0, maxCharacters))
  return { ...fields, text, time: record.occurredAt ?? record.createdAt }
}
