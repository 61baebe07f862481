import { setTimeout } from 'node:timers/promises'
import { preferring, startReranker, type Answer } from '@recallite/test-kit'
import { proveSettings, type MakeProof } from '../__fixtures__/prove-settings.js'
import type { SettingsWorkspace } from '../__fixtures__/settings-workspace.js'

const byWords = { provider: 'none' }

async function indexHerons({ write, run }: SettingsWorkspace): Promise<void> {
  for (const name of ['one', 'two', 'three']) write(`notes/${name}.md`, `The marsh has a heron, ${name}.\n`)
  await run('index', 'notes')
}

/** What a service is asked first, if a search asks it; the settings lead to it unless told otherwise. */
function asked(
  proof: { value: (url: string) => string | number; unset: unknown; set: unknown; leads?: boolean },
  part: (request: {
    model?: string | undefined
    documents: readonly string[]
    key?: string | undefined
  }) => unknown,
): MakeProof {
  return async (workspace) => {
    const service = await startReranker(preferring('three'))
    Object.assign(workspace.variables, { MINE: 'my-own-key' })
    const { leads = true, value, ...expected } = proof
    return {
      given: leads ? { ...byWords, rerank: { baseUrl: service.url } } : byWords,
      value: value(service.url),
      async observe() {
        await indexHerons(workspace)
        await workspace.search('marsh', 'heron')
        return service.asked().map(part)
      },
      ...expected,
    }
  }
}

const slow: Answer = async (request, response) => {
  await setTimeout(300)
  return preferring('three')(request, response)
}

const deadline: MakeProof = async (workspace) => {
  const service = await startReranker(slow)
  return {
    given: { ...byWords, rerank: { baseUrl: service.url } },
    value: '50ms',
    async observe() {
      await indexHerons(workspace)
      const { degraded } = await workspace.search('marsh', 'heron')
      return degraded.map(({ reason }) => reason)
    },
    unset: [],
    set: ['the reranker scored nothing within 50 ms (rerank.deadline allows more)'],
  }
}

proveSettings('rerank', {
  'rerank.model': asked({ value: () => 'small', unset: [undefined], set: ['small'] }, ({ model }) => model),
  'rerank.baseUrl': asked(
    { value: (url) => url, unset: [], set: [3], leads: false },
    ({ documents }) => documents.length,
  ),
  'rerank.apiKey': asked(
    { value: () => '${MINE}', unset: [undefined], set: ['Bearer my-own-key'] },
    ({ key }) => key,
  ),
  'rerank.candidates': asked({ value: () => 2, unset: [3], set: [2] }, ({ documents }) => documents.length),
  'rerank.deadline': deadline,
})
