import type { Item } from '@recallite/store'
import { expect, it } from 'vitest'
import { isAboutNow, isNamed, readStatus } from './note-status.js'

const today = '2026-03-04'

it.each([
  [{ status: 'superseded' }, 'superseded'],
  [{ Status: 'Deprecated' }, 'deprecated'],
  [{ STATUS: ['in review', 'ARCHIVED'] }, 'archived'],
  [{ status: '🗄 archived since May' }, 'archived'],
  [{ status: 'status/draft' }, 'draft'],
  [{ status: 'superseded by [ADR-0007](0007-queue.md)' }, 'superseded'],
  [{ status: 'veraltet' }, 'veraltet'],
  [{ draft: true }, 'draft'],
  [{ 'Superseded By': '[[queue]]', status: 'accepted' }, 'superseded'],
  [{ replaced_by: ['queue.md'] }, 'superseded'],
  [{ superseded_by: [['queue']] }, 'superseded'],
  [{ 'valid-until': '2026-03-03' }, 'expired'],
  [{ validUntil: '2026/02' }, 'expired'],
  [{ valid_until: '31.12.2024' }, 'expired'],
  [{ expiryDate: 'March 3, 2024' }, 'expired'],
  [{ expires: 1_704_067_200 }, 'expired'],
  [{ archived: '2024-05-01' }, 'archived'],
  [{ published: false }, 'draft'],
  [{ status: 'in draft' }, 'draft'],
])('%j is not in force', (metadata, status) => {
  expect(readStatus(metadata, today).status).toBe(status)
})

it.each([
  { status: 'accepted', superseded_by: '', valid_until: null },
  { superseded_by: 'none', draft: false, archived: 'no' },
  { superseded_by: [], valid_until: '2026-03-04' },
  { valid_until: 'end of the lease', status: { name: 'draft' } },
  { status: 'not deprecated' },
  { status: 'drafted by Anna' },
  { supersedes: '[[old]]' },
])('%j is in force', (metadata) => {
  expect(readStatus(metadata, today).status).toBeUndefined()
})

const item = (path: string, title: string, metadata = {}): Item => {
  const lines = { startLine: 1, endLine: 1, startColumn: null, endColumn: null }
  const attributes = { title, heading: [], isSecret: false, metadata }
  return {
    id: path,
    kind: 'chunk',
    text: title,
    locator: { root: 'notes', path, ...lines },
    attributes,
    time: null,
  }
}

it.each([
  '[[0007-queue]]',
  '[[decisions/0007-queue.md|the queue]]',
  '[ADR](../decisions/0007-queue.md#status)',
  '0007-queue.md',
  'ADR-0007',
  'The Queue',
  'mq',
])('%s names a note', (text) => {
  const [name = ''] = readStatus({ superseded_by: text }, today).supersededBy
  expect(isNamed(name, item('decisions/0007-queue.md', 'The queue', { aliases: ['MQ'] }))).toBe(true)
  expect(isNamed(name, item('decisions/0008-queues.md', 'Queues'))).toBe(false)
})

it('knows questions about the present in five languages', () => {
  const about = [
    'current price',
    'latest price',
    'der aktuelle Preis',
    'prix actuel',
    '現在の価格',
    '最新价格',
  ]
  expect(about.map(isAboutNow)).toEqual(about.map(() => true))
  const others = ['ocean currents', 'knowledge', 'price of 2019', '今年の価格', 'Aktuar']
  expect(others.map(isAboutNow)).toEqual(others.map(() => false))
})
