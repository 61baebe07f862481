import { playServices, startServices } from '@recallite/test-kit'
import { setTimeout } from 'node:timers/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { proveSettings, type MakeProof, type Proof } from '../__fixtures__/prove-settings.js'
import type { SettingsWorkspace } from '../__fixtures__/settings-workspace.js'

const byWords = { provider: 'none' }

/** Eight notes with a word in common, each with another beside it. */
const birds = ['heron', 'plover', 'curlew', 'bittern', 'siskin', 'dunlin', 'godwit', 'avocet']

async function indexBirds({ write, run }: SettingsWorkspace): Promise<void> {
  for (const bird of birds) write(`notes/${bird}.md`, `# Sighting\n\nThe marsh has a ${bird}.\n`)
  await run('index', 'notes')
}

/** Settings that lead to a played model, after some notes were indexed with it. */
async function withMeaning(workspace: SettingsWorkspace, notes: Readonly<Record<string, string>>) {
  const services = await startServices()
  const given = { provider: 'ollama', providers: { ollama: services.ollama } }
  workspace.set(given)
  for (const [name, text] of Object.entries(notes)) workspace.write(`notes/${name}.md`, `${text}\n`)
  await workspace.run('index', join(workspace.cwd, 'notes'))
  return { given, services }
}

const maxResults: MakeProof = (workspace) => ({
  given: byWords,
  value: 2,
  async observe() {
    await indexBirds(workspace)
    return (await workspace.search('marsh')).results.length
  },
  unset: 8,
  set: 2,
})

const minScore: MakeProof = (workspace) => ({
  given: byWords,
  value: 0.9,
  async observe() {
    await indexBirds(workspace)
    return (await workspace.search('heron', 'plover')).results.length
  },
  unset: 2,
  set: 0,
})

/** Only one of the query's four words is in a file. */
const strict: MakeProof = (workspace) => ({
  given: byWords,
  value: true,
  async observe() {
    await indexBirds(workspace)
    return (await workspace.search('heron zeppelin quagga okapi')).heldBack
  },
  unset: 0,
  set: 1,
})

/** Sections of a note that are chunks of their own. */
const harbourLog = ['Spring', 'Summer', 'Autumn']
  .map((season) => `# ${season}\n\nThe harbour in ${season}: ${`${season} boats, `.repeat(70)}\n`)
  .join('\n')

const perDocument: MakeProof = (workspace) => ({
  given: byWords,
  value: 1,
  async observe() {
    workspace.write('notes/log.md', harbourLog)
    await workspace.run('index', 'notes')
    return (await workspace.search('harbour')).results.length
  },
  unset: 3,
  set: 1,
})

const recency: MakeProof = (workspace) => ({
  given: byWords,
  value: 30,
  async observe() {
    workspace.write('notes/old.md', '---\ndate: 2001-05-04\n---\nharbour\n')
    workspace.write('notes/new.md', '---\ndate: 2101-05-04\n---\nharbour, and a little more of it\n')
    await workspace.run('index', 'notes')
    return (await workspace.search('harbour')).results.map(({ path }) => path)
  },
  unset: ['old.md', 'new.md'],
  set: ['new.md', 'old.md'],
})

const fusion: MakeProof = (workspace) => ({
  given: byWords,
  value: 'rrf',
  async observe() {
    await indexBirds(workspace)
    return (await workspace.search('heron')).results.map(({ fusedScore }) => fusedScore)
  },
  unset: [1],
  set: [1 / 61],
})

/** By words alone the fused score is then the BM25 score itself. */
const textNormalization: MakeProof = (workspace) => ({
  given: byWords,
  value: 'none',
  async observe() {
    await indexBirds(workspace)
    const { results } = await workspace.search('heron')
    return results.map(({ fusedScore, contributions }) => fusedScore === contributions.at(-1)?.raw)
  },
  unset: [false],
  set: [true],
})

/** What is asked by a synonym is found by meaning alone. */
const carNotes = {
  long: `# Garage\n\nA car, and much else: ${'rake spade hose '.repeat(20)}`,
  short: 'vehicle',
}

function retrieversProof(
  workspace: SettingsWorkspace,
  value: number | boolean,
  set: unknown,
): Promise<Proof> {
  return withMeaning(workspace, carNotes).then(({ given }) => ({
    given,
    value,
    observe: async () => (await workspace.search('car', '--threshold', '0')).retrievers,
    unset: { keyword: 'ok', vector: 'ok' },
    set,
  }))
}

const candidateMultiplier: MakeProof = async (workspace) => {
  const { given } = await withMeaning(workspace, carNotes)
  const hybrid = { vectorWeight: 0.1, textWeight: 1 }
  return {
    given: { ...given, query: { fusion: 'openclaw-2026.2', minScore: 0, maxResults: 1, hybrid } },
    value: 1,
    async observe() {
      const { results } = await workspace.search('car')
      return results.map(({ path, contributions }) => [path, ...contributions.map(({ rank }) => rank)])
    },
    unset: [['long.md', 1, 2]],
    set: [['long.md', 1, null]],
  }
}

const deadline: MakeProof = async (workspace) => {
  const { given, services } = await withMeaning(workspace, carNotes)
  const answer = playServices()
  services.server.answerWith(async (request, response) => {
    await setTimeout(1000)
    await answer(request, response)
  })
  return {
    given,
    value: '200ms',
    async observe() {
      const { mode, degraded } = await workspace.search('car', '--threshold', '0')
      return [mode, ...degraded.map(({ reason }) => reason)]
    },
    unset: ['hybrid'],
    set: ['keyword', expect.stringMatching(/no answer within \d+ ms/)],
  }
}

const kind: MakeProof = (workspace) => ({
  given: { provider: 'none' },
  value: 'record',
  async observe() {
    workspace.write('memory/crane.md', 'The northern crane lifts nine tons.\n')
    await workspace.run('index', 'memory')
    await workspace.run('remember', 'The southern crane lifts four tons.')
    const { results } = await workspace.search('crane', '--threshold', '0')
    return results.map((result) => result.kind).toSorted()
  },
  unset: ['file', 'record'],
  set: ['record'],
})

proveSettings('query', {
  'query.maxResults': maxResults,
  'query.minScore': minScore,
  'query.strict': strict,
  'query.kind': kind,
  'query.perDocument': perDocument,
  'query.recency': recency,
  'query.fusion': fusion,
  'query.hybrid.enabled': (workspace) => retrieversProof(workspace, false, { keyword: 'off', vector: 'ok' }),
  'query.hybrid.vectorWeight': (workspace) => retrieversProof(workspace, 0, { keyword: 'ok', vector: 'off' }),
  'query.hybrid.textWeight': (workspace) => retrieversProof(workspace, 0, { keyword: 'off', vector: 'ok' }),
  'query.hybrid.textNormalization': textNormalization,
  'query.hybrid.candidateMultiplier': candidateMultiplier,
  'query.deadline': deadline,
})
