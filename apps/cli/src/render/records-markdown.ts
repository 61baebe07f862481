import { printable } from '@recallite/command-line'
import type { MemoryRecord } from '@recallite/records'
import { percentOf } from './amounts.js'
import { codeSpan, fenced, literal } from './markdown.js'
import { timeOf } from './recall.js'

/**
 * Records as Markdown for people, by collection and in the order in which they are given, a block for each: when, the
 * content in a fence, and what else is known. Nothing that records contain has a meaning in that Markdown.
 */
export function* renderRecordsMarkdown(records: readonly MemoryRecord[]): Generator<string, void, void> {
  const collections = Map.groupBy(records, ({ collection }) => collection)
  let isFirst = true
  for (const name of [...collections.keys()].toSorted()) {
    yield `${isFirst ? '' : '\n'}# ${literal(printable(name))}\n`
    isFirst = false
    for (const record of collections.get(name) ?? []) yield renderRecord(record)
  }
}

function renderRecord(record: MemoryRecord): string {
  const { content, summary } = record
  const blocks = [
    `## ${timeOf(record)}`,
    ...(summary === null ? [] : [literal(printable(summary))]),
    fenced(printable(content, { keepLines: true })),
    factsOf(record)
      .map(([name, value]) => `- ${name}: ${value}`)
      .join('\n'),
  ]
  return `\n${blocks.join('\n\n')}\n`
}

function factsOf(record: MemoryRecord): (readonly [name: string, value: string])[] {
  const { id, session, confidence, tags, scopeFiles, scopeEntities, context, status, supersededBy } = record
  const lists = [
    ['tags', tags],
    ['files', scopeFiles],
    ['about', scopeEntities],
  ] as const
  return [
    ['id', codeSpan(printable(id))],
    ...(session === null ? [] : [['session', codeSpan(printable(session))] as const]),
    ['confidence', percentOf(confidence)],
    ...lists.flatMap(([name, entries]) =>
      entries.length === 0
        ? []
        : [[name, entries.map((entry) => codeSpan(printable(entry))).join(', ')] as const],
    ),
    ...(Object.keys(context).length === 0
      ? []
      : [['context', codeSpan(printable(JSON.stringify(context)))] as const]),
    ...(status === 'active'
      ? []
      : [['superseded by', codeSpan(printable(supersededBy ?? 'another record'))] as const]),
  ]
}
