import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { indexedMemory } from '../__fixtures__/test-memory.js'

const notes = {
  'frame.md':
    '# Frame contract\n\nAnnex B is the service level agreement (SLA). All is kept by information technology (IT).',
  'late.md': '# Brightwater\n\nBy the service level agreement three trucks may be late.',
  'short.md': '# Tern\n\nNo SLA was signed.',
  'cluster.md': '---\naliases: [k8s]\n---\n# Kubernetes\n\nThree machines in the cellar.',
  'window.md': '# Windows\n\nNodes of k8s on Wednesday.',
  'money.md': '# Spending\n\nInformation technology gets more.',
  'pronoun.md': '# Printer\n\nWim fixes it.',
  'filler.md': '# Filler\n\nLanes, gates and pallets.',
}

async function found(query: string) {
  const { memory } = await indexedMemory(notes)
  const { answer } = await memory.search(query, { threshold: 0, limit: 8 })
  return { paths: answer.results.map(({ path }) => path), answer }
}

describe('another form of a query term', () => {
  it.each([
    ['SLA', ['frame.md', 'late.md', 'short.md']],
    ['service level agreements', ['frame.md', 'late.md', 'short.md']],
    ['Kubernetes', ['cluster.md', 'window.md']],
    ['k8s', ['cluster.md', 'window.md']],
    ['IT spending', ['frame.md', 'money.md']],
  ])('finds notes that contain only that form: %s', async (query, paths) => {
    expect((await found(query)).paths.toSorted()).toEqual(paths)
  })

  it.each([
    ['who fixes it', ['pronoun.md']],
    ['sla', ['frame.md', 'short.md']],
    ['"SLA"', ['frame.md', 'short.md']],
    ['SLA service level agreement', ['frame.md', 'late.md', 'short.md']],
  ])('is not added if the query means something else or has both forms: %s', async (query, paths) => {
    const { answer, paths: all } = await found(query)
    expect(all.toSorted()).toEqual(paths)
    expect(answer.explanation.kinds[0]?.terms.map(({ term }) => term).join()).not.toContain(' | ')
  })

  it('has part of the query coverage, and is reported among the terms', async () => {
    const { answer } = await found('SLA')
    const shares = answer.results.map(({ path, contributions }) => [path, contributions[0]?.coverage])
    expect(Object.fromEntries(shares)).toEqual({ 'frame.md': 1, 'short.md': 1, 'late.md': 0.75 })
    expect(answer.explanation.kinds[0]?.terms.map(({ term }) => term)).toContain(
      'sla | "servic level agreement"',
    )
  })

  it('is embedded with the query if there is only one', async () => {
    const texts: string[] = []
    const { model } = createConceptModel({ onRequest: (batch) => void texts.push(...batch) })
    const { memory } = await indexedMemory(notes, { openModel: async () => model })
    await memory.search('SLA of Tern')
    expect(texts.at(-1)).toBe('SLA of Tern (service level agreement)')
  })

  it('is removed with the documents that define it', async () => {
    const { memory, folder } = await indexedMemory(notes)
    rmSync(join(folder, 'frame.md'))
    await memory.index([folder])
    const { answer } = await memory.search('SLA', { threshold: 0 })
    expect(answer.results.map(({ path }) => path)).toEqual(['short.md'])
  })
})

describe('a day in a query', () => {
  const days = {
    '20260213.md': 'Oiled the gate.',
    'log/2026-02-12.md': 'Planed the door.',
    'log/a.md': '---\ndate: March 24, 2026\n---\nPainted the fence.',
    'log/b.md': 'Undated.',
  }

  it.each([
    ['what did I do on 13 February 2026', '20260213.md'],
    ['was war am 13.02.2026', '20260213.md'],
    ['March 24, 2026', 'log/a.md'],
    ['2026/03/24', 'log/a.md'],
    ['what happened on 12 Feb 2026', 'log/2026-02-12.md'],
  ])('finds the notes of that day first: %s', async (query, path) => {
    const { memory } = await indexedMemory(days)
    const { answer } = await memory.search(query)
    expect(answer.results[0]?.path).toBe(path)
    const since = query.replace(/^.* (?:on|am) /u, '')
    const dated = await memory.search('the', { since, until: since, threshold: 0 })
    expect(dated.answer.results.map((result) => result.path)).toEqual([path])
  })
})
