import { playServices, startServices } from '@recallite/test-kit'
import { setTimeout } from 'node:timers/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { proveSettings, type MakeProof, type Proof } from '../__fixtures__/prove-settings.js'
import type { SearchAnswer } from '@recallite/core'
import type { SettingsWorkspace } from '../__fixtures__/settings-workspace.js'
import type { Plain } from '@recallite/settings'

type Notes = Readonly<Record<string, string>>

/** What a search answers by words before and after a setting has this value. */
type WordProof = (value: Plain, unset: unknown, set: unknown) => MakeProof

/** Proofs by a part of the answer to a query about these notes. */
function asked(notes: Notes, query: string, look: (answer: SearchAnswer) => unknown): WordProof {
  return (value, unset, set) =>
    ({ write, run, search }) => ({
      given: { provider: 'none' },
      value,
      async observe() {
        for (const [name, text] of Object.entries(notes)) write(`notes/${name}.md`, `${text}\n`)
        await run('index', 'notes')
        return look(await search(query))
      },
      unset,
      set,
    })
}

const countOf = ({ results }: SearchAnswer) => results.length
const pathsOf = ({ results }: SearchAnswer) => results.map(({ path }) => path)

/** Notes with a word in common, each with another beside it. */
const birds = Object.fromEntries(
  ['heron', 'plover', 'curlew', 'bittern', 'siskin', 'dunlin', 'godwit', 'avocet'].map((bird) => [
    bird,
    `# Sighting\n\nThe marsh has a ${bird}.`,
  ]),
)

/** Sections of a note that are chunks of their own. */
const harbourLog = ['Spring', 'Summer', 'Autumn']
  .map((season) => `# ${season}\n\nThe harbour in ${season}: ${`${season} boats, `.repeat(70)}\n`)
  .join('\n')

const fees = {
  a: 'harbour fees in winter',
  b: 'harbour fees in winter, also',
  c: 'the harbour was painted by a friend of ours long ago, and nobody knows when',
}

const dated = {
  old: '---\ndate: 2001-05-04\n---\nharbour',
  new: '---\ndate: 2101-05-04\n---\nharbour, and a little more of it',
}

/** Settings that lead to a played model, after some notes were indexed with it. */
async function withMeaning(workspace: SettingsWorkspace, notes: Notes) {
  const services = await startServices()
  const given = { provider: 'ollama', providers: { ollama: services.ollama } }
  workspace.set(given)
  for (const [name, text] of Object.entries(notes)) workspace.write(`notes/${name}.md`, `${text}\n`)
  await workspace.run('index', join(workspace.cwd, 'notes'))
  return { given, services }
}

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
  'query.maxResults': asked(birds, 'marsh', countOf)(2, 8, 2),
  'query.minScore': asked(birds, 'heron plover', countOf)(0.9, 2, 0),
  // Only one of the query's four words is in a file.
  'query.strict': asked(birds, 'heron zeppelin quagga okapi', ({ heldBack }) => heldBack)(true, 0, 1),
  'query.kind': kind,
  'query.perDocument': asked({ log: harbourLog }, 'harbour', countOf)(1, 3, 1),
  'query.diversity': asked(fees, 'harbour fees', pathsOf)(
    0.7,
    ['a.md', 'b.md', 'c.md'],
    ['a.md', 'c.md', 'b.md'],
  ),
  'query.recency': asked(dated, 'harbour', pathsOf)(30, ['old.md', 'new.md'], ['new.md', 'old.md']),
  'query.fusion': asked(birds, 'heron', ({ results }) => results[0]?.fusedScore)('rrf', 1, 1 / 61),
  'query.hybrid.enabled': (workspace) => retrieversProof(workspace, false, { keyword: 'off', vector: 'ok' }),
  'query.hybrid.vectorWeight': (workspace) => retrieversProof(workspace, 0, { keyword: 'ok', vector: 'off' }),
  'query.hybrid.textWeight': (workspace) => retrieversProof(workspace, 0, { keyword: 'off', vector: 'ok' }),
  // By words alone the fused score is then the BM25 score itself.
  'query.hybrid.textNormalization': asked(
    birds,
    'heron',
    ({ results: [first] }) => first?.fusedScore === first?.contributions.at(-1)?.raw,
  )('none', false, true),
  'query.hybrid.candidateMultiplier': candidateMultiplier,
  'query.deadline': deadline,
})
