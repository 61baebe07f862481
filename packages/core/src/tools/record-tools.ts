import { RecordError, type JsonObject } from '@recallite/records'
import type { Remembered, RecordMemory } from '../records/record-memory.js'
import {
  createMarker,
  encloseNotes,
  hideInvisible,
  randomText,
  type Randomness,
  showInvisible,
} from './enclose.js'
import { type InputOf, inputSchemaOf, readInput } from './read-input.js'
import { describeDegradation } from './search-text.js'
import { type MemoryTool, toolNames } from './tool.js'
import { toRecordNote, type ToolRecord, toToolRecord } from './tool-record.js'

/** The answer of `memory_remember`. */
export interface MemoryRememberAnswer extends Pick<Remembered, 'outcome' | 'duplicate' | 'degraded'> {
  /** The record that was stored; of a duplicate, the one that says it already. */
  readonly record: ToolRecord
}

/** The answer of `memory_forget`. */
export interface MemoryForgetAnswer {
  readonly id: string
  readonly forgotten: true
}

/** How the tools of records answer. */
export interface RecordToolOptions {
  /** Returns unguessable texts for the markers around records; default 64 random bits. */
  readonly random?: Randomness | undefined
}

const rememberFields = {
  content: {
    type: 'string',
    description: 'One thing, in a sentence that is understood later without this conversation.',
    isRequired: true,
  },
  collection: { type: 'string', description: 'Which collection; usually "default".' },
  session: { type: 'string', description: 'A name for this stretch of work, to recall it as a whole.' },
  confidence: {
    type: 'number',
    minimum: 0,
    maximum: 1,
    description: 'How sure this is: 0.9 unless you say otherwise.',
  },
  context: {
    type: 'object',
    description:
      'What can be filtered for: {"task":{"name":"push"},"params":{"force":{"value":12}},"spatial":{"position":[1,2]}}.',
  },
  summary: { type: 'string', description: 'A shorter text for people.' },
  scopeFiles: { type: 'array', description: 'Files that it is about.' },
  scopeEntities: { type: 'array', description: 'Functions, machines, people that it is about.' },
  tags: { type: 'array', description: 'Words to group it by.' },
  occurredAt: { type: 'string', description: 'When it happened, if not now: "2026-02-11T14:30Z".' },
  supersedes: { type: 'string', description: 'The id of a record that this one takes the place of.' },
  allowDuplicate: { type: 'boolean', description: 'Store it although a record says it already.' },
} as const

/** The tool `memory_remember`: stores a record, or says which one says it already. */
export function memoryRememberTool(
  records: Pick<RecordMemory, 'remember' | 'supersede'>,
  { random = randomText }: RecordToolOptions = {},
): MemoryTool<MemoryRememberAnswer> {
  return {
    name: toolNames.remember,
    description: `Keep a short text for later conversations: a fact, decision or preference that you were told, or what worked or failed and with which numbers. Call it once for each thing. A text that is known already is not stored twice. ${toolNames.search} finds it again.`,
    inputSchema: inputSchemaOf(rememberFields),
    effect: 'adds',
    async execute(input, { signal } = {}) {
      const asked = readInput(toolNames.remember, rememberFields, input)
      signal?.throwIfAborted()
      const remembered = await store(records, asked)
      const { outcome, duplicate, degraded } = remembered
      const record = toToolRecord(remembered.record)
      const structured = { outcome, record, duplicate, degraded }
      return { structured, text: describeRemembered(structured, random) }
    },
  }
}

function store(
  records: Pick<RecordMemory, 'remember' | 'supersede'>,
  { content, supersedes, allowDuplicate, ...given }: InputOf<typeof rememberFields>,
): Promise<Remembered> {
  // What came as JSON can be said as JSON.
  const fields = { ...given, context: given.context as JsonObject | undefined }
  if (supersedes !== undefined) return records.supersede(hideInvisible(supersedes), content, fields)
  return records.remember(content, { ...fields, allowDuplicate })
}

function describeRemembered(
  { outcome, record, duplicate, degraded }: MemoryRememberAnswer,
  random: Randomness,
): string {
  const failures = degraded.map(describeDegradation)
  if (outcome === 'added') return [`Remembered as ${record.id}.`, ...failures].join('\n\n')
  const how =
    duplicate === null ? '' : ` (the same by ${duplicate.by}, ${Number(duplicate.similarity.toFixed(2))})`
  const notes = [toRecordNote(record)]
  return [
    `Not stored: ${record.id} says it already${how}. Give allowDuplicate, or supersedes: ${JSON.stringify(record.id)} if it is no longer right.`,
    encloseNotes(notes, createMarker(notes, random)),
    ...failures,
  ].join('\n\n')
}

const forgetFields = {
  id: {
    type: 'string',
    description: `As ${toolNames.search} or ${toolNames.recall} gives it.`,
    isRequired: true,
  },
} as const

/** The tool `memory_forget`: takes a record away for good; an unknown one is a RecordError `RECORD_UNKNOWN`. */
export function memoryForgetTool(records: Pick<RecordMemory, 'forget'>): MemoryTool<MemoryForgetAnswer> {
  return {
    name: toolNames.forget,
    description: `Forget a record for good, when the user asks for it. For one that is only outdated, call ${toolNames.remember} with supersedes: the old one then stays readable.`,
    inputSchema: inputSchemaOf(forgetFields),
    effect: 'removes',
    async execute(input, { signal } = {}) {
      const { id: asked } = readInput(toolNames.forget, forgetFields, input)
      signal?.throwIfAborted()
      const id = showInvisible(asked)
      const name = JSON.stringify(id)
      if (!(await records.forget(hideInvisible(asked)))) {
        const message = `There is no record ${name}: nothing was forgotten. Give an id as ${toolNames.recall} shows it.`
        throw new RecordError('RECORD_UNKNOWN', message)
      }
      return { structured: { id, forgotten: true }, text: `Forgot ${name}.` }
    },
  }
}
